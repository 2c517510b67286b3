import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiRouter } from '#src/platform/http/api-router.ts'
import type { ServerDeps } from '#src/platform/http/server.ts'
import { createMetrics } from '#src/platform/metrics/metrics.ts'
import { createMetricsServer } from '#src/platform/metrics/metrics-server.ts'
import { addRoute, HOST, json, notFoundHtml, pagesWith, startServer } from './support.ts'

const TOKEN = 'a-token-of-sixteen-or-more'

async function startMeasured(deps: Partial<ServerDeps> = {}, tokenOnSitePort?: string) {
	const metrics = createMetrics({ version: '1.2.3', release: 'r1', tokenOnSitePort })
	const served = await startServer({ meter: metrics.meter, ...deps })
	metrics.countConnections(served.server)
	/** Returns a series' value, or undefined. */
	const value = async (series: string) => {
		const line = (await metrics.render()).split('\n').find((each) => each.startsWith(`${series} `))
		return line === undefined ? undefined : Number(line.slice(series.length))
	}
	const requests = (labels: string) => value(`second_chair_http_requests_total{${labels}}`)
	/** Waits for the count, which increases only after the client has the response. */
	const counted = (labels: string, count: number) => expect.poll(() => requests(labels)).toBe(count)
	return { ...served, metrics, value, counted }
}

test('requests are counted by route pattern, and no path becomes a label', async () => {
	const api = new ApiRouter()
	addRoute(api, 'GET', '/api/courses/:id', () => json([]))
	addRoute(api, 'POST', '/api/courses/:id', () => ({ status: 409, headers: [], body: 'taken' }))
	const { ask, counted, metrics } = await startMeasured({ api })
	for (const id of ['id-1', 'id-2', 'id-3']) await ask(`/api/courses/${id}`)
	await ask('/api/courses/id-1', { method: 'POST' })
	await ask('/api/courses/id-1', { method: 'DELETE' })
	for (const path of ['/guess-1', '/guess-2', '/api/guess-3', '/guess-4?x=1', '/a%2fguess-5'])
		await ask(path, { method: path === '/guess-2' ? 'REPORT' : 'GET' })
	await ask('/', { headers: { host: 'guess-6.example' } })
	await counted('route="/api/courses/:id",method="GET",status="200"', 3)
	await counted('route="/api/courses/:id",method="POST",status="409"', 1)
	await counted('route="/api/courses/:id",method="DELETE",status="405"', 1)
	await counted('route="unknown",method="GET",status="404"', 3)
	await counted('route="unknown",method="GET",status="400"', 1)
	await counted('route="unknown",method="other",status="404"', 1)
	await counted('route="unknown",method="GET",status="421"', 1)
	const text = await metrics.render()
	expect(text).not.toMatch(/guess|id-1|REPORT/)
	expect(text).toContain('second_chair_http_request_duration_seconds_count{route="/api/courses/:id",method="GET"} 3')
	expect(text).toContain('second_chair_http_requests_running 0')
	expect(text).toContain('second_chair_build_info{version="1.2.3",release="r1"')
})

test('opening an error page does not count as an error', async () => {
	const { ask } = await startMeasured()
	const statuses = await Promise.all(['/fault', '/503', '/fault?x=1'].map(async (path) => (await ask(path)).status))
	expect(statuses).toEqual([404, 404, 404])
})

test('the time to receive a request is not part of its response time', async () => {
	const api = new ApiRouter()
	addRoute(api, 'POST', '/api/courses/:id', async (apiRequest) => {
		await apiRequest.readBody(4)
		return json([])
	})
	const { port, value, counted } = await startMeasured({ api })
	const now = vi.spyOn(performance, 'now')
	const sent = request({ port, path: '/api/courses/1', method: 'POST', headers: { host: HOST, 'content-length': 4 } })
	const answered = once(sent, 'response')
	sent.write('ab')
	await expect.poll(() => value('second_chair_http_requests_running')).toBe(1)
	const later = performance.now() + 20_000
	now.mockImplementation(() => later)
	sent.end('cd')
	await answered
	await counted('route="/api/courses/:id",method="POST",status="200"', 1)
	const seconds = await value('second_chair_http_request_duration_seconds_sum{route="/api/courses/:id",method="POST"}')
	expect(seconds).toBeLessThan(1)
})

test('files from memory are counted by status, on the fast and the slow path', async () => {
	const { ask, counted } = await startMeasured()
	const { headers } = await ask('/')
	await ask('/', { headers: { 'if-none-match': String(headers.etag) } })
	await ask('/?from=mail')
	await ask('/audio%20file.mp3')
	await ask('/', { method: 'POST' })
	await counted('route="file",method="GET",status="200"', 3)
	await counted('route="file",method="GET",status="304"', 1)
	await counted('route="file",method="POST",status="405"', 1)
})

test('screens are counted by route, and on-demand pages as one', async () => {
	const pages = pagesWith('/dashboard', (_, res) => void res.writeHead(302, { location: '/auth' }).end())
	const { ask, counted } = await startMeasured({
		pages,
		renderPublicPage: async (path) => (path === '/courses/new' ? served.store.get('/') : undefined),
	})
	const served = await startServer()
	await ask('/dashboard')
	await ask('/courses/new')
	await ask('/healthz', { headers: { host: '10.0.0.7' } })
	await counted('route="/dashboard",method="GET",status="302"', 1)
	await counted('route="public page",method="GET",status="200"', 1)
	await counted('route="/healthz",method="GET",status="200"', 1)
})

test('a client that disconnects before its response is counted as cut', async () => {
	const api = new ApiRouter()
	const reached = Promise.withResolvers<void>()
	const answer = Promise.withResolvers<void>()
	addRoute(api, 'GET', '/api/slow', async () => {
		reached.resolve()
		await answer.promise
		return json([])
	})
	const { port, value, counted } = await startMeasured({ api })
	const clientRequest = request({ port, path: '/api/slow', headers: { host: HOST } })
	clientRequest.on('error', () => undefined)
	clientRequest.end()
	await reached.promise
	expect(await value('second_chair_http_requests_running')).toBe(1)
	expect(await value('second_chair_http_connections')).toBe(1)
	clientRequest.destroy()
	await counted('route="/api/slow",method="GET",status="cut"', 1)
	expect(await value('second_chair_http_requests_running')).toBe(0)
	answer.resolve()
})

test('without a token the site has no metrics page', async () => {
	const unmeasured = await startServer()
	const { ask } = await startMeasured()
	for (const askServer of [unmeasured.ask, ask]) {
		const { status, body } = await askServer('/metrics', { headers: { accept: 'text/html' } })
		expect(status).toBe(404)
		expect(body).toEqual(notFoundHtml)
	}
})

test("with a token metrics are on the site's port for its holder, under any host", async () => {
	const { ask } = await startMeasured({}, TOKEN)
	const as = (authorization: string | undefined, method = 'GET') =>
		ask('/metrics', { method, headers: { host: '10.0.0.7:4321', ...(authorization ? { authorization } : {}) } })
	for (const wrong of [
		undefined,
		'Bearer',
		'Bearer ',
		`Bearer ${TOKEN}x`,
		`Bearer ${TOKEN.slice(1)}`,
		`Basic ${TOKEN}`,
	]) {
		const { status, headers, text } = await as(wrong)
		expect(status).toBe(401)
		expect(headers['www-authenticate']).toBe('Bearer')
		expect(text).not.toContain('second_chair')
	}
	const { status, headers, text } = await as(`Bearer ${TOKEN}`)
	expect(status).toBe(200)
	expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
	expect(headers['cache-control']).toBe('no-store')
	expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
	expect((await as(`Bearer ${TOKEN}`, 'HEAD')).status).toBe(200)
	expect((await as(`Bearer ${TOKEN}`, 'POST')).status).toBe(405)
})

async function ownPort(token: string | undefined, render: () => Promise<string>) {
	const server = createMetricsServer(token, render).listen(0, '127.0.0.1')
	await once(server, 'listening')
	onTestFinished(() => void server.close())
	const { port } = server.address() as AddressInfo
	return (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
}

test('a separate port serves only metrics', async () => {
	const get = await ownPort(undefined, async () => 'up 1\n')
	expect(await (await get('/metrics?x=1')).text()).toBe('up 1\n')
	expect((await get('/')).status).toBe(404)
	expect((await get('/metrics', { method: 'POST' })).status).toBe(405)
	const guarded = await ownPort(TOKEN, async () => 'up 1\n')
	expect((await guarded('/metrics')).status).toBe(401)
	expect((await guarded('/metrics', { headers: { authorization: `bearer ${TOKEN}` } })).status).toBe(200)
})

test('concurrent scrapes are rendered once', async () => {
	let collections = 0
	const metrics = createMetrics({ version: '1', release: 'r1', tokenOnSitePort: undefined })
	metrics.onScrape(async () => {
		collections++
		await new Promise((resolve) => setImmediate(resolve))
	})
	const texts = await Promise.all(Array.from({ length: 50 }, () => metrics.render()))
	expect(collections).toBe(1)
	expect(new Set(texts).size).toBe(1)
	await metrics.render()
	expect(collections).toBe(2)
})
