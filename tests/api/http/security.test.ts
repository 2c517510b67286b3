import { describe, expect, it } from 'vitest'
import { ApiRouter } from '#src/server/http/api-router.ts'
import { securityHeaders } from '#src/server/http/headers.ts'
import { onDemandPages } from '#src/server/http/pages.ts'
import { HARD_BODY_LIMIT } from '#src/server/http/read-body.ts'
import { addRoute, HOST, json, pagesWith, sampleStore, startServer, wire } from './support.ts'

const onEveryAnswer = {
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'strict-origin-when-cross-origin',
	'x-frame-options': 'DENY',
	'cross-origin-opener-policy': 'same-origin',
	'permissions-policy': expect.stringContaining('camera=()'),
}
const inert = "default-src 'none'; frame-ancestors 'none'"

function api(): ApiRouter {
	const router = new ApiRouter()
	addRoute(router, 'GET', '/api/thing', () => json({ ok: true }))
	addRoute(router, 'GET', '/api/broken', () => Promise.reject(new Error('a bug')))
	addRoute(router, 'POST', '/api/thing', () => json({}))
	return router
}

describe('security headers', () => {
	it.each([
		['a static page', 200, '/', {}],
		['a page not modified', 304, '/', { headers: { 'if-none-match': '*' } }],
		['a sound', 200, '/sound%20file.mp3', {}],
		['a part of a sound', 206, '/sound%20file.mp3', { headers: { range: 'bytes=0-1' } }],
		['a part that is not there', 416, '/sound%20file.mp3', { headers: { range: 'bytes=5000-' } }],
		['the 404 page', 404, '/nope', {}],
		['a redirect', 301, '/courses/', {}],
		['an endpoint', 200, '/api/thing', {}],
		['an unknown endpoint', 404, '/api/nope', {}],
		['a wrong method', 405, '/api/thing', { method: 'DELETE' }],
		['the allowed methods', 204, '/api/thing', { method: 'OPTIONS' }],
		['a failing endpoint', 500, '/api/broken', {}],
		['a bad path', 400, '/%00', {}],
		['another host', 421, '/', { headers: { host: 'evil.example' } }],
		['an on-demand page', 200, '/dashboard', {}],
		['health', 200, '/healthz', {}],
		['readiness', 200, '/readyz', {}],
		['a body too large', 413, '/api/thing', { method: 'POST', body: Buffer.alloc(HARD_BODY_LIMIT + 1) }],
	])('are on %s', async (_, status, path, options) => {
		const pages = pagesWith(
			'/dashboard',
			(_req, res) => void res.writeHead(200, { 'content-type': 'text/html' }).end('x'),
		)
		const { ask } = await startServer({ api: api(), pages })
		const answer = await ask(path, options)
		expect(answer.status).toBe(status)
		expect(answer.headers).toMatchObject(onEveryAnswer)
		const isHtml = answer.headers['content-type']?.startsWith('text/html') || status === 304
		expect(answer.headers['content-security-policy']).toEqual(isHtml ? expect.stringContaining('script-src') : inert)
	})

	it('are on what is no request at all', async () => {
		const { raw } = await startServer()
		const answer = await raw('GET / HTTP/1.1\r\nhost: a\r\nbad header\r\n\r\n')
		expect(answer).toMatch(/^HTTP\/1\.1 400 /)
		expect(answer).toContain('X-Content-Type-Options: nosniff')
	})

	it('allow what the pages need and no more', async () => {
		const { ask } = await startServer()
		const policy = (await ask('/')).headers['content-security-policy'] ?? ''
		const directives = Object.fromEntries(
			String(policy)
				.split('; ')
				.map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
		)
		expect(directives).toMatchObject({
			'script-src': "'self' 'sha256-built='",
			'style-src-elem': "'self'",
			'style-src-attr': "'unsafe-inline'",
			'media-src': "'self' https: http://localhost:* http://127.0.0.1:*",
			'frame-src': 'https://www.youtube-nocookie.com https://player.vimeo.com',
			'object-src': "'none'",
			'frame-ancestors': "'none'",
			'form-action': "'self'",
		})
		expect(policy).not.toContain('upgrade-insecure-requests')
	})

	it('keep browsers on https where the site is there, and close the door to local media', async () => {
		const security = securityHeaders({
			publicUrl: `https://${HOST}`,
			production: true,
			scriptHashes: [],
			styleHashes: [],
		})
		const { ask } = await startServer({ security })
		const { headers } = await ask('/')
		expect(headers['strict-transport-security']).toBe('max-age=31536000')
		expect(headers['content-security-policy']).toContain('upgrade-insecure-requests')
		expect(headers['content-security-policy']).toContain("media-src 'self' https:;")
		expect((await ask('/api/x')).headers['strict-transport-security']).toBeDefined()
	})

	it('let the hosts that the settings name play videos in a frame, and nothing more', () => {
		const settings = { publicUrl: `https://${HOST}`, production: true, scriptHashes: [], styleHashes: [] }
		const policyOf = (videoFrameHosts: string[]) => securityHeaders({ ...settings, videoFrameHosts }).html[1] ?? ''
		const players = 'frame-src https://www.youtube-nocookie.com https://player.vimeo.com'
		expect(policyOf([])).toContain(`${players};`)
		expect(policyOf(['play.example'])).toBe(policyOf([]).replace(players, `${players} https://play.example`))
	})

	it('let podcast players of other sites load the sound, and nothing else', async () => {
		const { ask } = await startServer()
		expect((await ask('/sound%20file.mp3')).headers['cross-origin-resource-policy']).toBe('cross-origin')
		expect((await ask('/')).headers['cross-origin-resource-policy']).toBe('same-origin')
	})
})

describe('the host', () => {
	it.each([
		['another', ['Host: evil.example']],
		['one with a port', [`Host: ${HOST}:81`]],
		['one with a path', [`Host: ${HOST}/twin`]],
		['one with a user', [`Host: x@${HOST}`]],
		['none', []],
		['an empty one', ['Host:']],
		['two', [`Host: ${HOST}`, 'Host: evil.example']],
		['the same twice', [`Host: ${HOST}`, `host: ${HOST}`]],
	])('is refused: %s', async (_, lines) => {
		const { raw } = await startServer()
		const answer = await raw(wire('GET / HTTP/1.1', ...lines, 'Connection: close'))
		expect(answer).toMatch(/^HTTP\/1\.1 421 /)
		expect(answer).toContain('Content-Type: text/plain')
		expect(answer).not.toContain('evil')
	})

	it('is the same in capitals', async () => {
		const { ask } = await startServer()
		expect((await ask('/', { headers: { host: HOST.toUpperCase() } })).status).toBe(200)
	})

	it('does not matter for health, which a load balancer asks by address', async () => {
		const { raw } = await startServer()
		for (const path of ['/healthz', '/readyz'])
			expect(await raw(wire(`GET ${path} HTTP/1.1`, 'Host: 10.0.0.7', 'Connection: close'))).toMatch(/^HTTP\/1\.1 200 /)
		expect(await raw(wire('GET /healthz HTTP/1.0'))).toMatch(/^HTTP\/1\.1 200 /)
	})

	it('is not taken from X-Forwarded-Host', async () => {
		const { ask } = await startServer()
		expect((await ask('/', { headers: { host: 'evil.example', 'x-forwarded-host': HOST } })).status).toBe(421)
		expect((await ask('/', { headers: { 'x-forwarded-host': 'evil.example' } })).status).toBe(200)
	})
})

describe('a path', () => {
	it.each([
		`http://${HOST}/`,
		'http://evil.example/',
		'*',
		'/%00',
		'/a%00b',
		'/a%0d%0aSet-Cookie:x',
		'/..',
		'/../etc/passwd',
		'/a/../../etc/passwd',
		'/%2e%2e/etc/passwd',
		'/.%2E/x',
		'/a/./b',
		'/a%2fb',
		'/a%5Cb',
		'/a\\b',
		'/%252e%252e/x',
		'/%2574win',
		'/%',
		'/%zz',
		'/%c0%ae%c0%ae/',
		'/%ed%a0%80',
		'/#x',
		'/?x=\u007f',
		'/x/?q=é',
	])('%j is refused', async (path) => {
		const { raw } = await startServer()
		const answer = await raw(wire(`GET ${path} HTTP/1.1`, `Host: ${HOST}`, 'Connection: close'))
		expect(answer).toMatch(/^HTTP\/1\.1 400 /)
		expect(answer).not.toMatch(/set-cookie/i)
	})

	it('may hold what people write', async () => {
		const { ask } = await startServer()
		for (const path of ['/caf%C3%A9', '/100%25', "/it's|here", '/a;b=c', '/~me', '/...', `/${'x'.repeat(8000)}`])
			expect((await ask(path)).status).toBe(404)
	})

	it('longer than 16 KiB with its headers is refused', async () => {
		const { raw } = await startServer()
		expect(await raw(wire(`GET /${'x'.repeat(20_000)} HTTP/1.1`, `Host: ${HOST}`))).toMatch(/^HTTP\/1\.1 431 /)
	})
})

describe('the twins', () => {
	const manifest = {
		routes: [
			{ routeData: { route: '/twin', pattern: /^\/twin$/i, prerender: false } },
			{ routeData: { route: '/twin/courses/[id]', pattern: /^\/twin\/courses\/[^/]+$/i, prerender: false } },
			{ routeData: { route: '/_image', pattern: /^\/_image$/, prerender: false } },
			{ routeData: { route: '/_server-islands/[name]', pattern: /^\/_server-islands\/[^/]+$/, prerender: false } },
			{ routeData: { route: '/dashboard', pattern: /^\/dashboard$/, prerender: false } },
			{ routeData: { route: '/courses', pattern: /^\/courses$/, prerender: true } },
		],
	}

	it.each([
		'/twin',
		'/twin?x=1',
		'/TWIN',
		'/%74win',
		'/tw%69n/courses/1',
		'/twin/courses/1',
		'//twin',
		'/twin/',
		'/_image?href=/x.png',
		'/_server-islands/Any',
		'/courses',
	])('%j is 404 from outside', async (path) => {
		let rendered = 0
		const pages = onDemandPages(manifest, (_req, res) => {
			rendered++
			res.end('secret')
		})
		const { ask } = await startServer({ pages })
		const answer = await ask(path)
		expect(answer.status).toBe(404)
		expect(rendered).toBe(0)
	})

	it('do not take ordinary pages with them', async () => {
		const pages = onDemandPages(manifest, (_req, res) => void res.end('hello'))
		const { ask } = await startServer({ pages })
		expect((await ask('/dashboard')).text).toBe('hello')
		expect((await ask('/dashboard', { method: 'POST' })).status).toBe(405)
		expect((await ask('/nope', { method: 'POST' })).status).toBe(404)
	})
})

describe('the client address', () => {
	async function seenBy(hops: number, lines: string[]): Promise<string> {
		const router = new ApiRouter()
		addRoute(router, 'GET', '/api/me', (request) => json(request.clientAddress))
		const { ask } = await startServer({ api: router, trustProxyHops: hops })
		return JSON.parse((await ask('/api/me', { headers: { 'x-forwarded-for': lines } })).text)
	}

	it.each([
		[0, ['203.0.113.9'], '127.0.0.1'],
		[1, [], '127.0.0.1'],
		[1, ['203.0.113.9'], '203.0.113.9'],
		[1, ['1.1.1.1, 203.0.113.9'], '203.0.113.9'],
		[1, ['1.1.1.1', '203.0.113.9'], '203.0.113.9'],
		[2, ['6.6.6.6, 203.0.113.9, 10.0.0.1'], '203.0.113.9'],
		[2, ['6.6.6.6', '203.0.113.9', '10.0.0.1'], '203.0.113.9'],
		[2, ['203.0.113.9'], '127.0.0.1'],
		[1, ['unknown'], '127.0.0.1'],
		[1, ['203.0.113.9:4711'], '203.0.113.9'],
		[1, ['[2001:db8::1]:4711'], '2001:db8::1'],
		[1, ['::ffff:203.0.113.9'], '203.0.113.9'],
		[1, ['2001:db8::2'], '2001:db8::2'],
		[1, ['203.0.113.9,'], '127.0.0.1'],
	])('with %i proxies and %j is %s', async (hops, lines, address) => {
		expect(await seenBy(hops, lines)).toBe(address)
	})
})

describe('an on-demand page', () => {
	const policy = (hash: string) => ({
		'content-type': 'text/html',
		'content-security-policy': `script-src 'self' '${hash}'; style-src 'self' 'sha256-style='`,
	})

	it('gets the policy of the site, uncached, and its locals', async () => {
		const pages = pagesWith('/dashboard', (_req, res, _next, locals) => {
			res.writeHead(200, policy('sha256-built=')).end(JSON.stringify(locals))
		})
		const { ask } = await startServer({ pages, trustProxyHops: 1 })
		const answer = await ask('/dashboard', { headers: { 'x-forwarded-for': '203.0.113.9' } })
		const home = await ask('/')
		expect(answer.headers['content-security-policy']).toBe(home.headers['content-security-policy'])
		expect(answer.headers['cache-control']).toBe('private, no-store')
		expect(JSON.parse(answer.text)).toEqual({
			clientAddress: '203.0.113.9',
			requestId: expect.stringMatching(/^[\w-]{36}$/),
		})
	})

	it('keeps a script hash that only Astro knows of', async () => {
		const pages = pagesWith('/dashboard', (_req, res) => void res.writeHead(200, policy('sha256-new=')).end('x'))
		const { ask } = await startServer({ pages })
		const found = (await ask('/dashboard')).headers['content-security-policy']
		expect(found).toContain("script-src 'self' 'sha256-built=' 'sha256-new='")
		expect(found).not.toContain('sha256-style=')
	})

	it('keeps its redirects, cookies and own caching', async () => {
		const pages = pagesWith('/admin', (_req, res) => {
			res.writeHead(302, { location: '/auth', 'set-cookie': ['a=1', 'b=2'], 'cache-control': 'no-cache' }).end()
		})
		const { ask } = await startServer({ pages })
		const answer = await ask('/admin')
		expect(answer.status).toBe(302)
		expect(answer.headers).toMatchObject({
			location: '/auth',
			'set-cookie': ['a=1', 'b=2'],
			'cache-control': 'no-cache',
		})
		expect(answer.headers).toMatchObject(onEveryAnswer)
	})

	it('that breaks says so with a number, and nothing of the error', async () => {
		const pages = pagesWith('/dashboard', (_req, res) => {
			res.statusCode = 500
			res.end('Internal Server Error at /srv/secret.ts')
		})
		const { ask } = await startServer({ pages })
		const answer = await ask('/dashboard')
		expect(answer.status).toBe(500)
		expect(answer.text).toContain(String(answer.headers['x-request-id']))
		expect(answer.text).not.toContain('secret')
		const thrown = await startServer({ pages: pagesWith('/x', () => Promise.reject(new Error('secret'))) })
		expect((await thrown.ask('/x')).status).toBe(500)
	})

	it('that no route takes is the public page, or unknown', async () => {
		const pages = pagesWith('/courses/9', (_req, _res, next) => next())
		const store = sampleStore()
		const page = store.get('/')
		const { ask } = await startServer({
			pages,
			renderPublicPage: async (path) => (path === '/courses/9' ? page : undefined),
		})
		expect((await ask('/courses/9')).status).toBe(200)
		expect((await ask('/courses/10')).status).toBe(404)
	})
})
