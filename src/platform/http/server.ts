import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { DatabaseUnavailableError, isUnavailable } from '#db/errors.ts'
import { log } from '../log.ts'
import { type Meter, ROUTES } from '../metrics/meter.ts'
import { NODE_CALL_PATH } from '../nodes/signed-calls.ts'
import { type ApiRouter, answerApi, isContractPath, maxBodySize } from './api-router.ts'
import { clientAddress } from './client-address.ts'
import { rejectBadRequest } from './client-error.ts'
import { type ConnectionLimits, limitConnections } from './connection-limits.ts'
import { stopServing } from './drain.ts'
import { type FileLimits, OpenFiles } from './files/open-files.ts'
import { sendStatic } from './files/send-static.ts'
import type { StaticFile, StaticStore } from './files/static-store.ts'
import type { SecurityHeaders } from './headers.ts'
import { answerAlive, answerReady, type Health } from './health.ts'
import { answerPage, type OnDemandPages } from './pages.ts'
import { tooLarge } from './read-body.ts'
import { readFacts } from './request-facts.ts'
import { originForm, parseTarget, type RequestTarget, slashlessPath } from './request-target.ts'
import { type Exchange, sendText } from './send.ts'
import { sendBusy, sendFailure, sendNotFound } from './status-pages.ts'

/** Timeouts in milliseconds. */
interface Timeouts {
	headers: number
	request: number
	/** Keep-alive timeout. Longer than the 60 s of common proxies, so that this server never closes first. */
	keepAlive: number
	/** Timeout of a connection without activity, such as a client that does not read its response. */
	silence: number
	check: number
}

const TIMEOUTS: Timeouts = { headers: 10_000, request: 30_000, keepAlive: 65_000, silence: 120_000, check: 1_000 }

export interface ServerDeps extends Health {
	readonly store: StaticStore
	readonly security: SecurityHeaders
	readonly api: ApiRouter
	readonly pages: OnDemandPages
	/** Returns whether the database has not responded since the start. Only files can be served until it does. */
	isWaiting?(): boolean
	renderPublicPage(path: string): Promise<StaticFile | undefined>
	/**
	 * Returns a promise to await before serving a possibly stale page from the store, if this node was suspended. It
	 * resolves to whether the node has caught up. Nearly always undefined.
	 */
	catchUp?(): Promise<boolean> | undefined
	/** Responds to a call from another node. Returns undefined for other requests. */
	readonly answerNode?: (exchange: Exchange) => Promise<void> | undefined
	readonly allowedHosts: ReadonlySet<string>
	readonly trustProxyHops: number
	readonly timeouts?: Partial<Timeouts>
	readonly fileLimits?: Partial<FileLimits>
	readonly connectionLimits?: Partial<ConnectionLimits>
	readonly meter?: Meter | undefined
}

/** A connection costs about 10 KB. An office behind one address has dozens of browsers with six connections each. */
const CONNECTIONS: ConnectionLimits = { all: 10_000, perAddress: 500 }
/** Additional connections, accepted while others are being closed to make room. */
const EXTRA_CONNECTIONS = 100

export interface SecondChairServer extends Server {
	/**
	 * Stops accepting connections, lets active requests finish for up to `ms` milliseconds, then closes all connections.
	 * Behind a proxy, first announces the stop, and keeps idle connections open for a while: a request on one is answered
	 * before the connection is closed.
	 */
	drain(ms: number): Promise<void>
}

const isRead = (method: string | undefined) => method === 'GET' || method === 'HEAD'

class Dispatcher {
	readonly #deps: ServerDeps
	readonly #running = new Set<ServerResponse>()
	readonly #files: OpenFiles
	#isStopping = false
	#isDraining = false

	constructor(deps: ServerDeps) {
		this.#deps = deps
		this.#files = new OpenFiles(deps.fileLimits)
	}

	/** Handles a request. The first part is the hot path, which only serves files from the store. */
	take(req: IncomingMessage, res: ServerResponse): void {
		const { store, security, meter } = this.#deps
		const facts = readFacts(req.rawHeaders)
		const absolute = originForm(req.url ?? '')
		if (absolute) {
			req.url = absolute.url
			// Repeated or missing `Host` headers stay invalid.
			if (facts.hosts === 1) facts.host = req.headers.host = absolute.host
		}
		let failure: { error: unknown } | undefined
		if (this.#isDraining) res.shouldKeepAlive = false
		if (this.#isOwnHost(facts.host) && isRead(req.method) && !facts.hasBody) {
			const url = req.url as string
			const mark = url.indexOf('?')
			const file = store.get(mark === -1 ? url : url.slice(0, mark))
			if (file && !this.#deps.catchUp?.()) {
				// Catch errors here, because the caller does not: a file that fails to decompress would end the process.
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
		const response = failure ? Promise.reject(failure.error) : this.#answer(exchange)
		response
			.catch((error: unknown) => this.#fail(exchange, error))
			.catch(() => res.destroy())
			.finally(() => this.#running.delete(res))
	}

	announceStop(): void {
		this.#isStopping = true
	}

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
		// Check this before the host, because nodes call each other by IP address. Unsigned calls are handled as usual.
		const nodeResponse = req.method === 'POST' && req.url === NODE_CALL_PATH && this.#deps.answerNode?.(exchange)
		if (nodeResponse) return nodeResponse
		if (!this.#isOwnHost(facts.host)) return sendText(exchange, 421, 'This server does not answer for that host')
		if (!target) return this.#refuseTarget(exchange)
		const limit = maxBodySize(this.#deps.api, req.method, target.path)
		if (Number(facts.contentLength ?? 0) > limit) return sendText(exchange, 413, tooLarge(limit).text)
		if (isContractPath(this.#deps.api, target.path)) {
			logEnd(exchange, target)
			if (this.#isWaiting()) return sendBusy(exchange)
			return answerApi(exchange, target, this.#deps.api, this.#deps)
		}
		return this.#answerPath(exchange, target)
	}

	/** Responds to an invalid target. A browser gets the 404 page, because its user may have mistyped the address. */
	#refuseTarget(exchange: Exchange): void {
		const { req } = exchange
		if (isRead(req.method) && req.headers.accept?.includes('text/html')) sendNotFound(exchange, '', this.#deps.store)
		else sendText(exchange, 400, 'The address of this request is not valid')
	}

	async #answerPath(exchange: Exchange, target: RequestTarget): Promise<void> {
		const { req, res, facts, security } = exchange
		const { store, pages } = this.#deps
		const { path } = target
		const isKnown = await this.#catchUp(path)
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
		if (!isKnown) throw new DatabaseUnavailableError('The database has not answered since this node was suspended')
		const page = await this.#deps.renderPublicPage(path)
		if (!page) return sendNotFound(exchange, path, store)
		exchange.route = ROUTES.page
		sendStatic(req, res, facts, page, security)
	}

	/**
	 * Waits until this node has caught up, if the path is not an on-demand page, which reads the database anyway.
	 * @returns whether the node has caught up, or need not.
	 */
	async #catchUp(path: string): Promise<boolean> {
		const { store, pages } = this.#deps
		if (!store.get(path) && pages.find(path)) return true
		return (await this.#deps.catchUp?.()) ?? true
	}

	async #fail(exchange: Exchange, error: unknown): Promise<void> {
		const { req, res, requestId } = exchange
		const path = req.url?.split('?')[0] ?? ''
		// Do not log an unavailable database per request: it is logged once at the start.
		if (!(this.#isWaiting() && isUnavailable(error)))
			log.error({ requestId, method: req.method, path, err: error }, 'request failed')
		if (res.headersSent) res.destroy()
		else await sendFailure(exchange, path, this.#deps.store, error)
	}
}

/** Returns whether a path is a health check. Accepted for any host, because load balancers use an IP address. */
const isHealth = (path: string) => path === '/healthz' || path === '/readyz'

/** Returns whether a path is a render route, in any spelling. Only the publisher may use them. */
const isRenderRoute = (path: string) => /^\/+render(\/|$)/i.test(path)

/** Logs a request after its response was sent. Never logs query, headers or body, which may be private. */
function logEnd({ req, res, requestId }: Exchange, { path }: RequestTarget): void {
	if (!log.isLevelEnabled('info')) return
	const start = performance.now()
	res.once('close', () => {
		const ms = Math.round((performance.now() - start) * 10) / 10
		const cut = res.writableFinished ? {} : { cut: true }
		log.info({ requestId, method: req.method, path, status: res.statusCode, ms, ...cut }, 'request')
	})
}

/** Creates the site's HTTP server. The caller makes it listen. */
export function createSecondChairServer(deps: ServerDeps): SecondChairServer {
	const dispatcher = new Dispatcher(deps)
	const timeouts = { ...TIMEOUTS, ...deps.timeouts }
	const take = (req: IncomingMessage, res: ServerResponse) => {
		trackUse(req.socket, res)
		dispatcher.take(req, res)
	}
	const server = createServer(
		{
			// Our code rejects a missing Host, with 421 and security headers.
			requireHostHeader: false,
			maxHeaderSize: 16 * 1024,
			headersTimeout: timeouts.headers,
			requestTimeout: timeouts.request,
			keepAliveTimeout: timeouts.keepAlive,
			connectionsCheckingInterval: timeouts.check,
			// Skips setting up body reading for requests without a body.
			optimizeEmptyRequests: true,
		},
		take,
	)
	const limits = { ...CONNECTIONS, ...deps.connectionLimits }
	// Behind a proxy, all clients share one address, and the proxy limits them (`deploy/nginx`).
	const perAddress = deps.trustProxyHops === 0 ? limits.perAddress : Number.POSITIVE_INFINITY
	const trackUse = limitConnections(server, { ...limits, perAddress })
	server.maxConnections = limits.all + EXTRA_CONNECTIONS
	server.setTimeout(timeouts.silence)
	server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
		// Reject a body with a too large declared size before the client sends it.
		const url = originForm(req.url ?? '')?.url ?? req.url ?? ''
		const limit = maxBodySize(deps.api, req.method, parseTarget(url)?.path ?? '')
		if (!(Number(req.headers['content-length'] ?? 0) > limit)) res.writeContinue()
		take(req, res)
	})
	server.on('checkExpectation', take)
	server.on('clientError', (error: NodeJS.ErrnoException, socket) => rejectBadRequest(error, socket, deps.security))
	return Object.assign(server, {
		drain: (ms: number) => stopServing(server, dispatcher, { ms, isBehindProxy: deps.trustProxyHops > 0 }),
	})
}
