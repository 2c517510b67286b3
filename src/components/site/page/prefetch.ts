import { isPublicPage } from '#src/lib/site/public-paths.ts'

/** Hover time after which a prefetch starts, in milliseconds. */
const RESTS_MS = 80

type Connection = { saveData?: boolean; effectiveType?: string }

/**
 * Returns whether to prefetch. Returns false with a data saver or a slow connection, and for admins: browsers reuse
 * prefetched pages for some minutes, and an author needs to see the latest save.
 */
function mayLoadMore(): boolean {
	if (document.documentElement.dataset.auth === 'admin') return false
	const { saveData, effectiveType = '' } = (navigator as { connection?: Connection }).connection ?? {}
	return !saveData && !effectiveType.includes('2g')
}

/** Returns the page of a link if a prefetch is safe: without side effects, and the same for every reader. */
function pageBehind(target: EventTarget | null): string | undefined {
	const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
	if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return undefined
	return isPublicPage(link.pathname) && link.pathname !== location.pathname ? link.pathname + link.search : undefined
}

/** Prefetches a public page once, when a pointer rests on its link, a finger touches it, or it gets focus. */
export function startPrefetch(): void {
	const asked = new Set<string>()
	let timer: number | undefined

	function fetchAhead(page: string | undefined): void {
		if (page === undefined || asked.has(page) || !mayLoadMore()) return
		asked.add(page)
		const link = document.createElement('link')
		link.rel = 'prefetch'
		link.as = 'document'
		link.href = page
		document.head.append(link)
	}

	/** Delays the prefetch, so that moving the pointer or focus past a link does not start one. */
	function rest(page: string | undefined): void {
		clearTimeout(timer)
		if (page !== undefined) timer = window.setTimeout(() => fetchAhead(page), RESTS_MS)
	}

	document.addEventListener('pointerover', ({ target, pointerType }) => {
		if (pointerType === 'mouse') rest(pageBehind(target))
	})
	document.addEventListener('focusin', ({ target }) => rest(pageBehind(target)))
	document.addEventListener('pointerdown', ({ target }) => fetchAhead(pageBehind(target)), { passive: true })
}
