import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { ApiRouter } from '#src/platform/http/api-router.ts'
import type { ApiReply } from '#src/platform/http/api-types.ts'
import { log } from '#src/platform/log.ts'
import { addRoute, json, startServer } from './support.ts'

const echo = new ApiRouter()
addRoute(echo, 'GET', '/api/echo/:id', ({ method, path, params, query, header, headersDistinct, requestId }) =>
	json({
		method,
		path,
		params,
		query: [...query],
		cookie: header('Cookie'),
		lines: headersDistinct('X-Line'),
		requestId,
	}),
)
addRoute(echo, 'GET', '/api/long', () => ({
	...json('word '.repeat(1000)),
	headers: [
		['Content-Type', 'application/json'],
		['ETag', '"v1"'],
		['Vary', 'Cookie'],
	],
}))
addRoute(echo, 'DELETE', '/api/echo/:id', () => ({ status: 204, headers: [], body: undefined }))
addRoute(echo, 'GET', '/api/cookies', () => ({
	status: 200,
	headers: [
		['Set-Cookie', 'a=1'],
		['Set-Cookie', 'b=2'],
		['Cache-Control', 'public, max-age=5'],
	],
	body: 'x',
}))
addRoute(echo, 'GET', '/api/broken', () => Promise.reject(new Error('a bug with a secret')))

const errorReply = (status: number): ApiReply => ({
	status,
	headers: [['Content-Type', 'text/plain']],
	body: 'a sentence',
})
addRoute(echo, 'GET', '/media/:id/:name', ({ params }) => errorReply(Number(params.id)))
addRoute(echo, 'GET', '/api/files/:id', ({ params }) => errorReply(Number(params.id)))

let yielded = 0
async function* pieces(isBroken: boolean) {
	for (yielded = 0; yielded < 3; yielded++) {
		if (isBroken && yielded === 2) throw new Error('the database went away')
		yield `piece ${yielded}\n`
	}
}
for (const [path, isBroken] of [
	['/api/pieces', false],
	['/api/broken-pieces', true],
] as const)
	addRoute(echo, 'GET', path, () => ({
		status: 200,
		headers: [['Content-Type', 'text/html; charset=utf-8']],
		body: pieces(isBroken),
	}))

const start = () => startServer({ api: echo })

describe('an endpoint', () => {
	it('receives its request unchanged', async () => {
		const { ask } = await start()
		const answer = await ask('/api/echo/caf%C3%A9?a=1&a=2&b=%2F', {
			headers: { cookie: 'x=1', 'x-line': ['one', 'two'], 'x-request-id': 'forged' },
		})
		const { requestId, ...seen } = JSON.parse(answer.text)
		expect(seen).toEqual({
			method: 'GET',
			path: '/api/echo/caf%C3%A9',
			params: { id: 'café' },
			query: [
				['a', '1'],
				['a', '2'],
				['b', '/'],
			],
			cookie: 'x=1',
			lines: ['one', 'two'],
		})
		expect(answer.headers['x-request-id']).toBe(requestId)
		expect(requestId).toMatch(/^[\da-f-]{36}$/)
	})

	it('is private and uncached by default, and may set several cookies', async () => {
		const { ask } = await start()
		expect((await ask('/api/echo/1')).headers['cache-control']).toBe('private, no-store')
		const answer = await ask('/api/cookies')
		expect(answer.headers['cache-control']).toBe('public, max-age=5')
		expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2'])
	})

	it('handles HEAD, OPTIONS and wrong methods', async () => {
		const { ask } = await start()
		const head = await ask('/api/echo/1', { method: 'HEAD' })
		expect(head.status).toBe(200)
		expect(head.body.length).toBe(0)
		const options = await ask('/api/echo/1', { method: 'OPTIONS' })
		expect(options.status).toBe(204)
		const wrong = await ask('/api/echo/1', { method: 'PATCH' })
		expect([wrong.status, wrong.text]).toEqual([405, 'Method not allowed'])
		for (const answer of [options, wrong]) expect(answer.headers.allow).toBe('GET, HEAD, DELETE, OPTIONS')
		const deleted = await ask('/api/echo/1', { method: 'DELETE' })
		expect([deleted.status, deleted.headers['content-length']]).toEqual([204, undefined])
	})

	it.each([
		'/api',
		'/api/',
		'/api/echo/1/',
		'/api/echo//',
		'/api/echo/1/2',
		'/api/ECHO/1',
		'/api/constructor',
		'/api/__proto__',
	])('does not exist at %j', async (path) => {
		const { ask } = await start()
		const answer = await ask(path, { headers: { accept: 'text/html' } })
		expect([answer.status, answer.text]).toEqual([404, 'Not found'])
		expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
	})

	it('that throws returns 500 with the id of the log entry', async () => {
		const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined)
		const { ask } = await start()
		const answer = await ask('/api/broken?token=secret')
		expect(answer.status).toBe(500)
		expect(answer.text).not.toContain('secret')
		expect(answer.text).toContain(String(answer.headers['x-request-id']))
		expect(logged).toHaveBeenCalledWith(
			expect.objectContaining({ requestId: answer.headers['x-request-id'], path: '/api/broken' }),
			'request failed',
		)
	})

	it('may stream its response with the usual headers, and does no work for HEAD', async () => {
		const { ask } = await start()
		const answer = await ask('/api/pieces')
		expect(answer.text).toBe('piece 0\npiece 1\npiece 2\n')
		expect(answer.headers).toMatchObject({ 'transfer-encoding': 'chunked', 'cache-control': 'private, no-store' })
		expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
		yielded = -1
		expect((await ask('/api/pieces', { method: 'HEAD' })).body.length).toBe(0)
		expect(yielded).toBe(-1)
	})

	it('that fails while streaming is cut off, so clients do not mistake a part for the whole', async () => {
		const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined)
		const { ask } = await start()
		await expect(ask('/api/broken-pieces')).rejects.toThrow(/aborted|hang up/)
		expect(logged).toHaveBeenCalledWith(expect.objectContaining({ path: '/api/broken-pieces' }), 'request failed')
	})

	it('is compressed if long and accepted, with a weak ETag', async () => {
		const { ask } = await start()
		const plain = await ask('/api/long')
		expect(plain.headers).toMatchObject({ etag: '"v1"', vary: 'Cookie, Accept-Encoding' })
		for (const [name, decode] of [
			['br', brotliDecompressSync],
			['gzip', gunzipSync],
		] as const) {
			const answer = await ask('/api/long', { headers: { 'accept-encoding': name } })
			expect(answer.headers).toMatchObject({
				'content-encoding': name,
				etag: 'W/"v1"',
				vary: 'Cookie, Accept-Encoding',
			})
			expect(decode(answer.body).toString()).toBe(plain.text)
			expect(answer.headers['content-length']).toBe(String(answer.body.length))
		}
		const short = await ask('/api/echo/1', { headers: { 'accept-encoding': 'br' } })
		expect(short.headers['content-encoding']).toBeUndefined()
	})

	it('is logged without its query, and static files are not logged', async () => {
		const level = log.level
		log.level = 'info'
		const logged = vi.spyOn(log, 'info').mockImplementation(() => undefined)
		const { ask } = await start()
		const answer = await ask('/api/echo/1?token=secret', { headers: { cookie: 'session=secret' } })
		await ask('/')
		await vi.waitFor(() => expect(logged).toHaveBeenCalledOnce())
		expect(logged).toHaveBeenCalledWith(
			{
				requestId: answer.headers['x-request-id'],
				method: 'GET',
				path: '/api/echo/1',
				status: 200,
				ms: expect.any(Number),
			},
			'request',
		)
		log.level = level
	})
})

describe('a file without permission', () => {
	const read = async (path: string, accept: string) => {
		const { ask } = await start()
		const { status, text, headers } = await ask(path, { headers: { accept } })
		return [status, text, headers['content-type']]
	}
	const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'
	const PAGE = 'text/html; charset=utf-8'

	it('returns an HTML page to a browser', async () => {
		expect(await read('/media/401/sheet.pdf', BROWSER)).toEqual([401, expect.stringContaining('Please Sign In'), PAGE])
		expect(await read('/media/404/sheet.pdf', BROWSER)).toEqual([404, expect.stringContaining('Page Not Found'), PAGE])
	})

	it.each([
		['a page that shows it', '/media/401/sheet.pdf', 'image/avif,image/webp,*/*;q=0.8'],
		['a script', '/media/401/sheet.pdf', '*/*'],
		['an API call opened in a browser', '/api/files/401', BROWSER],
		['another error', '/media/503/sheet.pdf', BROWSER],
	])('returns a sentence for %s', async (_, path, accept) => {
		const status = Number(path.split('/')[path.startsWith('/api') ? 3 : 2])
		expect(await read(path, accept)).toEqual([status, 'a sentence', expect.stringContaining('text/plain')])
	})
})
