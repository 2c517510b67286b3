// @ts-check
/// <reference lib="webworker" />

/**
 * The worker of the site: without a network it opens the public pages that were read last, and says of every other page
 * that it needs one. It is asked only where a page or a part of its look is loaded. Nothing personal is ever kept: a page
 * is, if its address is a public one and its answer says that it is the same for everybody. With a network no page comes
 * from here. (docs/decisions/032; how to take it away again is in docs/operations.md.)
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self))

/** The page for when there is no network, with its look. */
const SHELL = 'second-chair-shell-1'
/** Public pages, the one read last at the end. `src/lib/site/offline-pages.ts` knows the name too. */
const READ = 'second-chair-read-1'
/** What they are made of: files whose names change with their content, and public pictures. */
const PARTS = 'second-chair-parts-1'
const OFFLINE = '/offline'

const MOST_PAGES = 20
const MOST_PARTS = 150
/** Of a page or a part, in bytes. */
const LARGEST = 512 * 1024
/** How old the shell may become, in milliseconds. */
const DAY = 24 * 60 * 60 * 1000

/** As `src/lib/site/public-paths.ts`, which a test compares. */
const isPublicPage = (/** @type {string} */ path) => /^\/(?:courses(?:\/[\w-]+)?|podcast(?:\/page\/\d+|\/(?!player$)[\w-]+)?|contact|privacy|terms)?$/.test(path)

/** Whether an answer says that it is the same for everybody. */
const isForAll = (/** @type {Response} */ { status, type, redirected, headers }) =>
	status === 200 && type === 'basic' && !redirected && /^public\b/.test(headers.get('Cache-Control') ?? '')

/** Addresses of the scripts, styles and fonts that a page names, those that its islands need included; not what a template holds. */
function partsOf(/** @type {string} */ page) {
	const html = page.replace(/<template\b[\s\S]*?<\/template>/g, '')
	const named = html.match(/\/_astro\/[\w.@-]+\.(?:css|js|woff2)/g) ?? []
	const imported = (html.match(/"[\w.@-]+\.js"/g) ?? []).map((name) => `/_astro/${name.slice(1, -1)}`)
	return new Set([...named, ...imported])
}

/** Puts it at the end, and takes away what is too much at the beginning. */
async function putLast(/** @type {Cache} */ cache, /** @type {string} */ key, /** @type {Response} */ response, /** @type {number} */ most) {
	await cache.delete(key)
	await cache.put(key, response)
	const keys = await cache.keys()
	for (const old of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(old)
}

/** The same answer once more, of a text that was read. */
function copyOf(/** @type {Response} */ response, /** @type {string} */ text) {
	const headers = new Headers(response.headers)
	// The text is as it was before it was compressed.
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

/** Keeps a public page with what it is made of. */
async function keepPage(/** @type {string} */ path, /** @type {Response} */ response) {
	const text = await response.text()
	if (text.length > LARGEST) return
	await putLast(await caches.open(READ), path, copyOf(response, text), MOST_PAGES)
	await addParts(PARTS, partsOf(text))
}

/** What an answer means for what is kept: a public page is read, or is none any more. */
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

/** A new release has another look. */
async function renewShell() {
	const page = await caches.match(OFFLINE)
	const at = Date.parse(page?.headers.get('Date') ?? '')
	if (!(Date.now() - at < DAY)) await fillShell()
}

/** @returns {Promise<Response>} */
async function openPage(/** @type {FetchEvent} */ event, /** @type {string} */ path) {
	try {
		const response = (await event.preloadResponse) ?? (await fetch(event.request))
		// Only what is read: of a copy that nobody reads the browser would keep all, a video too.
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

// A page that was there before the worker says so (`components/site/page/offline.ts`). Not when it begins: until that is done
// every page would wait.
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
