import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test, vi } from 'vitest'

// Tests the responses and the cache of the service worker (`public/sw.js`) without a browser. For tests in a browser,
// see tests/e2e/site/offline.spec.ts.

const SITE = 'https://club.example'
const PUBLIC = 'public, max-age=0, s-maxage=300'
const PRIVATE = 'private, no-store'

const pathOf = (key: string | Request) => {
	const url = new URL(typeof key === 'string' ? key : key.url, SITE)
	return url.pathname + url.search
}

/** Fake of Cache Storage, limited to the methods that the worker uses. */
class FakeCache {
	readonly entries = new Map<string, Response>()
	match = async (key: string) => this.entries.get(pathOf(key))?.clone()
	put = async (key: string, response: Response) => void this.entries.set(pathOf(key), response)
	delete = async (key: string | Request) => this.entries.delete(pathOf(key))
	keys = async () => [...this.entries.keys()].map((path) => new Request(SITE + path))
}

type Waiting = Promise<unknown>[]
type Listener = (event: object) => void

let stores: Map<string, FakeCache>
let listeners: Map<string, Listener>
let isOnline: boolean
let site: Record<string, () => Response>
const onRequest = vi.fn<(path: string) => void>()

/** Creates a response of our server as a browser receives it. */
function respond(text: string, cacheControl: string, more: { status?: number; redirected?: boolean } = {}): Response {
	const { status = 200, redirected = false } = more
	const headers = { 'Cache-Control': cacheControl, 'Content-Type': 'text/html', Date: new Date().toUTCString() }
	const make = (): Response => {
		const response = new Response(text, { status, headers })
		Object.defineProperties(response, {
			type: { value: 'basic' },
			redirected: { value: redirected },
			clone: { value: make },
		})
		return response
	}
	return make()
}

async function dispatch(type: string, event: object): Promise<void> {
	const waiting: Waiting = []
	listeners.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => void waiting.push(work) })
	await Promise.all(waiting)
}

/** Requests a path. Resolves to undefined if the worker does not handle it. */
async function request(path: string, overrides: { mode?: string; destination?: string; method?: string } = {}) {
	const { mode = 'navigate', destination = 'document', method = 'GET' } = overrides
	const waiting: Waiting = []
	let response: Promise<Response> | undefined
	listeners.get('fetch')?.({
		request: { url: new URL(path, SITE).href, mode, destination, method },
		preloadResponse: Promise.resolve(undefined),
		respondWith: (given: Promise<Response>) => {
			response = given
		},
		waitUntil: (work: Promise<unknown>) => void waiting.push(work),
	})
	const text = response && (await (await response).text())
	await Promise.all(waiting)
	return text
}

const cachedPaths = (name: string) => [...(stores.get(name)?.entries.keys() ?? [])]
const pages = () => cachedPaths('second-chair-read-1')

beforeEach(async () => {
	stores = new Map()
	listeners = new Map()
	isOnline = true
	onRequest.mockClear()
	site = {
		'/offline': () => respond('offline <link href="/_astro/theme.css">', PUBLIC),
		'/_astro/theme.css': () => respond('look', PUBLIC),
		'/_astro/part.js': () => respond('part', PUBLIC),
		'/': () => respond('home <script src="/_astro/part.js">', PUBLIC),
		'/courses': () => respond('catalogue', PUBLIC),
		'/dashboard': () => respond('dashboard of Marcus', PRIVATE),
	}
	const open = async (name: string) => {
		const store = stores.get(name) ?? new FakeCache()
		stores.set(name, store)
		return store
	}
	const caches = {
		open,
		keys: async () => [...stores.keys()],
		delete: async (name: string) => stores.delete(name),
		match: async (key: string) => {
			for (const store of stores.values()) if (store.entries.has(pathOf(key))) return store.match(key)
			return undefined
		},
	}
	const fetch = async (request: string | { url: string }) => {
		const path = pathOf(typeof request === 'string' ? request : (request as Request))
		onRequest(path)
		if (!isOnline) throw new TypeError('Failed to fetch')
		return site[path.split('?')[0] ?? '']?.() ?? respond('not found', 'no-cache', { status: 404 })
	}
	const self = {
		addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener),
		skipWaiting: async () => undefined,
		registration: {},
	}
	const code = readFileSync('public/sw.js', 'utf8')
	new Function('self', 'caches', 'fetch', 'location', code)(self, caches, fetch, new URL(SITE))
	await dispatch('install', {})
	await dispatch('activate', {})
})

describe('online', () => {
	test('returns pages from the network and caches the newest version', async () => {
		await request('/courses')
		site['/courses'] = () => respond('catalogue, changed', PUBLIC)
		expect(await request('/courses')).toBe('catalogue, changed')
		isOnline = false
		expect(await request('/courses')).toBe('catalogue, changed')
	})

	test('deletes a cached page that no longer exists', async () => {
		await request('/courses')
		expect(pages()).toEqual(['/courses'])
		delete site['/courses']
		expect(await request('/courses')).toBe('not found')
		expect(pages()).toEqual([])
	})

	test('ignores API calls, other sites and requests with side effects', async () => {
		expect(await request('/api/user', { mode: 'cors', destination: '' })).toBeUndefined()
		expect(await request('/api/user/data')).toBeUndefined()
		expect(await request('https://elsewhere.example/')).toBeUndefined()
		expect(await request('/courses', { method: 'POST' })).toBeUndefined()
		expect(await request('/podcast/one.mp3', { mode: 'no-cors', destination: 'audio' })).toBeUndefined()
	})
})

describe('cache content', () => {
	test.each([
		["a member's page", '/dashboard', PRIVATE, {}],
		["a member's page marked as public", '/dashboard', PUBLIC, {}],
		['a public page rendered for one reader', '/courses', PRIVATE, {}],
		['after a redirect', '/courses', PUBLIC, { redirected: true }],
		['a failure', '/courses', PUBLIC, { status: 503 }],
	])('excludes: %s', async (_, path, cacheControl, overrides) => {
		site[path] = () => respond('of Marcus', cacheControl, overrides)
		await request(path)
		expect(pages()).toEqual([])
	})

	test('includes the last public pages, without query strings, and their assets', async () => {
		for (let n = 0; n < 25; n++) site[`/courses/c${n}`] = () => respond(`course ${n}`, PUBLIC)
		await request('/')
		for (let n = 0; n < 25; n++) await request(`/courses/c${n}?m=x`)
		await request('/courses/c10')
		expect(pages()).toHaveLength(20)
		expect(pages().at(-1)).toBe('/courses/c10')
		expect(pages()).not.toContain('/')
		expect(cachedPaths('second-chair-parts-1')).toEqual(['/_astro/part.js'])
	})

	test('excludes very large files', async () => {
		site['/courses'] = () => respond('x'.repeat(600_000), PUBLIC)
		await request('/courses')
		expect(pages()).toEqual([])
	})

	test('includes a public page opened before the worker started', async () => {
		await dispatch('message', { source: { url: `${SITE}/dashboard` } })
		expect(pages()).toEqual([])
		await dispatch('message', { source: { url: `${SITE}/` } })
		expect(pages()).toEqual(['/'])
	})

	test('includes a picture from this site only if its response is public', async () => {
		site['/images/desk.webp'] = () => respond('desk', 'public, max-age=3600')
		site['/members/marcus.webp'] = () => respond('Marcus', PRIVATE)
		for (const path of ['/images/desk.webp', '/members/marcus.webp'])
			expect(await request(path, { mode: 'no-cors', destination: 'image' })).toBeTruthy()
		expect(cachedPaths('second-chair-parts-1')).toEqual(['/images/desk.webp'])
	})
})

describe('offline', () => {
	test('returns cached pages with their assets, and an explanation for all other pages', async () => {
		await request('/')
		isOnline = false
		expect(await request('/?from=mail')).toContain('home')
		expect(await request('/_astro/part.js', { mode: 'no-cors', destination: 'script' })).toBe('part')
		expect(await request('/_astro/theme.css', { mode: 'no-cors', destination: 'style' })).toBe('look')
		for (const path of ['/courses', '/dashboard', '/no-such-page'])
			expect(await request(path), path).toContain('offline')
		isOnline = true
		expect(await request('/dashboard')).toBe('dashboard of Marcus')
	})
})

test('deletes the cache of an older worker', async () => {
	stores.set('second-chair-read-0', new FakeCache())
	stores.set('of something else', new FakeCache())
	await dispatch('activate', {})
	expect([...stores.keys()].sort()).toEqual(['of something else', 'second-chair-shell-1'])
})
