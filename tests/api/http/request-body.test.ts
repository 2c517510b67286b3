import { describe, expect, it } from 'vitest'
import { ApiError } from '#src/lib/api/errors.ts'
import { ApiRouter } from '#src/platform/http/api-router.ts'
import { HARD_BODY_LIMIT } from '#src/platform/http/read-body.ts'
import { addRoute, HOST, json, startServer, wire } from './support.ts'

const echo = new ApiRouter()
addRoute(echo, 'GET', '/api/echo/:id', () => json({}))
addRoute(echo, 'POST', '/api/echo', async (request) => {
	try {
		return json({ length: (await request.readBody(HARD_BODY_LIMIT)).length })
	} catch (error) {
		if (!(error instanceof ApiError)) throw error
		return { status: error.status, headers: [['Content-Type', 'text/plain']], body: error.text }
	}
})
addRoute(echo, 'POST', '/api/unread', () => ({ status: 401, headers: [], body: undefined }))

const start = () => startServer({ api: echo })

describe('a request body', () => {
	it('arrives complete, with a length or chunked', async () => {
		const { ask } = await start()
		const body = Buffer.alloc(HARD_BODY_LIMIT, 'x')
		expect((await ask('/api/echo', { method: 'POST', body })).text).toBe(`{"length":${HARD_BODY_LIMIT}}`)
		const chunked = await ask('/api/echo', { method: 'POST', body, headers: { 'transfer-encoding': 'chunked' } })
		expect(chunked.text).toBe(`{"length":${HARD_BODY_LIMIT}}`)
	})

	it('is rejected by its declared length before it is sent', async () => {
		const { raw } = await start()
		const head = ['Content-Length: 1048577', `Host: ${HOST}`]
		const paths = ['/api/echo', '/', '/nope', '/api/nope']
		for (const answer of await Promise.all(paths.map((path) => raw(wire(`POST ${path} HTTP/1.1`, ...head))))) {
			expect(answer).toMatch(/^HTTP\/1\.1 413 /)
			expect(answer).toContain('Connection: close')
			expect(answer).toContain('The request body is too large')
		}
	})

	it('is rejected before "continue"', async () => {
		const { raw } = await start()
		const answer = await raw(
			wire('POST /api/echo HTTP/1.1', `Host: ${HOST}`, 'Content-Length: 99999999', 'Expect: 100-continue'),
		)
		expect(answer).toMatch(/^HTTP\/1\.1 413 /)
		const { ask } = await start()
		const allowed = await ask('/api/echo', {
			method: 'POST',
			body: Buffer.from('abc'),
			headers: { expect: '100-continue' },
		})
		expect(allowed.text).toBe('{"length":3}')
	})

	it('is rejected by its actual length if chunked, and the whole response arrives', async () => {
		const { raw } = await start()
		const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
		const answer = await raw(
			wire('POST /api/echo HTTP/1.1', `Host: ${HOST}`, 'Transfer-Encoding: chunked') + chunk.repeat(40),
		)
		expect(answer).toMatch(/^HTTP\/1\.1 413 /)
		expect(answer).toContain('Connection: close')
		expect(answer).toContain('The request body is too large')
	})

	it('that is not read does not keep the connection busy', async () => {
		const { raw } = await start()
		const head = [`Host: ${HOST}`, 'Transfer-Encoding: chunked']
		for (const line of ['POST /api/unread HTTP/1.1', 'GET / HTTP/1.1']) {
			const answer = await raw(`${wire(line, ...head)}5\r\nhello\r\n`)
			expect(answer).toMatch(/^HTTP\/1\.1 (401|200) /)
			expect(answer).toContain('onnection: close')
		}
	})

	it.each([
		['two lengths', ['Content-Length: 3', 'Content-Length: 4']],
		['a length and chunks', ['Content-Length: 3', 'Transfer-Encoding: chunked']],
		['a negative length', ['Content-Length: -1']],
		['a length with a sign', ['Content-Length: +3']],
		['an unknown coding', ['Transfer-Encoding: xchunked']],
	])('cannot be smuggled with %s', async (_, lines) => {
		const { raw } = await start()
		const answer = await raw(`${wire('POST /api/echo HTTP/1.1', `Host: ${HOST}`, ...lines)}abc`)
		expect(answer).toMatch(/^HTTP\/1\.1 400 /)
		expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
	})

	it('that ends early is logged as 400 without further harm', async () => {
		const { port, ask } = await start()
		const { connect } = await import('node:net')
		const socket = connect(port, '127.0.0.1')
		socket.write(`${wire('POST /api/echo HTTP/1.1', `Host: ${HOST}`, 'Content-Length: 10')}abc`)
		socket.end()
		await new Promise((resolve) => socket.once('close', resolve).resume())
		expect((await ask('/api/echo/1')).status).toBe(200)
	})
})
