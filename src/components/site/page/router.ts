import { swapFunctions } from 'astro/virtual-modules/transitions-swap-functions.js'
import { readCookie, SIGNED_IN_COOKIE } from '#src/lib/api/csrf.ts'
import { addDirectives } from '#src/lib/islands/directives.ts'
import { dismissToast } from '#src/lib/toast.ts'

/*
 * Changes pages within one document, so that audio keeps playing. It loads when playback starts, and
 * takes over only while something plays. Astro swaps the elements (and keeps those with `transition:persist`); the
 * browser's Navigation API keeps address, history, scroll offset and focus. A browser without it loads each page.
 */

/** Pages that always load: they end or begin a session, have no bar, or are not pages. */
const LOADED =
	/^\/(?:admin|api|auth|media|dev|render|unsubscribe|(?:change|forgot|reset)-password|podcast\/player)(?:\/|$)|\.\w+$/

/** The element that every page with a player bar has, and that stays. */
const BAR = '[data-astro-transition-persist="player-bar"]'

/** The page on display, whose address differs from the window's while the next one loads. */
let shown = ''
/** Addresses of the scripts that have run, without the hash of their content, and with it. */
const ran = new Map<string, string>()

/** Returns the page of an address, without what a page changes in its own history: the hash and a course's module. */
const pageOf = (address: string): string => address.replace(/#.*/, '').replace(/(\/courses\/[^?]+).*/, '$1')

const nameOf = (src: string) => src.replace(/\.[\w-]{8}\.js$/, '')
const scriptsOf = (page: Document) => [...page.querySelectorAll<HTMLScriptElement>('script[type=module][src]')]

/** Tells whether two pages come from the same release: otherwise two players would play at once. */
function isSameRelease(page: Document): boolean {
	const addresses = (of: Document) =>
		['component-url', 'renderer-url'].map((name) => of.querySelector(BAR)?.getAttribute(name)).join()
	const isOther = ({ src }: HTMLScriptElement) => (ran.get(nameOf(src)) ?? src) !== src
	return addresses(page) === addresses(document) && !scriptsOf(page).some(isOther)
}

/** Fetches a page; undefined if it must be loaded. */
async function fetchPage(url: string, signal: AbortSignal): Promise<{ page: Document; url: string } | undefined> {
	const answer = await fetch(url, { headers: { accept: 'text/html' }, signal }).catch(() => undefined)
	if (!answer?.headers.get('content-type')?.startsWith('text/html')) return undefined
	const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
	// Where scripts run, `noscript` contains its source as a text; islands expect it.
	for (const element of page.querySelectorAll('noscript')) element.textContent = element.innerHTML
	if (LOADED.test(new URL(answer.url).pathname) || !page.querySelector(BAR) || !isSameRelease(page)) return undefined
	return { page, url: answer.url }
}

/** Loads the style sheets that only the new page has: without them it would be seen bare. */
async function loadStyles(page: Document): Promise<void> {
	const missing = [...page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(
		(link) => !document.querySelector(`link[rel=stylesheet][href="${link.getAttribute('href')}"]`),
	)
	await Promise.all(
		missing.map((link) => {
			const ahead = Object.assign(document.createElement('link'), { rel: 'preload', as: 'style' })
			ahead.href = link.getAttribute('href') ?? ''
			const isLoaded = new Promise((resolve) => {
				ahead.onload = resolve
				ahead.onerror = resolve
			})
			document.head.append(ahead)
			return isLoaded
		}),
	)
}

/** Takes over the attributes of the new page, and what its early script would add (`early-auth.ts`, `early-page.ts`). */
function swapRoot(page: Document, visit: string): void {
	const { dataset, style } = document.documentElement
	const kept = { auth: dataset.auth ?? '', moderator: dataset.moderator, style: style.cssText }
	swapFunctions.swapRootAttributes(page)
	dataset.js = ''
	dataset.auth ??= kept.auth
	if (kept.moderator !== undefined) dataset.moderator ??= kept.moderator
	dataset.visit = visit
	if (/[?&]m=/.test(location.search)) dataset.m = ''
	style.cssText = kept.style
}

/** Runs the scripts of the page that have not run in this document. Others listen to `astro:page-load`. */
function runScripts(page: readonly string[]): void {
	for (const src of page) {
		if (ran.has(nameOf(src))) continue
		ran.set(nameOf(src), src)
		document.head.append(Object.assign(document.createElement('script'), { type: 'module', src }))
	}
}

/** Tells a screen reader the title of the page. */
function announceTitle(): void {
	const status = document.createElement('p')
	status.className = 'sr-only'
	status.role = 'status'
	document.body.append(status)
	// The region must exist before its text.
	setTimeout(() => status.replaceChildren(document.title), 100)
}

function swap(page: Document, visit: string): void {
	const scripts = scriptsOf(page).map(({ src }) => src)
	const tell = (name: string) => document.dispatchEvent(new Event(name))
	tell('astro:before-swap')
	dismissToast()
	swapRoot(page, visit)
	swapFunctions.swapHeadElements(page)
	const restoreFocus = swapFunctions.saveFocus()
	swapFunctions.swapBodyElement(page.body, document.body)
	restoreFocus()
	tell('astro:after-swap')
	tell('astro:page-load')
	runScripts(scripts)
	announceTitle()
}

/** The page change under way. A page may rewrite its address during the change, which aborts the event's signal. */
let loading: AbortController | undefined

/** Scrolls to where a new page of the browser would be: the event refuses it after such an abort. */
function scroll(event: NavigateEvent, { hash }: URL): void {
	const target = document.getElementById(hash.slice(1))
	if (!event.signal.aborted) event.scroll()
	else if (target) target.scrollIntoView({ behavior: 'instant' })
	else window.scrollTo({ top: 0, behavior: 'instant' })
}

async function show(event: NavigateEvent): Promise<void> {
	loading?.abort()
	loading = new AbortController()
	const { signal } = loading
	const { url } = event.destination
	const found = await fetchPage(url, signal)
	if (signal.aborted) return
	if (!found) return location.reload()
	await loadStyles(found.page)
	if (signal.aborted) return
	loading = undefined
	swap(found.page, event.navigationType)
	const address = new URL(found.url)
	address.hash = new URL(url).hash
	shown = pageOf(address.href)
	scroll(event, address)
	// After a redirect. Last, since it ends this navigation.
	if (address.href !== url) history.replaceState(history.state, '', address)
}

/** Tells whether the viewer is still the one of this page: sign-in and logout load a page. */
const isSameViewer = () =>
	(readCookie(SIGNED_IN_COOKIE) === undefined) === (document.documentElement.dataset.auth === 'visitor')

function isForRouter(event: NavigateEvent, isPlaying: () => boolean): boolean {
	const { canIntercept, navigationType, destination, hashChange, downloadRequest, formData } = event
	if (!canIntercept || navigationType === 'reload' || downloadRequest !== null || formData) return false
	// Back and Forward between pages of this document; pages change their own address, too.
	if (destination.sameDocument) return navigationType === 'traverse' && pageOf(destination.url) !== shown
	const url = new URL(destination.url)
	return !hashChange && isPlaying() && isSameViewer() && url.origin === location.origin && !LOADED.test(url.pathname)
}

/** Starts the router once. `isPlaying` tells whether a page change would interrupt something. */
export function startRouter(isPlaying: () => boolean): void {
	if (shown || !('navigation' in window)) return
	shown = pageOf(location.href)
	for (const { src } of scriptsOf(document)) ran.set(nameOf(src), src)
	addDirectives()
	navigation.addEventListener('navigate', (event) => {
		if (isForRouter(event, isPlaying)) event.intercept({ handler: () => show(event), scroll: 'manual' })
	})
}
