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
class Kept {
	readonly entries = new Map<string, Response>()
	match = async (key: string) => this.entries.get(pathOf(key))?.clone()
	put = async (key: string, response: Response) => void this.entries.set(pathOf(key), response)
	delete = async (key: string | Request) => this.entries.delete(pathOf(key))
	keys = async () => [...this.entries.keys()].map((path) => new Request(SITE + path))
}

type Waiting = Promise<unknown>[]
type Listener = (event: object) => void

let stores: Map<string, Kept>
let listeners: Map<string, Listener>
let isOnline: boolean
let site: Record<string, () => Response>
const asked = vi.fn<(path: string) => void>()

/** Creates a response of our server as a browser receives it. */
function answer(text: string, cacheControl: string, more: { status?: number; redirected?: boolean } = {}): Response {
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
async function ask(path: string, more: { mode?: string; destination?: string; method?: string } = {}) {
	const { mode = 'navigate', destination = 'document', method = 'GET' } = more
	const waiting: Waiting = []
	let given: Promise<Response> | undefined
	listeners.get('fetch')?.({
		request: { url: new URL(path, SITE).href, mode, destination, method },
		preloadResponse: Promise.resolve(undefined),
		respondWith: (response: Promise<Response>) => {
			given = response
		},
		waitUntil: (work: Promise<unknown>) => void waiting.push(work),
	})
	const text = given && (await (await given).text())
	await Promise.all(waiting)
	return text
}

const kept = (name: string) => [...(stores.get(name)?.entries.keys() ?? [])]
const pages = () => kept('second-chair-read-1')

beforeEach(async () => {
	stores = new Map()
	listeners = new Map()
	isOnline = true
	asked.mockClear()
	site = {
		'/offline': () => answer('offline <link href="/_astro/theme.css">', PUBLIC),
		'/_astro/theme.css': () => answer('look', PUBLIC),
		'/_astro/part.js': () => answer('part', PUBLIC),
		'/': () => answer('home <script src="/_astro/part.js">', PUBLIC),
		'/courses': () => answer('catalogue', PUBLIC),
		'/dashboard': () => answer('dashboard of Marcus', PRIVATE),
	}
	const open = async (name: string) => {
		const store = stores.get(name) ?? new Kept()
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
		asked(path)
		if (!isOnline) throw new TypeError('Failed to fetch')
		return site[path.split('?')[0] ?? '']?.() ?? answer('not found', 'no-cache', { status: 404 })
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
		await ask('/courses')
		site['/courses'] = () => answer('catalogue, changed', PUBLIC)
		expect(await ask('/courses')).toBe('catalogue, changed')
		isOnline = false
		expect(await ask('/courses')).toBe('catalogue, changed')
	})

	test('deletes a cached page that no longer exists', async () => {
		await ask('/courses')
		expect(pages()).toEqual(['/courses'])
		delete site['/courses']
		expect(await ask('/courses')).toBe('not found')
		expect(pages()).toEqual([])
	})

	test('ignores API calls, other sites and requests with side effects', async () => {
		expect(await ask('/api/user', { mode: 'cors', destination: '' })).toBeUndefined()
		expect(await ask('/api/user/data')).toBeUndefined()
		expect(await ask('https://elsewhere.example/')).toBeUndefined()
		expect(await ask('/courses', { method: 'POST' })).toBeUndefined()
		expect(await ask('/podcast/one.mp3', { mode: 'no-cors', destination: 'audio' })).toBeUndefined()
	})
})

describe('cache content', () => {
	test.each([
		['a page of a member', '/dashboard', PRIVATE, {}],
		['a page of a member that calls itself public', '/dashboard', PUBLIC, {}],
		['a public page that is made for one reader', '/courses', PRIVATE, {}],
		['after a redirect', '/courses', PUBLIC, { redirected: true }],
		['a failure', '/courses', PUBLIC, { status: 503 }],
	])('excludes: %s', async (_, path, cacheControl, more) => {
		site[path] = () => answer('of Marcus', cacheControl, more)
		await ask(path)
		expect(pages()).toEqual([])
	})

	test('includes the last public pages, without query strings, and their assets', async () => {
		for (let n = 0; n < 25; n++) site[`/courses/c${n}`] = () => answer(`course ${n}`, PUBLIC)
		await ask('/')
		for (let n = 0; n < 25; n++) await ask(`/courses/c${n}?m=x`)
		await ask('/courses/c10')
		expect(pages()).toHaveLength(20)
		expect(pages().at(-1)).toBe('/courses/c10')
		expect(pages()).not.toContain('/')
		expect(kept('second-chair-parts-1')).toEqual(['/_astro/part.js'])
	})

	test('excludes very large files', async () => {
		site['/courses'] = () => answer('x'.repeat(600_000), PUBLIC)
		await ask('/courses')
		expect(pages()).toEqual([])
	})

	test('includes a public page opened before the worker started', async () => {
		await dispatch('message', { source: { url: `${SITE}/dashboard` } })
		expect(pages()).toEqual([])
		await dispatch('message', { source: { url: `${SITE}/` } })
		expect(pages()).toEqual(['/'])
	})

	test('includes a picture from this site only if its response is public', async () => {
		site['/images/desk.webp'] = () => answer('desk', 'public, max-age=3600')
		site['/members/marcus.webp'] = () => answer('Marcus', PRIVATE)
		for (const path of ['/images/desk.webp', '/members/marcus.webp'])
			expect(await ask(path, { mode: 'no-cors', destination: 'image' })).toBeTruthy()
		expect(kept('second-chair-parts-1')).toEqual(['/images/desk.webp'])
	})
})

describe('offline', () => {
	test('returns cached pages with their assets, and an explanation for all other pages', async () => {
		await ask('/')
		isOnline = false
		expect(await ask('/?from=mail')).toContain('home')
		expect(await ask('/_astro/part.js', { mode: 'no-cors', destination: 'script' })).toBe('part')
		expect(await ask('/_astro/theme.css', { mode: 'no-cors', destination: 'style' })).toBe('look')
		for (const path of ['/courses', '/dashboard', '/no-such-page']) expect(await ask(path), path).toContain('offline')
		isOnline = true
		expect(await ask('/dashboard')).toBe('dashboard of Marcus')
	})
})

test('deletes the cache of an older worker', async () => {
	stores.set('second-chair-read-0', new Kept())
	stores.set('of something else', new Kept())
	await dispatch('activate', {})
	expect([...stores.keys()].sort()).toEqual(['of something else', 'second-chair-shell-1'])
})
