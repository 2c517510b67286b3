import http from 'node:http'

/** A request that is sent repeatedly. */
export interface PacedRequest {
	method?: string
	path: string
	headers: Record<string, string>
	body?: string
}

/** Maximum lag of a load as a share of its duration: beyond it the server is saturated. */
const MAX_LAG_SHARE = 0.1

const agent = new http.Agent({ keepAlive: true })

function send(url: string, { method = 'GET', path, headers, body }: PacedRequest): Promise<void> {
	return new Promise((done, fail) => {
		const request = http.request(url + path, { agent, method, headers }, (answer) => {
			answer.resume()
			const status = answer.statusCode ?? 0
			answer.on('end', () => (status < 300 ? done() : fail(new Error(`${method} ${path}: ${status}`))))
		})
		request.on('error', fail)
		request.end(body)
	})
}

/**
 * Sends a request at a steady rate without waiting for earlier responses, so a busier server gets the same load.
 * @param perSecond requests per second.
 * @returns the number of requests sent.
 * @throws if a response is an error, or the last response was too late.
 */
export async function pacedLoad(url: string, request: PacedRequest, perSecond: number, seconds: number) {
	const start = performance.now()
	const answers: Promise<void>[] = []
	for (let i = 0; i < perSecond * seconds; i++) {
		const wait = start + (i * 1000) / perSecond - performance.now()
		if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait))
		const answer = send(url, request)
		// Checked with the others below; an unhandled rejection would end the process first.
		answer.catch(() => undefined)
		answers.push(answer)
	}
	await Promise.all(answers)
	const elapsed = (performance.now() - start) / 1000
	if (elapsed > seconds * (1 + MAX_LAG_SHARE))
		throw new Error(`${perSecond} requests a second are too many for this machine`)
	return answers.length
}
