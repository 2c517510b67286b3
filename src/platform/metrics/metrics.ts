import type { ServerResponse } from 'node:http'
import type { Server } from 'node:net'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Exchange, sendDynamic, sendText } from '../http/send.ts'
import { METRICS_HEADERS, mayRead } from './access.ts'
import { type Meter, ROUTES } from './meter.ts'

/** Upper bounds of latency buckets, in seconds: from responses without a query to twice the statement deadline. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const MAX_STATUS = 1_000

/** Excluded default metrics. They use deprecated Node calls to list sockets, or have names that promtool rejects. */
const EXCLUDED = [
	'nodejs_active_handles',
	'nodejs_active_handles_total',
	'nodejs_active_requests',
	'nodejs_active_requests_total',
	'nodejs_active_resources_total',
]

/** Updates gauges before each scrape. Runs in parallel with other updates. */
type Update = () => Promise<void> | void

export interface Metrics {
	readonly registry: Registry
	readonly meter: Meter
	onScrape(update: Update): void
	countConnections(server: Server): void
	/** Renders all series as text. Concurrent callers share one result. */
	render(): Promise<string>
}

function requestSeries(registry: Registry): Pick<Meter, 'countFile' | 'watch'> {
	const registers = [registry]
	/** Counts per status, passed to the library at a scrape: its call takes a thousand times as long as an addition. */
	const files = new Float64Array(MAX_STATUS)
	const requests = new Counter({
		name: 'second_chair_http_requests_total',
		help: 'Requests by route pattern, method and status. Route "file": files from memory; "unknown": no such route. Status "cut": the client disconnected before the response.',
		labelNames: ['route', 'method', 'status'] as const,
		registers,
		collect() {
			for (const [status, count] of files.entries()) {
				if (count === 0) continue
				files[status] = 0
				requests.inc({ route: ROUTES.file, method: 'GET', status: String(status) }, count)
			}
		},
	})
	const duration = new Histogram({
		name: 'second_chair_http_request_duration_seconds',
		help: 'Time from the end of a request to the start of its response, without files from memory. Excludes time spent on slow clients.',
		labelNames: ['route', 'method'] as const,
		buckets: BUCKETS,
		registers,
	})
	const running = new Gauge({
		name: 'second_chair_http_requests_running',
		help: 'Requests in progress, without files from memory.',
		registers,
	})
	return {
		countFile(status) {
			files[status] = (files[status] as number) + 1
		},
		watch(exchange) {
			const { req, res } = exchange
			let start = performance.now()
			let answeredAt: number | undefined
			running.inc()
			req.once('end', () => {
				// Ignore this event after the response: Node is then only reading the rest of the request.
				if (answeredAt === undefined) start = performance.now()
			})
			const writeHead = res.writeHead.bind(res) as (...head: unknown[]) => ServerResponse
			res.writeHead = (...head: unknown[]) => {
				answeredAt ??= performance.now()
				return writeHead(...head)
			}
			res.once('close', () => {
				running.dec()
				const route = exchange.route ?? ROUTES.unknown
				const method = METHODS.has(req.method ?? '') ? (req.method as string) : 'other'
				requests.inc({ route, method, status: res.writableFinished ? String(res.statusCode) : 'cut' })
				duration.observe({ route, method }, Math.max(0, (answeredAt ?? performance.now()) - start) / 1000)
			})
		},
	}
}

/** Returns an update that sets the number of open connections of `server`. */
function connectionsOf(registry: Registry, server: Server): Update {
	const connections = new Gauge({
		name: 'second_chair_http_connections',
		help: 'Open connections to the port of the site.',
		registers: [registry],
	})
	return async () => {
		connections.set(await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count ?? 0))))
	}
}

/** Creates the process's metrics: Node's own, those of requests, and those added with `onScrape`. */
export function createMetrics(options: {
	version: string
	release: string
	/** Undefined: metrics are served only on a separate port. */
	tokenOnSitePort: string | undefined
}): Metrics {
	const registry = new Registry()
	collectDefaultMetrics({ register: registry })
	for (const name of EXCLUDED) registry.removeSingleMetric(name)
	new Gauge({
		name: 'second_chair_build_info',
		help: 'Always 1; the labels identify the release.',
		labelNames: ['version', 'release', 'node'],
		registers: [registry],
	}).set({ version: options.version, release: options.release, node: process.version }, 1)
	const updates: Update[] = []
	let rendering: Promise<string> | undefined

	async function write(): Promise<string> {
		await Promise.all(updates.map((update) => update()))
		return registry.metrics()
	}

	function render(): Promise<string> {
		rendering ??= write().finally(() => {
			rendering = undefined
		})
		return rendering
	}

	async function answer(exchange: Exchange): Promise<boolean> {
		const { tokenOnSitePort: token } = options
		if (token === undefined) return false
		exchange.route = '/metrics'
		const { req } = exchange
		if (req.method !== 'GET' && req.method !== 'HEAD')
			sendText(exchange, 405, 'Method not allowed', [['Allow', 'GET, HEAD']])
		else if (!mayRead(req.headers.authorization, token))
			sendText(exchange, 401, 'The metrics require a token', [['WWW-Authenticate', 'Bearer']])
		else await sendDynamic(exchange, { status: 200, headers: METRICS_HEADERS, body: await render() })
		return true
	}

	return {
		registry,
		meter: { ...requestSeries(registry), answer },
		onScrape: (update) => void updates.push(update),
		countConnections: (server) => void updates.push(connectionsOf(registry, server)),
		render,
	}
}
