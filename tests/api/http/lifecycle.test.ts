import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ApiRouter } from '#src/platform/http/api-router.ts'
import { addRoute, HOST, json, pagesWith, startServer, wire } from './support.ts'

const timeouts = { headers: 150, request: 300, keepAlive: 200, silence: 5000, check: 20 }

describe('a slow client', () => {
	it('is disconnected if its header lines do not arrive', async () => {
		const { raw } = await startServer({ timeouts })
		const answer = await raw(`GET / HTTP/1.1\r\nHost: ${HOST}\r\nX-Slow: `)
		expect(answer).toMatch(/^HTTP\/1\.1 408 /)
		expect(answer).toContain('X-Content-Type-Options: nosniff')
	})

	it('is disconnected if its body does not arrive', async () => {
		const api = new ApiRouter()
		addRoute(api, 'POST', '/api/x', async (request) => json((await request.readBody(100)).length))
		const { raw } = await startServer({ timeouts, api })
		expect(await raw(wire('POST /api/x HTTP/1.1', `Host: ${HOST}`, 'Content-Length: 9'))).toMatch(/^HTTP\/1\.1 408 /)
	})

	it('is disconnected if it sends no further request', async () => {
		const { raw } = await startServer({ timeouts })
		expect(await raw(wire('GET /healthz HTTP/1.1', `Host: ${HOST}`))).toMatch(/^HTTP\/1\.1 200 /)
	})
})

describe('health', () => {
	it('reports that the process is alive and which release it serves', async () => {
		const { ask } = await startServer({ release: 'abc' })
		expect((await ask('/healthz')).text).toBe('ok')
		const ready = await ask('/readyz')
		expect(ready.status).toBe(200)
		expect(JSON.parse(ready.text)).toEqual({
			...{ ready: true, database: true, writes: true, draining: false },
			release: 'abc',
		})
		expect(ready.headers['cache-control']).toBe('no-store')
	})

	it.each([
		['says no', async () => false],
		['fails', () => Promise.reject(new Error('no database'))],
		[
			'throws',
			() => {
				throw new Error('No database is open in this process')
			},
		],
	])('is not ready when the database %s', async (_, databaseAnswers) => {
		const { ask } = await startServer({ databaseAnswers })
		const ready = await ask('/readyz')
		expect(ready.status).toBe(503)
		expect(ready.headers['retry-after']).toBe('5')
		expect(JSON.parse(ready.text)).toMatchObject({ ready: false, database: false })
		expect((await ask('/healthz')).status).toBe(200)
	})

	it('is not ready but alive when the database accepts no writes', async () => {
		const { ask } = await startServer({ databaseTakesWrites: async () => false })
		const ready = await ask('/readyz')
		expect(ready.status).toBe(503)
		expect(JSON.parse(ready.text)).toMatchObject({ ready: false, database: true, writes: false })
		expect((await ask('/healthz')).status).toBe(200)
	})

	it('is not ready when the database hangs', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
		const queried = Promise.withResolvers<void>()
		const { ask } = await startServer({
			databaseAnswers: () => {
				queried.resolve()
				return new Promise(() => undefined)
			},
		})
		const answer = ask('/readyz')
		await queried.promise
		await vi.advanceTimersByTimeAsync(2000)
		vi.useRealTimers()
		expect((await answer).status).toBe(503)
	})
})

describe('a node that was suspended', () => {
	const screens = pagesWith(
		'/dashboard',
		(_req, res) => void res.writeHead(200, { 'content-type': 'text/html' }).end('a screen'),
	)

	it('serves pages after it has checked for removals, and screens, which query the database, immediately', async () => {
		const checked = Promise.withResolvers<boolean>()
		const { ask, store } = await startServer({ pages: screens, catchUp: () => checked.promise })
		const page = ask('/courses/5')
		expect((await ask('/dashboard')).text).toBe('a screen')
		store.remove('/courses/5')
		checked.resolve(true)
		expect((await page).status).toBe(404)
	})

	it('serves its old pages if it cannot check, and returns 503 for missing ones', async () => {
		const renderPublicPage = vi.fn(async () => undefined)
		const { ask } = await startServer({ catchUp: async () => false, renderPublicPage })
		expect((await ask('/courses/5')).status).toBe(200)
		const unknown = await ask('/courses/6')
		expect(unknown.status).toBe(503)
		expect(unknown.headers['retry-after']).toBeDefined()
		expect(renderPublicPage).not.toHaveBeenCalled()
	})
})

describe('stopping', () => {
	function slowServer() {
		const started = Promise.withResolvers<void>()
		const mayEnd = Promise.withResolvers<void>()
		const api = new ApiRouter()
		addRoute(api, 'GET', '/api/slow', async () => {
			started.resolve()
			await mayEnd.promise
			return json('finished')
		})
		return { api, began: started.promise, end: mayEnd.resolve }
	}

	it('completes a running request, accepts no new connection and closes idle ones', async () => {
		const { api, began, end } = slowServer()
		const { ask, server, port } = await startServer({ api })
		const idle = connect(port, '127.0.0.1')
		idle.write(wire('GET /healthz HTTP/1.1', `Host: ${HOST}`))
		await once(idle, 'data')
		const running = ask('/api/slow')
		await began
		const idleClosed = once(idle.resume(), 'close')
		const drained = server.drain(5000)
		await idleClosed
		await expect(ask('/healthz')).rejects.toThrow('ECONNREFUSED')
		end()
		const answer = await running
		expect(answer.text).toBe('"finished"')
		expect(answer.headers.connection).toBe('close')
		await drained
	})

	/** Opens a keep-alive connection that has completed a request. */
	async function idleConnection(port: number) {
		const socket = connect(port, '127.0.0.1').setEncoding('utf8')
		socket.write(wire('GET /healthz HTTP/1.1', `Host: ${HOST}`))
		await once(socket, 'data')
		let read = ''
		socket.on('data', (part: string) => {
			read += part
		})
		const closed = once(socket, 'close')
		return { socket, closed, read: () => read }
	}

	const stopTimers = () => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
		onTestFinished(() => void vi.useRealTimers())
	}

	/** How long a node keeps serving after it announced its stop. */
	const NOTICE = 3_000
	/** How long idle connections stay open after that. */
	const GRACE = 5_000

	it('behind a proxy announces the stop and keeps serving for a moment', async () => {
		const api = new ApiRouter()
		addRoute(api, 'POST', '/api/x', () => json('written'))
		const { server, port, ask } = await startServer({ api, trustProxyHops: 1 })
		const { socket, closed, read } = await idleConnection(port)
		stopTimers()
		const drained = server.drain(10_000)
		expect((await ask('/healthz')).status).toBe(503)
		expect(JSON.parse((await ask('/readyz')).text)).toMatchObject({ ready: false, draining: true })
		expect((await ask('/api/x', { method: 'POST' })).text).toBe('"written"')
		socket.write(wire('POST /api/x HTTP/1.1', `Host: ${HOST}`, 'Content-Length: 0'))
		await once(socket, 'data')
		expect(read()).toMatch(/\r\nConnection: keep-alive\r\n[\s\S]*"written"$/)
		await vi.advanceTimersByTimeAsync(NOTICE)
		await vi.advanceTimersByTimeAsync(GRACE)
		await Promise.all([closed, drained])
		await expect(ask('/healthz')).rejects.toThrow('ECONNREFUSED')
	})

	it('behind a proxy answers one more request on an idle connection, then closes it, and is not ready', async () => {
		const api = new ApiRouter()
		addRoute(api, 'POST', '/api/x', () => json('written'))
		const { server, port, ask } = await startServer({ api, trustProxyHops: 1 })
		const [posting, asking] = [await idleConnection(port), await idleConnection(port)]
		stopTimers()
		const drained = server.drain(10_000)
		await vi.advanceTimersByTimeAsync(NOTICE)
		posting.socket.write(wire('POST /api/x HTTP/1.1', `Host: ${HOST}`, 'Content-Length: 0'))
		asking.socket.write(wire('GET /readyz HTTP/1.1', `Host: ${HOST}`))
		await Promise.all([posting.closed, asking.closed])
		expect(posting.read()).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nConnection: close\r\n[\s\S]*"written"$/)
		expect(asking.read()).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nConnection: close\r\n[\s\S]*"draining":true/)
		// All connections are closed without further waiting.
		await drained
		await expect(ask('/healthz')).rejects.toThrow('ECONNREFUSED')
		expect(vi.getTimerCount()).toBe(0)
	})

	it('behind a proxy lets the proxy close idle connections for five seconds', async () => {
		const { server, port } = await startServer({ trustProxyHops: 1 })
		const { closed, socket } = await idleConnection(port)
		stopTimers()
		const drained = server.drain(10_000)
		await vi.advanceTimersByTimeAsync(NOTICE)
		await vi.advanceTimersByTimeAsync(GRACE - 1)
		expect(socket.closed).toBe(false)
		await vi.advanceTimersByTimeAsync(1)
		await closed
		await drained
		expect(vi.getTimerCount()).toBe(0)
	})

	it('without a proxy closes idle connections immediately', async () => {
		const { server, port } = await startServer()
		const { closed } = await idleConnection(port)
		stopTimers()
		await Promise.all([server.drain(5000), closed])
		expect(vi.getTimerCount()).toBe(0)
	})

	it('marks a running response as the last one of its connection', async () => {
		const { api, began, end } = slowServer()
		const { server, port } = await startServer({ api, trustProxyHops: 1 })
		const { socket, closed, read } = await idleConnection(port)
		stopTimers()
		socket.write(wire('GET /api/slow HTTP/1.1', `Host: ${HOST}`))
		await began
		const drained = server.drain(5000)
		await vi.advanceTimersByTimeAsync(NOTICE)
		end()
		await closed
		expect(read()).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nConnection: close\r\n[\s\S]*"finished"$/)
		await drained
	})

	it('has a time limit', async () => {
		const { api, began } = slowServer()
		const { ask, server } = await startServer({ api })
		const running = ask('/api/slow')
		const aborted = expect(running).rejects.toThrow(/socket hang up|ECONNRESET/)
		await began
		await server.drain(50)
		await aborted
	})
})
