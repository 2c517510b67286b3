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
	/** Keep-alive timeout. Longer than the 60 s of common proxies, so that ours never closes first. */
	keepAlive: number
	/** For a connection without any activity, such as a client that does not read its response. */
	silence: number
	check: number
}

const TIMEOUTS: Timeouts = { headers: 10_000, request: 30_000, keepAlive: 65_000, silence: 120_000, check: 1_000 }

export interface ServerDeps extends Health {
	readonly store: StaticStore
	readonly security: SecurityHeaders
	readonly api: ApiRouter
	readonly pages: OnDemandPages
	/** Whether the database has not responded since the start: only files can be served. */
	isWaiting?(): boolean
	renderPublicPage(path: string): Promise<StaticFile | undefined>
	/**
	 * Returns what to wait for before showing a possibly stale page of the store, after this node was suspended.
	 * Resolves to whether it caught up. Undefined nearly always.
	 */
	missed?(): Promise<boolean> | undefined
	/** Responds to a call of another node; undefined for other requests. */
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
/** Connections beyond the limit while others are being closed for them. */
const CLOSING = 100

export interface SecondChairServer extends Server {
	/**
	 * Stops accepting, lets active requests finish for up to `ms`, then closes the rest. Behind a proxy it first
	 * announces the stop, and keeps idle connections open for a while: a request that arrives on one gets its response,
	 * and the connection is then closed.
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

	/** Handles every request. The first lines are the hot path: a listed file and nothing else. */
	take(req: IncomingMessage, res: ServerResponse): void {
		const { store, security, meter } = this.#deps
		const facts = readFacts(req.rawHeaders)
		const named = originForm(req.url ?? '')
		if (named) {
			req.url = named.url
			// Repeated or missing `Host` headers stay invalid.
			if (facts.hosts === 1) facts.host = req.headers.host = named.host
		}
		let failure: { error: unknown } | undefined
		if (this.#isDraining) res.shouldKeepAlive = false
		if (this.#isOwnHost(facts.host) && isRead(req.method) && !facts.hasBody) {
			const url = req.url as string
			const mark = url.indexOf('?')
			const file = store.get(mark === -1 ? url : url.slice(0, mark))
			if (file && !this.#deps.missed?.()) {
				// There is no handler above: a compressed form that fails to decompress would end the process.
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
		// Before the host check: nodes call each other by address. Unsigned calls get the response of an unknown address.
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

	/** Responds to an invalid target. In a browser, a mistyped address is a 404 page. */
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

	/**
	 * Waits until this node has caught up, where stale pages matter: screens read the database.
	 * @returns whether it has.
	 */
	async #missed(path: string): Promise<boolean> {
		const { store, pages } = this.#deps
		if (!store.get(path) && pages.find(path)) return true
		return (await this.#deps.missed?.()) ?? true
	}

	async #fail(exchange: Exchange, error: unknown): Promise<void> {
		const { req, res, requestId } = exchange
		const path = req.url?.split('?')[0] ?? ''
		// An unavailable database was logged once at the start, not per request.
		if (!(this.#isWaiting() && isUnavailable(error)))
			log.error({ requestId, method: req.method, path, err: error }, 'request failed')
		if (res.headersSent) res.destroy()
		else await sendFailure(exchange, path, this.#deps.store, error)
	}
}

/** Whether a path is a health check. Load balancers use an IP address as the host, so any host is accepted. */
const isHealth = (path: string) => path === '/healthz' || path === '/readyz'

/** Whether a path is a render route, in any spelling. They are for the publisher only. */
const isRenderRoute = (path: string) => /^\/+render(\/|$)/i.test(path)

/** Logs a request after its response was sent. Never its query, headers or body, which may be private. */
function logEnd({ req, res, requestId }: Exchange, { path }: RequestTarget): void {
	if (!log.isLevelEnabled('info')) return
	const start = performance.now()
	res.once('close', () => {
		const ms = Math.round((performance.now() - start) * 10) / 10
		const cut = res.writableFinished ? {} : { cut: true }
		log.info({ requestId, method: req.method, path, status: res.statusCode, ms, ...cut }, 'request')
	})
}

/** Creates the site's HTTP server, not listening yet. */
export function createSecondChairServer(deps: ServerDeps): SecondChairServer {
	const dispatcher = new Dispatcher(deps)
	const timeouts = { ...TIMEOUTS, ...deps.timeouts }
	const take = (req: IncomingMessage, res: ServerResponse) => {
		noteUse(req.socket, res)
		dispatcher.take(req, res)
	}
	const server = createServer(
		{
			// We reject a missing Host ourselves, with 421 and our headers.
			requireHostHeader: false,
			maxHeaderSize: 16 * 1024,
			headersTimeout: timeouts.headers,
			requestTimeout: timeouts.request,
			keepAliveTimeout: timeouts.keepAlive,
			connectionsCheckingInterval: timeouts.check,
			// Skips the setup of reading a body for requests without one.
			optimizeEmptyRequests: true,
		},
		take,
	)
	const limits = { ...CONNECTIONS, ...deps.connectionLimits }
	// Behind a proxy all clients share one address, and the proxy has its own limits (`deploy/nginx`).
	const perAddress = deps.trustProxyHops === 0 ? limits.perAddress : Number.POSITIVE_INFINITY
	const noteUse = limitConnections(server, { ...limits, perAddress })
	server.maxConnections = limits.all + CLOSING
	server.setTimeout(timeouts.silence)
	server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
		// A too large announced body is rejected before it is sent.
		const url = originForm(req.url ?? '')?.url ?? req.url ?? ''
		const most = longestBody(deps.api, req.method, parseTarget(url)?.path ?? '')
		if (!(Number(req.headers['content-length'] ?? 0) > most)) res.writeContinue()
		take(req, res)
	})
	server.on('checkExpectation', take)
	server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuseBrokenRequest(error, socket, deps.security))
	return Object.assign(server, {
		drain: (ms: number) => stopServing(server, dispatcher, { ms, isBehindProxy: deps.trustProxyHops > 0 }),
	})
}
