// @ts-check
/// <reference lib="webworker" />

/**
 * The site's service worker. Offline, it opens the most recently read public pages and shows an offline page for all
 * others; online, every page comes from the network. It handles only pages and their scripts, styles, fonts and images,
 * and stores nothing personal: only pages with a public address and a public response. See docs/decisions/032;
 * docs/operations.md explains how to remove it.
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self))

/** The offline page with its parts. */
const SHELL = 'second-chair-shell-1'
/** Public pages, the latest last. `src/lib/site/offline-pages.ts` uses the same name. */
const READ = 'second-chair-read-1'
/** Parts of public pages: files whose names change with their content, and public pictures. */
const PARTS = 'second-chair-parts-1'
const OFFLINE = '/offline'

const MOST_PAGES = 20
const MOST_PARTS = 150
/** Maximum size of a page or a part, in bytes. */
const LARGEST = 512 * 1024
/** Maximum age of the shell, in milliseconds. */
const DAY = 24 * 60 * 60 * 1000

/** Same as in `src/lib/site/public-paths.ts`; a test compares them. */
const isPublicPage = (/** @type {string} */ path) => /^\/(?:courses(?:\/[\w-]+)?|podcast(?:\/page\/\d+|\/(?!player$)[\w-]+)?|contact|privacy|terms)?$/.test(path)

/** Returns whether a response is public: the same for every reader. */
const isForAll = (/** @type {Response} */ { status, type, redirected, headers }) =>
	status === 200 && type === 'basic' && !redirected && /^public\b/.test(headers.get('Cache-Control') ?? '')

/** Returns the addresses of a page's scripts, styles and fonts, including those of its islands but not of templates. */
function partsOf(/** @type {string} */ page) {
	const html = page.replace(/<template\b[\s\S]*?<\/template>/g, '')
	const named = html.match(/\/_astro\/[\w.@-]+\.(?:css|js|woff2)/g) ?? []
	const imported = (html.match(/"[\w.@-]+\.js"/g) ?? []).map((name) => `/_astro/${name.slice(1, -1)}`)
	return new Set([...named, ...imported])
}

/** Stores a response as the latest, and deletes the oldest beyond the limit. */
async function putLast(/** @type {Cache} */ cache, /** @type {string} */ key, /** @type {Response} */ response, /** @type {number} */ most) {
	await cache.delete(key)
	await cache.put(key, response)
	const keys = await cache.keys()
	for (const old of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(old)
}

/** Returns a copy of a response whose text was read. */
function copyOf(/** @type {Response} */ response, /** @type {string} */ text) {
	const headers = new Headers(response.headers)
	// The text is decompressed.
	for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
	return new Response(text, { status: response.status, headers })
}

async function addParts(/** @type {string} */ cacheName, /** @type {Iterable<string>} */ parts) {
	const cache = await caches.open(cacheName)
	for (const part of parts) {
		if (await cache.match(part)) continue
		const answer = await fetch(part).catch(() => undefined)
		if (answer && isForAll(answer)) await putLast(cache, part, answer, MOST_PARTS)
	}
}

/** Stores a public page with its parts. */
async function keepPage(/** @type {string} */ path, /** @type {Response} */ response) {
	const text = await response.text()
	if (text.length > LARGEST) return
	await putLast(await caches.open(READ), path, copyOf(response, text), MOST_PAGES)
	await addParts(PARTS, partsOf(text))
}

/** Stores a public page, or deletes one that no longer exists. */
async function note(/** @type {string} */ path, /** @type {Response} */ response) {
	if (isForAll(response)) await keepPage(path, response)
	else if (response.status === 404 || response.status === 410) await (await caches.open(READ)).delete(path)
}

async function fillShell() {
	const answer = await fetch(OFFLINE, { cache: 'no-cache' })
	if (!answer.ok || answer.redirected) throw new Error(`${OFFLINE} answered ${answer.status}`)
	const text = await answer.text()
	const shell = await caches.open(SHELL)
	await shell.put(OFFLINE, copyOf(answer, text))
	await addParts(SHELL, partsOf(text))
}

/** Renews the shell once a day: a new release may have other styles. */
async function renewShell() {
	const page = await caches.match(OFFLINE)
	const at = Date.parse(page?.headers.get('Date') ?? '')
	if (!(Date.now() - at < DAY)) await fillShell()
}

/** @returns {Promise<Response>} */
async function openPage(/** @type {FetchEvent} */ event, /** @type {string} */ path) {
	try {
		const response = (await event.preloadResponse) ?? (await fetch(event.request))
		// Clone public pages only: the browser buffers an unread clone completely, even a video.
		const noted = isPublicPage(path) ? note(path, response.clone()) : Promise.resolve()
		event.waitUntil(noted.then(renewShell).catch(() => undefined))
		return response
	} catch {
		const kept = isPublicPage(path) ? await (await caches.open(READ)).match(path) : undefined
		return kept ?? (await caches.match(OFFLINE)) ?? Response.error()
	}
}

/** @returns {Promise<Response>} */
async function openPart(/** @type {FetchEvent} */ event, /** @type {string} */ key) {
	try {
		const response = await fetch(event.request)
		const length = Number(response.headers.get('Content-Length') ?? 0)
		if (isForAll(response) && length <= LARGEST) {
			const copy = response.clone()
			event.waitUntil(caches.open(PARTS).then((cache) => putLast(cache, key, copy, MOST_PARTS)).catch(() => undefined))
		}
		return response
	} catch {
		return (await caches.match(key)) ?? Response.error()
	}
}

worker.addEventListener('install', (event) => {
	event.waitUntil(Promise.all([fillShell(), worker.skipWaiting()]))
})

worker.addEventListener('activate', (event) => {
	const begin = async () => {
		await worker.registration.navigationPreload?.enable()
		const names = (await caches.keys()).filter((name) => name.startsWith('second-chair-'))
		for (const name of names) if (![SHELL, READ, PARTS].includes(name)) await caches.delete(name)
	}
	event.waitUntil(begin().catch(() => undefined))
})

// A page that was loaded before the worker sends a message (`components/site/page/offline.ts`). Not done on activation,
// which would delay every page.
worker.addEventListener('message', (event) => {
	const { pathname } = new URL(/** @type {WindowClient} */ (event.source).url)
	const read = async () => note(pathname, await fetch(pathname))
	if (isPublicPage(pathname)) event.waitUntil(read().catch(() => undefined))
})

worker.addEventListener('fetch', (event) => {
	const { request } = event
	const { origin, pathname, search } = new URL(request.url)
	if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return
	if (request.mode === 'navigate') event.respondWith(openPage(event, pathname))
	else if (pathname.startsWith('/_astro/') || request.destination === 'image')
		event.respondWith(openPart(event, pathname + search))
})
