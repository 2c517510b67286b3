import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { DatabaseUnavailableError, isUnavailable } from '#db/errors.ts'
import { log } from '../log.ts'
import { type Meter, ROUTES } from '../metrics/meter.ts'
import { NODE_CALL_PATH } from '../nodes/signed-calls.ts'
import { type ApiRouter, answerApi, isOfContract, longestBody } from './api-router.ts'
import { clientAddress } from './client-address.ts'
import { refuseBrokenRequest } from './client-error.ts'
import { type ConnectionLimits, limitConnections } from './connection-limits.ts'
import { drain } from './drain.ts'
import { type FileLimits, OpenFiles } from './files/open-files.ts'
import { sendStatic } from './files/send-static.ts'
import type { StaticFile, StaticStore } from './files/static-store.ts'
import type { SecurityHeaders } from './headers.ts'
import { answerAlive, answerReady, type Health } from './health.ts'
import { answerPage, type OnDemandPages } from './pages.ts'
import { watchQuietSockets } from './quiet-sockets.ts'
import { tooLarge } from './read-body.ts'
import { readFacts } from './request-facts.ts'
import { originForm, parseTarget, type RequestTarget, slashlessPath } from './request-target.ts'
import { type Exchange, sendText } from './send.ts'
import { sendBusy, sendFailure, sendNotFound } from './status-pages.ts'

/** Time limits in milliseconds. */
export interface Timeouts {
	/** Until the header lines of a request are there. */
	headers: number
	/** Until all of a request is there. */
	request: number
	/** How long an idle connection is kept. Longer than the 60 s of common proxies, so that ours never closes first. */
	keepAlive: number
	/** A connection on which nothing moves, such as a client that does not read its answer. */
	silence: number
	/** How often the limits are looked after. */
	check: number
}

const TIMEOUTS: Timeouts = { headers: 10_000, request: 30_000, keepAlive: 65_000, silence: 120_000, check: 1_000 }

export interface ServerDeps extends Health {
	readonly store: StaticStore
	readonly security: SecurityHeaders
	readonly api: ApiRouter
	readonly pages: OnDemandPages
	/** Whether the database has not answered since the start: then nothing but files can be served. */
	isWaiting?(): boolean
	/** A managed public page that has no file yet. */
	renderPublicPage(path: string): Promise<StaticFile | undefined>
	/**
	 * What to wait for before a page of the store is shown, which may be gone: this node stood still. It says whether
	 * what was missed is known then. Undefined nearly always.
	 */
	missed?(): Promise<boolean> | undefined
	/** Answers a call of another node of the site; undefined for whatever is none. */
	readonly answerNode?: (exchange: Exchange) => Promise<void> | undefined
	readonly allowedHosts: ReadonlySet<string>
	readonly trustProxyHops: number
	readonly timeouts?: Partial<Timeouts>
	readonly fileLimits?: Partial<FileLimits>
	readonly connectionLimits?: Partial<ConnectionLimits>
	/** Undefined: nobody asked for metrics. */
	readonly meter?: Meter | undefined
}

/** A connection costs about 10 KB. An office behind one address has some dozens of browsers with six connections each. */
const CONNECTIONS: ConnectionLimits = { all: 10_000, perAddress: 500 }
/** Connections beyond the limit for which room is still being made. */
const CLOSING = 100

/**
 * How long everything goes on after a stop has begun where a proxy is in front, in milliseconds, but that `/healthz` and
 * `/readyz` say so: long enough for a proxy that asks twice a second, also if its question waits on a busy machine.
 */
const NOTICE_MS = 3_000
/**
 * How long idle connections stay open after that, in milliseconds: longer than a proxy keeps one (4 s in `deploy/nginx`).
 * Those in use are closed with their answers, and the proxy is the one that closes the others: whoever closes one while
 * the other side is sending a request on it loses that request.
 */
export const IDLE_GRACE_MS = 5_000

export interface SecondChairServer extends Server {
	/**
	 * Stops accepting, lets running requests finish for at most `ms`, then closes what is left. Behind a proxy it first
	 * says for a moment that it is about to, and idle connections stay open for a while: what arrives on one is answered,
	 * and the connection closed after it.
	 */
	drain(ms: number): Promise<void>
}

const isRead = (method: string | undefined) => method === 'GET' || method === 'HEAD'

/** Leads each request to what answers it. */
class Dispatcher {
	readonly #deps: ServerDeps
	/** Answers that are being made, without files. */
	readonly #running = new Set<ServerResponse>()
	readonly #files: OpenFiles
	#isStopping = false
	#isDraining = false

	constructor(deps: ServerDeps) {
		this.#deps = deps
		this.#files = new OpenFiles(deps.fileLimits)
	}

	/** Every request begins here. The first lines are the hot path: a listed file, and nothing but. */
	take(req: IncomingMessage, res: ServerResponse): void {
		const { store, security, meter } = this.#deps
		const facts = readFacts(req.rawHeaders)
		const named = originForm(req.url ?? '')
		if (named) {
			req.url = named.url
			// Two `Host` lines, or none, stay wrong.
			if (facts.hosts === 1) facts.host = req.headers.host = named.host
		}
		let failure: { error: unknown } | undefined
		if (this.#isDraining) res.shouldKeepAlive = false
		if (this.#isOwnHost(facts.host) && isRead(req.method) && !facts.hasBody) {
			const url = req.url as string
			const mark = url.indexOf('?')
			const file = store.get(mark === -1 ? url : url.slice(0, mark))
			if (file && !this.#deps.missed?.()) {
				// Nobody is above to catch it: a compressed form that does not unpack would end the process.
				try {
					sendStatic(req, res, facts, file, security)
					meter?.countFile(res.statusCode)
					return
				} catch (error) {
					failure = { error }
				}
			}
		}
		const exchange: Exchange = { req, res, facts, requestId: randomUUID(), security, files: this.#files }
		meter?.watch(exchange)
		this.#running.add(res)
		const answered = failure ? Promise.reject(failure.error) : this.#answer(exchange)
		answered
			.catch((error: unknown) => this.#fail(exchange, error))
			.catch(() => res.destroy())
			.finally(() => this.#running.delete(res))
	}

	/** From now on whoever asks hears that this node is about to end. */
	announceStop(): void {
		this.#isStopping = true
	}

	/** From now on each answer is the last one of its connection. */
	drain(): void {
		this.#isStopping = true
		this.#isDraining = true
		for (const res of this.#running) res.shouldKeepAlive = false
	}

	#isWaiting(): boolean {
		return this.#deps.isWaiting?.() ?? false
	}

	#isOwnHost(host: string | undefined): boolean {
		if (host === undefined) return false
		return this.#deps.allowedHosts.has(host) || this.#deps.allowedHosts.has(host.toLowerCase())
	}

	async #answer(exchange: Exchange): Promise<void> {
		const { req, facts } = exchange
		const target = parseTarget(req.url ?? '')
		if (target && isRead(req.method) && isHealth(target.path)) {
			exchange.route = target.path
			if (target.path === '/healthz') return answerAlive(exchange, this.#isStopping)
			return answerReady(exchange, this.#deps, this.#isStopping)
		}
		if (target?.path === '/metrics' && (await this.#deps.meter?.answer(exchange))) return
		// Nodes call each other by address too. Whoever cannot sign is answered as at any address that is not there.
		const told = req.method === 'POST' && req.url === NODE_CALL_PATH && this.#deps.answerNode?.(exchange)
		if (told) return told
		if (!this.#isOwnHost(facts.host)) return sendText(exchange, 421, 'This server does not answer for that host')
		if (!target) return this.#refuseTarget(exchange)
		const most = longestBody(this.#deps.api, req.method, target.path)
		if (Number(facts.contentLength ?? 0) > most) return sendText(exchange, 413, tooLarge(most).text)
		if (isOfContract(this.#deps.api, target.path)) {
			logEnd(exchange, target)
			if (this.#isWaiting()) return sendBusy(exchange)
			return answerApi(exchange, target, this.#deps.api, this.#deps)
		}
		return this.#answerPath(exchange, target)
	}

	/** For somebody with a browser, a mistyped address is a page that is not there. */
	#refuseTarget(exchange: Exchange): void {
		const { req } = exchange
		if (isRead(req.method) && req.headers.accept?.includes('text/html')) sendNotFound(exchange, '', this.#deps.store)
		else sendText(exchange, 400, 'The address of this request is not valid')
	}

	async #answerPath(exchange: Exchange, target: RequestTarget): Promise<void> {
		const { req, res, facts, security } = exchange
		const { store, pages } = this.#deps
		const { path } = target
		const isKnown = await this.#missed(path)
		const file = store.get(path)
		const route = file || isRenderRoute(path) ? undefined : pages.find(path)
		const isPage = route !== undefined
		exchange.route = file ? ROUTES.file : route
		if (!isRead(req.method)) {
			if (!file && !isPage) return sendText(exchange, 404, 'Not found')
			return sendText(exchange, 405, 'Method not allowed', [['Allow', 'GET, HEAD']])
		}
		if (facts.hasBody) res.shouldKeepAlive = false
		if (file) return sendStatic(req, res, facts, file, security)
		if (isRenderRoute(path)) return sendNotFound(exchange, path, store)
		const slashless = slashlessPath(target.rawPath)
		if (slashless) {
			const location = target.query ? `${slashless}?${target.query}` : slashless
			return sendText(exchange, 301, `See ${slashless}`, [['Location', location]])
		}
		logEnd(exchange, target)
		if (isPage && this.#isWaiting()) throw new DatabaseUnavailableError('The database has not answered yet')
		if (isPage && (await answerPage(exchange, pages, clientAddress(req, this.#deps.trustProxyHops)))) return
		if (!isKnown) throw new DatabaseUnavailableError('The database has not answered since this node stood still')
		const page = await this.#deps.renderPublicPage(path)
		if (!page) return sendNotFound(exchange, path, store)
		exchange.route = ROUTES.page
		sendStatic(req, res, facts, page, security)
	}

	/** Waits for what this node missed, where it matters: a screen asks the database itself. @returns whether it is known. */
	async #missed(path: string): Promise<boolean> {
		const { store, pages } = this.#deps
		if (!store.get(path) && pages.find(path)) return true
		return (await this.#deps.missed?.()) ?? true
	}

	async #fail(exchange: Exchange, error: unknown): Promise<void> {
		const { req, res, requestId } = exchange
		const path = req.url?.split('?')[0] ?? ''
		// That the database is away was said at the start, once for all requests.
		if (!(this.#isWaiting() && isUnavailable(error)))
			log.error({ requestId, method: req.method, path, err: error }, 'request failed')
		if (res.headersSent) res.destroy()
		else await sendFailure(exchange, path, this.#deps.store, error)
	}
}

/** Load balancers ask for these by address, so that any host is answered. */
const isHealth = (path: string) => path === '/healthz' || path === '/readyz'

/** The render routes are for the publisher alone, in whatever case or spelling they are asked for. */
const isRenderRoute = (path: string) => /^\/+render(\/|$)/i.test(path)

/** Logs a request when its answer has left. Never its query, headers or body: they may hold what is private. */
function logEnd({ req, res, requestId }: Exchange, { path }: RequestTarget): void {
	if (!log.isLevelEnabled('info')) return
	const start = performance.now()
	res.once('close', () => {
		const ms = Math.round((performance.now() - start) * 10) / 10
		const cut = res.writableFinished ? {} : { cut: true }
		log.info({ requestId, method: req.method, path, status: res.statusCode, ms, ...cut }, 'request')
	})
}

/** The HTTP server of the site. It listens to nothing yet. */
export function createSecondChairServer(deps: ServerDeps): SecondChairServer {
	const dispatcher = new Dispatcher(deps)
	const timeouts = { ...TIMEOUTS, ...deps.timeouts }
	const take = (req: IncomingMessage, res: ServerResponse) => {
		noteUse(req.socket, res)
		dispatcher.take(req, res)
	}
	const server = createServer(
		{
			// We answer a missing Host ourselves, with 421 and our headers.
			requireHostHeader: false,
			maxHeaderSize: 16 * 1024,
			headersTimeout: timeouts.headers,
			requestTimeout: timeouts.request,
			keepAliveTimeout: timeouts.keepAlive,
			connectionsCheckingInterval: timeouts.check,
			// A request without a body skips the machinery of reading one.
			optimizeEmptyRequests: true,
		},
		take,
	)
	const limits = { ...CONNECTIONS, ...deps.connectionLimits }
	// A proxy brings everybody from one address, and has limits of its own (`deploy/nginx`).
	const perAddress = deps.trustProxyHops === 0 ? limits.perAddress : Number.POSITIVE_INFINITY
	const noteUse = limitConnections(server, { ...limits, perAddress })
	server.maxConnections = limits.all + CLOSING
	server.setTimeout(timeouts.silence)
	watchQuietSockets(server, timeouts.check)
	server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
		// Whoever announces too much is told before sending it.
		const url = originForm(req.url ?? '')?.url ?? req.url ?? ''
		const most = longestBody(deps.api, req.method, parseTarget(url)?.path ?? '')
		if (!(Number(req.headers['content-length'] ?? 0) > most)) res.writeContinue()
		take(req, res)
	})
	server.on('checkExpectation', take)
	server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuseBrokenRequest(error, socket, deps.security))
	return Object.assign(server, {
		async drain(ms: number) {
			if (deps.trustProxyHops === 0) {
				dispatcher.drain()
				return drain(server, ms, 0)
			}
			dispatcher.announceStop()
			await new Promise((resolve) => setTimeout(resolve, NOTICE_MS))
			dispatcher.drain()
			return drain(server, Math.max(0, ms - NOTICE_MS), IDLE_GRACE_MS)
		},
	})
}
