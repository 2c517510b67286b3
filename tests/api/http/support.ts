import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { contract } from '#src/lib/api/contract.ts'
import { ApiRouter } from '#src/platform/http/api-router.ts'
import type { ApiReply, ApiRequest } from '#src/platform/http/api-types.ts'
import { makeStaticFile, PAGE_CACHE_CONTROL, StaticStore } from '#src/platform/http/files/static-store.ts'
import { securityHeaders } from '#src/platform/http/headers.ts'
import type { OnDemandPages } from '#src/platform/http/pages.ts'
import { createSecondChairServer, type ServerDeps } from '#src/platform/http/server.ts'
import { REQUEST_NUMBER, STATUS_PAGES } from '#src/platform/http/status-pages.ts'

export const HOST = 'club.example'

const filler = '<p>A calm page for people who work alone.</p>'.repeat(60)
export const homeHtml = Buffer.from(`<!doctype html><title>Home</title>${filler}`)
export const notFoundHtml = Buffer.from('<!doctype html><h1>404 Page Not Found</h1>')
export const audio = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251))

/** Returns a store with a page, a script, an audio file and the error pages. */
export function sampleStore(): StaticStore {
	const store = new StaticStore()
	const html = (body: Buffer, status = 200) =>
		makeStaticFile(body, {
			contentType: 'text/html; charset=utf-8',
			cacheControl: PAGE_CACHE_CONTROL,
			br: brotliCompressSync(body),
			gzip: gzipSync(body),
			status,
		})
	store.put('/', html(homeHtml))
	store.put('/courses/5', html(homeHtml))
	store.put('/401', html(Buffer.from('<!doctype html><h1>Please Sign In</h1>'), 401))
	store.put('/404', html(notFoundHtml, 404))
	store.put('/503', html(Buffer.from('<!doctype html><h1>Back in a Moment</h1>'), STATUS_PAGES['/503']))
	store.put(
		'/fault',
		html(
			Buffer.from(`<!doctype html><h1>Something Went Wrong</h1><code>${REQUEST_NUMBER}</code>`),
			STATUS_PAGES['/fault'],
		),
	)
	store.put(
		'/audio file.mp3',
		makeStaticFile(audio, { contentType: 'audio/mpeg', cacheControl: 'public, max-age=3600' }),
	)
	return store
}

/** Adds a route to `router` that returns the result of `execute`. */
export function addRoute(
	router: ApiRouter,
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
	path: `/api/${string}` | `/media/${string}`,
	execute: (request: ApiRequest) => Promise<ApiReply> | ApiReply,
): void {
	const endpoint = {
		contract: contract(`${method} ${path}`, { access: 'public' }),
		execute: async (r: ApiRequest) => execute(r),
	}
	router.add(path, method, endpoint)
}

export const json = (value: unknown): ApiReply => ({
	status: 200,
	headers: [['Content-Type', 'application/json; charset=utf-8']],
	body: JSON.stringify(value),
})

const noPages: OnDemandPages = { find: () => undefined, handler: () => undefined }

/** Returns on-demand pages that serve only `path`, with a handler like those of Astro's adapter. */
export const pagesWith = (path: string, answer: OnDemandPages['handler']): OnDemandPages => ({
	find: (requestedPath) => (requestedPath === path ? path : undefined),
	handler: answer,
})

interface Answer {
	status: number
	headers: IncomingHttpHeaders
	raw: string[]
	body: Buffer
	text: string
}

export interface TestServer {
	port: number
	server: ReturnType<typeof createSecondChairServer>
	store: StaticStore
	/** Sends a request with `path` unchanged. */
	ask(
		path: string,
		options?: { method?: string; headers?: Record<string, string | string[]>; body?: Buffer },
	): Promise<Answer>
	/** Writes `text` to a new connection and reads until it closes. */
	raw(text: string): Promise<string>
}

function ask(port: number, path: string, options: Parameters<TestServer['ask']>[1] = {}): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const { method = 'GET', headers = {}, body } = options
		const sent = request({ port, host: '127.0.0.1', path, method, agent: false, headers: { host: HOST, ...headers } })
		sent.once('error', reject)
		sent.once('response', (answer) => {
			const parts: Buffer[] = []
			answer.on('data', (part: Buffer) => parts.push(part))
			answer.once('error', reject)
			answer.once('end', () => {
				const bytes = Buffer.concat(parts)
				const { statusCode: status = 0, headers, rawHeaders: raw } = answer
				resolve({ status, headers, raw, body: bytes, text: bytes.toString() })
			})
		})
		sent.end(body)
	})
}

async function raw(port: number, text: string): Promise<string> {
	const socket = connect(port, '127.0.0.1')
	let read = ''
	socket.setEncoding('utf8')
	socket.on('data', (part: string) => {
		read += part
	})
	socket.on('error', () => undefined)
	socket.write(text)
	await once(socket, 'close')
	return read
}

/** Starts a server on a free local port and closes it after the test. */
export async function startServer(overrides: Partial<ServerDeps> = {}): Promise<TestServer> {
	const store = overrides.store ?? sampleStore()
	const server = createSecondChairServer({
		store,
		security: securityHeaders({
			publicUrl: `http://${HOST}`,
			production: false,
			scriptHashes: ['sha256-built='],
			styleHashes: [],
		}),
		api: new ApiRouter(),
		pages: noPages,
		renderPublicPage: async () => undefined,
		allowedHosts: new Set([HOST]),
		trustProxyHops: 0,
		release: 'r1',
		databaseAnswers: async () => true,
		databaseTakesWrites: async () => true,
		...overrides,
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	onTestFinished(() => {
		server.closeAllConnections()
		server.close()
	})
	const { port } = server.address() as AddressInfo
	return { port, server, store, ask: (path, options) => ask(port, path, options), raw: (text) => raw(port, text) }
}

/** Returns a request's raw header. */
export const wire = (line: string, ...headers: string[]) => `${[line, ...headers].join('\r\n')}\r\n\r\n`
