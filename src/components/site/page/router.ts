import { swapFunctions } from 'astro/virtual-modules/transitions-swap-functions.js'
import { readCookie, SIGNED_IN_COOKIE } from '#src/lib/api/csrf.ts'
import { addDirectives } from '#src/lib/islands/directives.ts'
import { dismissToast } from '#src/lib/toast.ts'

/*
 * Changes pages within one document, so that audio keeps playing. Loads when playback starts, and handles navigation
 * only during playback. Astro swaps the elements (and keeps those with `transition:persist`); the browser's Navigation
 * API handles the URL, history, scroll offset and focus. Browsers without that API load each page.
 */

/** Paths that need a page load: they begin or end a session, have no player bar, or are not pages. */
const RELOADED =
	/^\/(?:admin|api|auth|media|dev|render|unsubscribe|(?:change|forgot|reset)-password|podcast\/player)(?:\/|$)|\.\w+$/

/** The player bar, which persists across pages. */
const BAR = '[data-astro-transition-persist="player-bar"]'

/** The displayed page. Its URL differs from the window's while the next page loads. */
let shown = ''
/** URLs of the scripts that have run: the key is without the content hash, the value with it. */
const scriptsRun = new Map<string, string>()

/**
 * Returns the page of a URL, without the parts that a page changes in its own history: the hash and a course's module.
 */
const pageOf = (url: string): string => url.replace(/#.*/, '').replace(/(\/courses\/[^?]+).*/, '$1')

const nameOf = (src: string) => src.replace(/\.[\w-]{8}\.js$/, '')
const scriptsOf = (page: Document) => [...page.querySelectorAll<HTMLScriptElement>('script[type=module][src]')]

/** Returns whether a page is from the same release as this one. Otherwise two players would play at once. */
function isSameRelease(page: Document): boolean {
	const urls = (from: Document) =>
		['component-url', 'renderer-url'].map((name) => from.querySelector(BAR)?.getAttribute(name)).join()
	const isOther = ({ src }: HTMLScriptElement) => (scriptsRun.get(nameOf(src)) ?? src) !== src
	return urls(page) === urls(document) && !scriptsOf(page).some(isOther)
}

/** Fetches a page; undefined if it must be loaded. */
async function fetchPage(url: string, signal: AbortSignal): Promise<{ page: Document; url: string } | undefined> {
	const answer = await fetch(url, { headers: { accept: 'text/html' }, signal }).catch(() => undefined)
	if (!answer?.headers.get('content-type')?.startsWith('text/html')) return undefined
	const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
	// With scripting enabled, `noscript` contains its source as text, and hydration expects that.
	for (const element of page.querySelectorAll('noscript')) element.textContent = element.innerHTML
	if (RELOADED.test(new URL(answer.url).pathname) || !page.querySelector(BAR) || !isSameRelease(page)) return undefined
	return { page, url: answer.url }
}

/** Loads style sheets that only the new page has, so that it is not shown unstyled. */
async function loadStyles(page: Document): Promise<void> {
	const missing = [...page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(
		(link) => !document.querySelector(`link[rel=stylesheet][href="${link.getAttribute('href')}"]`),
	)
	await Promise.all(
		missing.map((link) => {
			const preload = Object.assign(document.createElement('link'), { rel: 'preload', as: 'style' })
			preload.href = link.getAttribute('href') ?? ''
			const loaded = new Promise((resolve) => {
				preload.onload = resolve
				preload.onerror = resolve
			})
			document.head.append(preload)
			return loaded
		}),
	)
}

/**
 * Applies the new page's root attributes, and those that its early scripts would set (`early-auth.ts`,
 * `early-page.ts`).
 */
function swapRoot(page: Document, visit: string): void {
	const { dataset, style } = document.documentElement
	const previous = { auth: dataset.auth ?? '', moderator: dataset.moderator, style: style.cssText }
	swapFunctions.swapRootAttributes(page)
	dataset.js = ''
	dataset.auth ??= previous.auth
	if (previous.moderator !== undefined) dataset.moderator ??= previous.moderator
	dataset.visit = visit
	if (/[?&]m=/.test(location.search)) dataset.m = ''
	style.cssText = previous.style
}

/**
 * Runs the scripts of the page that have not run in this document. Scripts that have run listen to `astro:page-load`.
 */
function runScripts(page: readonly string[]): void {
	for (const src of page) {
		if (scriptsRun.has(nameOf(src))) continue
		scriptsRun.set(nameOf(src), src)
		document.head.append(Object.assign(document.createElement('script'), { type: 'module', src }))
	}
}

/** Announces the title of the page to screen readers. */
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
	const dispatch = (name: string) => document.dispatchEvent(new Event(name))
	dispatch('astro:before-swap')
	dismissToast()
	swapRoot(page, visit)
	swapFunctions.swapHeadElements(page)
	const restoreFocus = swapFunctions.saveFocus()
	swapFunctions.swapBodyElement(page.body, document.body)
	restoreFocus()
	dispatch('astro:after-swap')
	dispatch('astro:page-load')
	runScripts(scripts)
	announceTitle()
}

/** The page change in progress. A page may rewrite its URL during the change, which aborts the event's signal. */
let loading: AbortController | undefined

/** Scrolls as on a page load. `event.scroll()` fails once the page has rewritten its URL (see `loading`). */
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
	const fetched = await fetchPage(url, signal)
	if (signal.aborted) return
	if (!fetched) return location.reload()
	await loadStyles(fetched.page)
	if (signal.aborted) return
	loading = undefined
	swap(fetched.page, event.navigationType)
	const finalUrl = new URL(fetched.url)
	finalUrl.hash = new URL(url).hash
	shown = pageOf(finalUrl.href)
	scroll(event, finalUrl)
	// Update the URL after a redirect. Do this last, because it ends this navigation.
	if (finalUrl.href !== url) history.replaceState(history.state, '', finalUrl)
}

/** Returns whether the page's viewer is unchanged. After a sign-in or logout, pages must load. */
const isSameViewer = () =>
	(readCookie(SIGNED_IN_COOKIE) === undefined) === (document.documentElement.dataset.auth === 'visitor')

function isForRouter(event: NavigateEvent, isPlaying: () => boolean): boolean {
	const { canIntercept, navigationType, destination, hashChange, downloadRequest, formData } = event
	if (!canIntercept || navigationType === 'reload' || downloadRequest !== null || formData) return false
	// Handle Back and Forward between pages of this document, but not URL changes within a page.
	if (destination.sameDocument) return navigationType === 'traverse' && pageOf(destination.url) !== shown
	const url = new URL(destination.url)
	return !hashChange && isPlaying() && isSameViewer() && url.origin === location.origin && !RELOADED.test(url.pathname)
}

/** Starts the router once. `isPlaying` returns whether a page load would interrupt playback. */
export function startRouter(isPlaying: () => boolean): void {
	if (shown || !('navigation' in window)) return
	shown = pageOf(location.href)
	for (const { src } of scriptsOf(document)) scriptsRun.set(nameOf(src), src)
	addDirectives()
	navigation.addEventListener('navigate', (event) => {
		if (isForRouter(event, isPlaying)) event.intercept({ handler: () => show(event), scroll: 'manual' })
	})
}
