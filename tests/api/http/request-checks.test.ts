import { describe, expect, it } from 'vitest'
import { ApiRouter } from '#src/platform/http/api-router.ts'
import { onDemandPages } from '#src/platform/http/pages.ts'
import { addRoute, HOST, json, startServer, wire } from './support.ts'

describe('the host', () => {
	it.each([
		['another', ['Host: evil.example']],
		['one with a port', [`Host: ${HOST}:81`]],
		['one with a path', [`Host: ${HOST}/render`]],
		['one with a user', [`Host: x@${HOST}`]],
		['none', []],
		['an empty one', ['Host:']],
		['two', [`Host: ${HOST}`, 'Host: evil.example']],
		['the same twice', [`Host: ${HOST}`, `host: ${HOST}`]],
	])('is rejected: %s', async (_, lines) => {
		const { raw } = await startServer()
		const answer = await raw(wire('GET / HTTP/1.1', ...lines, 'Connection: close'))
		expect(answer).toMatch(/^HTTP\/1\.1 421 /)
		expect(answer).toContain('Content-Type: text/plain')
		expect(answer).not.toContain('evil')
	})

	it('is case-insensitive', async () => {
		const { ask } = await startServer()
		expect((await ask('/', { headers: { host: HOST.toUpperCase() } })).status).toBe(200)
	})

	it('is not checked for health, which load balancers request by IP address', async () => {
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

describe('an absolute request target', () => {
	const answerTo = async (target: string, ...lines: string[]) => {
		const { raw } = await startServer()
		return raw(wire(`GET ${target} HTTP/1.1`, ...lines, 'Connection: close'))
	}

	it.each([
		`http://${HOST}/`,
		`https://${HOST.toUpperCase()}/`,
		`HTTP://${HOST}`,
		`http://${HOST}?x=1`,
		`http://${HOST}/?x`,
	])('%s is read as its path', async (target) => {
		expect(await answerTo(target, `Host: ${HOST}`)).toMatch(/^HTTP\/1\.1 200 /)
		// The target's host takes precedence over the header (RFC 9112, 3.2.2).
		expect(await answerTo(target, 'Host: evil.example')).toMatch(/^HTTP\/1\.1 200 /)
	})

	it('of another host, or with no or two Host headers, is rejected like a relative one', async () => {
		expect(await answerTo('http://evil.example/', `Host: ${HOST}`)).toMatch(/^HTTP\/1\.1 421 /)
		expect(await answerTo(`http://${HOST}:81/`, `Host: ${HOST}`)).toMatch(/^HTTP\/1\.1 421 /)
		expect(await answerTo(`http://${HOST}/`)).toMatch(/^HTTP\/1\.1 421 /)
		expect(await answerTo(`http://${HOST}/`, `Host: ${HOST}`, `Host: ${HOST}`)).toMatch(/^HTTP\/1\.1 421 /)
	})

	it.each(['', '/%2e%2e/x', '//..', '/a\\b', '/%00', '/#x'].map((path) => [path]))(
		'with the path %j is handled like the path alone',
		async (path) => {
			const status = (answer: string) => answer.slice(9, 12)
			const alone = path === '' ? '200' : '400'
			expect(status(await answerTo(`http://${HOST}${path}`, `Host: ${HOST}`))).toBe(alone)
		},
	)

	it('works for API calls and pages, with its query', async () => {
		const router = new ApiRouter()
		addRoute(router, 'GET', '/api/me', (request) => json([request.path, request.query.get('x')]))
		const { raw } = await startServer({ api: router })
		const answer = await raw(wire(`GET http://${HOST}/api/me?x=1 HTTP/1.1`, `Host: ${HOST}`, 'Connection: close'))
		expect(answer).toMatch(/^HTTP\/1\.1 200 /)
		expect(answer).toContain('["/api/me","1"]')
	})
})

describe('a path', () => {
	it.each([
		`ftp://${HOST}/`,
		`http://x@${HOST}/`,
		`http://${HOST}@evil.example/`,
		'http:///',
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
	])('%j is rejected', async (path) => {
		const { raw } = await startServer()
		const answer = await raw(wire(`GET ${path} HTTP/1.1`, `Host: ${HOST}`, 'Connection: close'))
		expect(answer).toMatch(/^HTTP\/1\.1 400 /)
		expect(answer).not.toMatch(/set-cookie/i)
	})

	it('that is invalid returns the 404 page in a browser', async () => {
		const { raw } = await startServer()
		const answer = await raw(
			wire('GET /%zz HTTP/1.1', `Host: ${HOST}`, 'Accept: text/html,*/*;q=0.8', 'Connection: close'),
		)
		expect(answer).toMatch(/^HTTP\/1\.1 404 /)
		expect(answer).toContain('404 Page Not Found')
	})

	it('may contain any encoded text', async () => {
		const { ask } = await startServer()
		for (const path of ['/caf%C3%A9', '/100%25', "/it's|here", '/a;b=c', '/~me', '/...', `/${'x'.repeat(8000)}`])
			expect((await ask(path)).status).toBe(404)
	})

	it('beyond 16 KiB with its headers is rejected', async () => {
		const { raw } = await startServer()
		expect(await raw(wire(`GET /${'x'.repeat(20_000)} HTTP/1.1`, `Host: ${HOST}`))).toMatch(/^HTTP\/1\.1 431 /)
	})
})

describe('the render routes', () => {
	const manifest = {
		routes: [
			{ routeData: { route: '/render', pattern: /^\/render$/i, prerender: false } },
			{ routeData: { route: '/render/courses/[id]', pattern: /^\/render\/courses\/[^/]+$/i, prerender: false } },
			{ routeData: { route: '/_image', pattern: /^\/_image$/, prerender: false } },
			{ routeData: { route: '/_server-islands/[name]', pattern: /^\/_server-islands\/[^/]+$/, prerender: false } },
			{ routeData: { route: '/dashboard', pattern: /^\/dashboard$/, prerender: false } },
			{ routeData: { route: '/courses', pattern: /^\/courses$/, prerender: true } },
		],
	}

	it.each([
		'/render',
		'/render?x=1',
		'/RENDER',
		'/%72ender',
		'/re%6Eder/courses/1',
		'/render/courses/1',
		'//render',
		'/render/',
		'/_image?href=/x.png',
		'/_server-islands/Any',
		'/courses',
	])('%j returns 404 to clients', async (path) => {
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

	it('do not affect ordinary pages', async () => {
		const pages = onDemandPages(manifest, (_req, res) => void res.end('hello'))
		const { ask } = await startServer({ pages })
		expect((await ask('/dashboard')).text).toBe('hello')
		expect((await ask('/dashboard', { method: 'POST' })).status).toBe(405)
		expect((await ask('/nope', { method: 'POST' })).status).toBe(404)
	})
})

describe('a screen of one item', () => {
	const manifest = {
		routes: [
			{ routeData: { route: '/questions/[id]', pattern: /^\/questions\/([^/]+?)$/, prerender: false } },
			{ routeData: { route: '/dev/mail', pattern: /^\/dev\/mail$/, prerender: false } },
		],
	}
	const asBrowser = { headers: { accept: 'text/html,*/*;q=0.8' } }

	it.each(['/questions/x.css', '/questions/00seed0000question1.js', '/questions/a;b.css', '/questions/a%20b'])(
		'at %j returns the public 404 page without rendering',
		async (path) => {
			let rendered = 0
			const pages = onDemandPages(manifest, (_req, res) => {
				rendered++
				res.end('personal')
			})
			const { ask } = await startServer({ pages })
			const answer = await ask(path, asBrowser)
			expect([answer.status, rendered]).toEqual([404, 0])
			expect(answer.text).toContain('404 Page Not Found')
			expect((await ask('/questions/00seed0000question1')).text).toBe('personal')
		},
	)

	it('with a bare 404 response returns the 404 page too', async () => {
		const pages = onDemandPages(manifest, (_req, res) => {
			res.writeHead(404, { 'content-type': 'text/plain' })
			res.end('Not found')
		})
		const { ask } = await startServer({ pages })
		const answer = await ask('/dev/mail', asBrowser)
		expect(answer.status).toBe(404)
		expect(answer.text).toContain('404 Page Not Found')
	})
})

describe('the client IP address', () => {
	async function clientAddressWith(hops: number, lines: string[]): Promise<string> {
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
		expect(await clientAddressWith(hops, lines)).toBe(address)
	})
})
