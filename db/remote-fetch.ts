import http from 'node:http'
import https from 'node:https'
import { STATEMENT_DEADLINE_MS } from './remote.ts'

/**
 * How long a connection that nobody uses is kept, in milliseconds: shorter than any proxy in between keeps it, so that
 * it is never ours that is used just as the other side closes it.
 */
const IDLE_MS = 4_000

const options = { keepAlive: true, timeout: IDLE_MS }
const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) }

/** What the driver reads of an answer. */
const answerOf = (status: number, headers: http.IncomingHttpHeaders, body: Buffer) => ({
	ok: status >= 200 && status < 300,
	status,
	headers: { get: (name: string) => headers[name.toLowerCase()] ?? null },
	body: null,
	json: async () => JSON.parse(body.toString()) as unknown,
	text: async () => body.toString(),
	arrayBuffer: async () => new Uint8Array(body).buffer,
})

type Answer = ReturnType<typeof answerOf>

function send(request: Request, body: Uint8Array): Promise<Answer> {
	const url = new URL(request.url)
	const isSecure = url.protocol === 'https:'
	return new Promise((resolve, reject) => {
		const sent = (isSecure ? https : http).request(url, {
			method: request.method,
			agent: agents[isSecure ? 'https:' : 'http:'],
			headers: { ...Object.fromEntries(request.headers), 'content-length': body.byteLength },
		})
		const timer = setTimeout(
			() => sent.destroy(new Error(`No answer within ${STATEMENT_DEADLINE_MS / 1000} seconds`)),
			STATEMENT_DEADLINE_MS,
		)
		const fail = (error: Error) => {
			clearTimeout(timer)
			reject(error)
		}
		sent.on('error', fail).on('response', (answer) => {
			const parts: Buffer[] = []
			answer
				.on('data', (part: Buffer) => parts.push(part))
				.on('error', fail)
				.on('end', () => {
					clearTimeout(timer)
					resolve(answerOf(answer.statusCode ?? 0, answer.headers, Buffer.concat(parts)))
				})
		})
		sent.end(body)
	})
}

/**
 * The `fetch` of the driver. Over connections of `node:http` that are kept: the global one takes three times as long in
 * this process for requests as small as these (0.9 ms against 0.3 ms each). And it gives up: a server that is frozen
 * keeps its connections open and answers nothing.
 */
export const fetchWithDeadline = async (request: Request): Promise<Answer> =>
	send(request, new Uint8Array(await request.arrayBuffer()))

/** How long a stream that nobody uses is used again, in milliseconds. The server forgets it after ten seconds. */
const STREAM_IDLE_MS = 5_000
/** With what the driver ends each of its requests: the stream is of no more use to it. */
const CLOSE = ',{"type":"close"}]}'
/** A text that the driver gives the server to keep; the quotes of a text inside the request are escaped. */
const STORED = /\{"type":"store_sql","sql_id":(\d+)/g
const CLOSED = { type: 'ok', response: { type: 'close' } }

/** What a server answers, as far as it is of interest here. */
interface Pipeline {
	baton?: string | null
	base_url?: string | null
	results: { type: string; response?: { result?: { step_errors?: unknown[] } } }[]
}

const isAllRight = ({ results }: Pipeline) =>
	results.every(({ type, response }) => type === 'ok' && !response?.result?.step_errors?.some(Boolean))

/**
 * A `fetch` for a driver that only reads. The driver opens a stream for each request and closes it with the same; for
 * the server that is a connection to its database and all of the schema read anew, two thirds of what a small read
 * costs it. Here the close is left out, and the next request goes on with the stream. A server that has forgotten it
 * (it does so when idle, and when it was restarted) is asked again as the driver wrote it: a read may be sent twice.
 */
export function fetchOnPooledStreams(): (request: Request) => Promise<Answer> {
	const idle: { baton: string; since: number }[] = []

	function takeBaton(): string | undefined {
		const last = idle.pop()
		if (last && performance.now() - last.since < STREAM_IDLE_MS) return last.baton
		// Those below were left even earlier.
		idle.length = 0
		return undefined
	}

	async function sendOpen(request: Request, text: string, baton: string | undefined): Promise<Answer> {
		const opening = baton === undefined ? '{' : `{"baton":${JSON.stringify(baton)},`
		// What the driver gave a number in its stream must have none in ours: the next request begins with 0 again.
		const numbers = [...text.matchAll(STORED)].map(([, number]) => `,{"type":"close_sql","sql_id":${number}}`)
		const asked = `${opening}${text.slice(1, -CLOSE.length)}${numbers.join('')}]}`
		const answer = await send(request, Buffer.from(asked))
		if (!answer.ok) return answer
		const pipeline = (await answer.json()) as Pipeline
		// A stream that lives at another address than it was opened at, or in which something failed, is left to end.
		if (pipeline.baton && !pipeline.base_url && isAllRight(pipeline))
			idle.push({ baton: pipeline.baton, since: performance.now() })
		const results = pipeline.results.slice(0, pipeline.results.length - numbers.length)
		return { ...answer, json: async () => ({ results: [...results, CLOSED] }) }
	}

	return async (request) => {
		const text = await request.text()
		if (!text.startsWith('{"requests":') || !text.endsWith(CLOSE)) return send(request, Buffer.from(text))
		const baton = takeBaton()
		const answer = await sendOpen(request, text, baton)
		return answer.ok || baton === undefined ? answer : sendOpen(request, text, undefined)
	}
}
