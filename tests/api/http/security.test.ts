import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DatabaseUnavailableError } from '#db/errors.ts'
import { ApiRouter } from '#src/platform/http/api-router.ts'
import { makeStaticFile } from '#src/platform/http/files/static-store.ts'
import { securityHeaders } from '#src/platform/http/headers.ts'
import { HARD_BODY_LIMIT } from '#src/platform/http/read-body.ts'
import { addRoute, HOST, json, pagesWith, sampleStore, startServer } from './support.ts'

const commonHeaders = {
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'strict-origin-when-cross-origin',
	'x-frame-options': 'DENY',
	'cross-origin-opener-policy': 'same-origin',
	'permissions-policy': expect.stringContaining('camera=()'),
}
const textPolicy = "default-src 'none'; frame-ancestors 'none'"

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
		['an unmodified page', 304, '/', { headers: { 'if-none-match': '*' } }],
		['audio', 200, '/audio%20file.mp3', {}],
		['a range of an audio file', 206, '/audio%20file.mp3', { headers: { range: 'bytes=0-1' } }],
		['an unsatisfiable range', 416, '/audio%20file.mp3', { headers: { range: 'bytes=5000-' } }],
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
		expect(answer.headers).toMatchObject(commonHeaders)
		const isHtml = answer.headers['content-type']?.startsWith('text/html') || status === 304
		expect(answer.headers['content-security-policy']).toEqual(
			isHtml ? expect.stringContaining('script-src') : textPolicy,
		)
	})

	it('are on responses to invalid requests', async () => {
		const { raw } = await startServer()
		const answer = await raw('GET / HTTP/1.1\r\nhost: a\r\nbad header\r\n\r\n')
		expect(answer).toMatch(/^HTTP\/1\.1 400 /)
		expect(answer).toContain('X-Content-Type-Options: nosniff')
	})

	it('allow only what the pages need', async () => {
		const { ask } = await startServer()
		const policy = (await ask('/')).headers['content-security-policy'] ?? ''
		const directives = Object.fromEntries(
			String(policy)
				.split('; ')
				.map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
		)
		expect(directives).toMatchObject({
			'script-src': "'self'",
			'style-src': "'self'",
			'style-src-attr': "'unsafe-inline'",
			'media-src': "'self' https: http://localhost:* http://127.0.0.1:*",
			'frame-src': 'https://www.youtube-nocookie.com https://player.vimeo.com',
			'object-src': "'none'",
			'frame-ancestors': "'none'",
			'form-action': "'self'",
		})
		expect(policy).not.toContain('upgrade-insecure-requests')
	})

	it('have only the hashes of scripts on the page, and only known ones', async () => {
		const code = ['one()', 'two()', 'foreign()'] as const
		const [one, two, foreign] = code.map((each) => `sha256-${createHash('sha256').update(each).digest('base64')}`)
		const settings = { publicUrl: `http://${HOST}`, production: true }
		const hashes = { scriptHashes: [one, two] as string[], styleHashes: [one, two] as string[] }
		const store = sampleStore()
		const page = `<style>two()</style><script>one()</script><script>foreign()</script>`
		const options = { contentType: 'text/html; charset=utf-8', cacheControl: 'no-cache' }
		store.put('/one', makeStaticFile(Buffer.from(page), options))
		const { ask } = await startServer({ store, security: securityHeaders({ ...settings, ...hashes }) })
		const answer = await ask('/one')
		const policy = answer.headers['content-security-policy']
		expect(policy).toContain(`script-src 'self' '${one}';`)
		expect(policy).toContain(`style-src 'self' '${two}';`)
		expect(policy).not.toContain(foreign)
		const again = await ask('/one', { headers: { 'if-none-match': String(answer.headers.etag) } })
		expect(again.status).toBe(304)
		expect(again.headers['content-security-policy']).toBe(policy)
	})

	it('enforce https if the site uses it, and block local media', async () => {
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

	it('allow only configured hosts to play videos in a frame', () => {
		const settings = { publicUrl: `https://${HOST}`, production: true, scriptHashes: [], styleHashes: [] }
		const policyOf = (videoFrameHosts: string[]) => securityHeaders({ ...settings, videoFrameHosts }).html[1] ?? ''
		const players = 'frame-src https://www.youtube-nocookie.com https://player.vimeo.com'
		expect(policyOf([])).toContain(`${players};`)
		expect(policyOf(['play.example'])).toBe(policyOf([]).replace(players, `${players} https://play.example`))
	})

	it('let podcast players of other sites load only the audio', async () => {
		const { ask } = await startServer()
		expect((await ask('/audio%20file.mp3')).headers['cross-origin-resource-policy']).toBe('cross-origin')
		expect((await ask('/')).headers['cross-origin-resource-policy']).toBe('same-origin')
	})
})

describe('an on-demand page', () => {
	const policy = (hash: string) => ({
		'content-type': 'text/html',
		'content-security-policy': `script-src 'self' '${hash}'; style-src 'self' 'sha256-style='`,
	})

	it("gets the site's policy, no caching, and its locals", async () => {
		const pages = pagesWith('/dashboard', (_req, res, _next, locals) => {
			res.writeHead(200, policy('sha256-built=')).end(JSON.stringify(locals))
		})
		const { ask } = await startServer({ pages, trustProxyHops: 1 })
		const answer = await ask('/dashboard', { headers: { 'x-forwarded-for': '203.0.113.9' } })
		expect(answer.headers['content-security-policy']).toContain("script-src 'self' 'sha256-built=';")
		expect(answer.headers['cache-control']).toBe('private, no-store')
		expect(JSON.parse(answer.text)).toEqual({
			clientAddress: '203.0.113.9',
			requestId: expect.stringMatching(/^[\w-]{36}$/),
		})
	})

	it('keeps a script hash that Astro added', async () => {
		const pages = pagesWith('/dashboard', (_req, res) => void res.writeHead(200, policy('sha256-new=')).end('x'))
		const { ask } = await startServer({ pages })
		const sent = (await ask('/dashboard')).headers['content-security-policy']
		expect(sent).toContain("script-src 'self' 'sha256-built=' 'sha256-new='")
		expect(sent).not.toContain('sha256-style=')
	})

	it('keeps its own redirects, cookies and caching', async () => {
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
		expect(answer.headers).toMatchObject(commonHeaders)
	})

	it('that throws shows an error id and no details', async () => {
		const pages = pagesWith('/dashboard', (_req, res) => {
			res.statusCode = 500
			res.end('Internal Server Error at /srv/secret.ts')
		})
		const { ask } = await startServer({ pages })
		const answer = await ask('/dashboard', { headers: { accept: 'application/json' } })
		expect(answer.status).toBe(500)
		expect(answer.text).toContain(String(answer.headers['x-request-id']))
		expect(answer.text).not.toContain('secret')
		const thrown = await startServer({ pages: pagesWith('/x', () => Promise.reject(new Error('secret'))) })
		expect((await thrown.ask('/x')).status).toBe(500)
	})

	it('that throws returns our error page in a browser, with the same id', async () => {
		const { ask } = await startServer({ pages: pagesWith('/x', () => Promise.reject(new Error('secret'))) })
		const answer = await ask('/x', { headers: { accept: 'text/html' } })
		expect(answer.status).toBe(500)
		expect(answer.text).toContain('<h1>Something Went Wrong</h1>')
		expect(answer.text).toContain(`<code>${String(answer.headers['x-request-id'])}</code>`)
		expect(answer.headers).toMatchObject({ ...commonHeaders, 'cache-control': 'private, no-store' })
	})

	it('that needs an unavailable database sends Retry-After, even if its existence is unknown', async () => {
		const pages = pagesWith('/dashboard', (_req, res) => void res.writeHead(503).end())
		const { ask } = await startServer({
			pages,
			renderPublicPage: () => Promise.reject(new DatabaseUnavailableError('away')),
		})
		for (const path of ['/dashboard', '/courses/9']) {
			const page = await ask(path, { headers: { accept: 'text/html' } })
			expect(page.status).toBe(503)
			expect(page.headers).toMatchObject({ ...commonHeaders, 'retry-after': '5', 'cache-control': 'private, no-store' })
			expect(page.text).toContain('<h1>Back in a Moment</h1>')
		}
		expect((await ask('/cover.png', { headers: { accept: 'image/*' } })).text).toContain('try again in a moment')
	})

	it('without a route returns the public page, or 404', async () => {
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
