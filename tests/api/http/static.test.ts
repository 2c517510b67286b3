import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { makeStaticFile, PAGE_CACHE_CONTROL } from '#src/platform/http/files/static-store.ts'
import { audio, homeHtml, notFoundHtml, startServer } from './support.ts'

describe('static pages', () => {
	it('have a length, cache headers and a strong ETag', async () => {
		const { ask } = await startServer()
		const answer = await ask('/')
		expect(answer.status).toBe(200)
		expect(answer.text).toBe(homeHtml.toString())
		expect(answer.headers).toMatchObject({
			'content-type': 'text/html; charset=utf-8',
			'content-length': String(homeHtml.length),
			'cache-control': PAGE_CACHE_CONTROL,
			vary: 'Accept-Encoding',
		})
		expect(answer.headers.etag).toMatch(/^"[\w-]{22}"$/)
		expect(answer.headers['content-encoding']).toBeUndefined()
	})

	it.each([
		['br, gzip', 'br'],
		['gzip, deflate', 'gzip'],
		['gzip;q=1.0, br;q=0.5', 'gzip'],
		['br;q=0, gzip', 'gzip'],
		['BR', 'br'],
		['x-gzip', 'gzip'],
		['*', 'br'],
		['*;q=0.1, br;q=0', 'gzip'],
		['identity', undefined],
		['br;q=0.2, identity;q=0.9', undefined],
		['br;q=0, gzip;q=0', undefined],
		['*;q=0', undefined],
		['br;q=nonsense', undefined],
		['zstd', undefined],
		['', undefined],
	])('Accept-Encoding %j gets %j', async (accepted, encoding) => {
		const { ask } = await startServer()
		const answer = await ask('/', { headers: { 'accept-encoding': accepted } })
		expect(answer.headers['content-encoding']).toBe(encoding)
		const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? '']
		expect(decode ? decode(answer.body) : answer.body).toEqual(homeHtml)
	})

	it('with corrupted compressed bytes fail alone, and the server keeps running', async () => {
		const { ask, store } = await startServer()
		const html = Buffer.alloc(64 * 1024, '<p>words</p>')
		const options = { contentType: 'text/html', cacheControl: PAGE_CACHE_CONTROL }
		store.put('/courses', makeStaticFile(html, { ...options, br: Buffer.from('no brotli at all') }))
		for (const encoding of ['br', 'gzip', 'identity']) {
			const answer = await ask('/courses', { headers: { 'accept-encoding': encoding, accept: 'text/html' } })
			expect(answer.status, encoding).toBe(500)
			expect(answer.text).toContain('Something Went Wrong')
		}
		expect((await ask('/')).status).toBe(200)
	})

	it.each([
		[32 * 1024, true],
		[32 * 1024 + 1, false],
	])('of %i bytes keep plain bytes in memory: %s, and serve every encoding', async (size, isKept) => {
		const { ask, store } = await startServer()
		const html = Buffer.from('<p>words</p>\n'.repeat(size)).subarray(0, size)
		const options = { contentType: 'text/html', cacheControl: PAGE_CACHE_CONTROL, br: brotliCompressSync(html) }
		const file = makeStaticFile(html, { ...options, gzip: gzipSync })
		store.put('/', file)
		expect(file.isPlainKept).toBe(isKept)
		const askFor = (encoding: string) => ask('/', { headers: { 'accept-encoding': encoding } })
		for (let time = 0; time < 3; time++) {
			const plain = await askFor('identity')
			expect(plain.body.equals(html)).toBe(true)
			expect(plain.headers).toMatchObject({ 'content-length': String(size), etag: file.etag })
			expect(brotliDecompressSync((await askFor('br')).body).equals(html)).toBe(true)
			expect(gunzipSync((await askFor('gzip')).body).equals(html)).toBe(true)
		}
		const head = await ask('/', { method: 'HEAD' })
		expect([head.headers['content-length'], head.body.length]).toEqual([String(size), 0])
	})

	it('create a deferred form once, for a client that accepts no other', async () => {
		const { ask, store } = await startServer()
		let compressions = 0
		const gzip = () => {
			compressions++
			return gzipSync(homeHtml)
		}
		const options = {
			contentType: 'text/html',
			cacheControl: PAGE_CACHE_CONTROL,
			br: brotliCompressSync(homeHtml),
			gzip,
		}
		store.put('/', makeStaticFile(homeHtml, options))
		const askFor = (encoding: string) => ask('/', { headers: { 'accept-encoding': encoding } })
		expect((await askFor('gzip, br')).headers['content-encoding']).toBe('br')
		expect((await askFor('')).text).toBe(homeHtml.toString())
		expect(compressions).toBe(0)
		for (let time = 0; time < 2; time++) {
			const answer = await askFor('gzip')
			expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': String(answer.body.length) })
			expect(gunzipSync(answer.body)).toEqual(homeHtml)
		}
		expect(compressions).toBe(1)
		store.put('/', makeStaticFile(Buffer.from('x'), { ...options, br: undefined, gzip: () => gzipSync('x') }))
		expect((await askFor('gzip')).headers['content-encoding']).toBeUndefined()
	})

	it('have an ETag per encoding and match any of them', async () => {
		const { ask } = await startServer()
		const tags = await Promise.all(
			['br', 'gzip', 'identity'].map(
				async (name) => (await ask('/', { headers: { 'accept-encoding': name } })).headers.etag,
			),
		)
		expect(new Set(tags).size).toBe(3)
		for (const tag of tags) {
			const again = await ask('/', { headers: { 'accept-encoding': 'br', 'if-none-match': tag ?? '' } })
			expect(again.status).toBe(304)
			expect(again.body.length).toBe(0)
			expect(again.headers).toMatchObject({
				etag: tags[0],
				'cache-control': PAGE_CACHE_CONTROL,
				vary: 'Accept-Encoding',
			})
		}
	})

	it.each([
		['*', 304],
		['W/TAG', 304],
		['"other", W/TAG', 304],
		['"other"', 200],
		['TAG-not', 200],
		['', 200],
	])('return the right status for If-None-Match %j: %i', async (pattern, status) => {
		const { ask } = await startServer()
		const tag = (await ask('/')).headers.etag ?? ''
		const answer = await ask('/', { headers: { 'if-none-match': pattern.replace('TAG', tag) } })
		expect(answer.status).toBe(status)
	})

	it('are replaced and removed atomically', async () => {
		const { ask, store } = await startServer()
		const before = (await ask('/')).headers.etag ?? ''
		const options = { contentType: 'text/html; charset=utf-8', cacheControl: PAGE_CACHE_CONTROL }
		store.put('/', makeStaticFile(Buffer.from('new'), options))
		expect((await ask('/', { headers: { 'if-none-match': before } })).text).toBe('new')
		store.remove('/')
		expect((await ask('/')).status).toBe(404)
	})

	it.each([1_000, 13 * 1024, 13 * 1024 + 1, 40_000])('of %i bytes arrive byte for byte', async (size) => {
		const { ask, store } = await startServer()
		const bytes = Buffer.from(Array.from({ length: size }, (_, index) => (index * 7) % 256))
		store.put('/all-bytes', makeStaticFile(bytes, { contentType: 'image/png', cacheControl: PAGE_CACHE_CONTROL }))
		const answer = await ask('/all-bytes')
		expect(answer.headers['content-length']).toBe(String(size))
		expect(answer.body.equals(bytes)).toBe(true)
	})

	it('return the same headers and no body for HEAD', async () => {
		const { ask } = await startServer()
		const [get, head] = [await ask('/'), await ask('/', { method: 'HEAD' })]
		expect(head.status).toBe(200)
		expect(head.body.length).toBe(0)
		const undated = ({ date: _, ...rest }: typeof get.headers) => rest
		expect(undated(head.headers)).toEqual(undated(get.headers))
	})

	it('ignore the query and reject writes', async () => {
		const { ask } = await startServer()
		expect((await ask('/?utm_source=mail')).status).toBe(200)
		const response = await ask('/', { method: 'POST' })
		expect(response.status).toBe(405)
		expect(response.headers.allow).toBe('GET, HEAD')
	})

	it('are found by an escaped name', async () => {
		const { ask } = await startServer()
		expect((await ask('/audio%20file.mp3')).body).toEqual(audio)
		expect((await ask('/c%6Furses/5')).status).toBe(200)
	})
})

describe('an unknown path', () => {
	it('returns the 404 page for a page request', async () => {
		const { ask } = await startServer()
		const kinds: Record<string, string>[] = [{ accept: 'text/html' }, {}, { accept: '*/*' }]
		for (const headers of kinds) {
			const answer = await ask('/no/such/page', { headers })
			expect(answer.status).toBe(404)
			expect(answer.body).toEqual(notFoundHtml)
		}
		expect((await ask('/404')).status).toBe(404)
	})

	it('returns one line for a picture or script request', async () => {
		const { ask } = await startServer()
		const answer = await ask('/_astro/gone.js', { headers: { accept: '*/*' } })
		expect(answer.status).toBe(404)
		expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
	})

	it('never returns 304', async () => {
		const { ask } = await startServer()
		const tag = (await ask('/nope')).headers.etag ?? ''
		expect((await ask('/nope', { headers: { 'if-none-match': tag } })).status).toBe(404)
		expect((await ask('/nope', { headers: { 'if-none-match': '*' } })).status).toBe(404)
	})
})

describe('a trailing slash', () => {
	it.each([
		['/courses/5/', '/courses/5'],
		['/courses/5/?page=2&x=%2F', '/courses/5?page=2&x=%2F'],
		['//evil.example/', '/evil.example'],
		['//evil.example/%20x/', '/evil.example/%20x'],
		['///', '/'],
		['/courses//5', '/courses/5'],
	])('redirects %j to %j', async (path, location) => {
		const { ask } = await startServer()
		const answer = await ask(path)
		expect(answer.status).toBe(301)
		expect(answer.headers.location).toBe(location)
	})

	it.each(['/\\evil.example/', '/%5Cevil.example/', '/%2F/evil.example/', '/.//evil.example/'])(
		'cannot redirect to another site: %j',
		async (path) => {
			const { ask } = await startServer()
			const answer = await ask(path)
			expect(answer.status).toBe(400)
			expect(answer.headers.location).toBeUndefined()
		},
	)
})
