import { isPublicPage } from '#src/lib/site/public-paths.ts'

/** Delay between hover or focus and the prefetch, in milliseconds. */
const PREFETCH_DELAY_MS = 80

type Connection = { saveData?: boolean; effectiveType?: string }

/**
 * Returns whether to prefetch. Returns false with a data saver or a slow connection, and for admins: browsers reuse
 * prefetched pages for a few minutes, and an admin must see the latest save.
 */
function mayPrefetch(): boolean {
	if (document.documentElement.dataset.auth === 'admin') return false
	const { saveData, effectiveType = '' } = (navigator as { connection?: Connection }).connection ?? {}
	return !saveData && !effectiveType.includes('2g')
}

/** Returns the page that a link opens, if it is safe to prefetch: no side effects, and the same for everyone. */
function prefetchablePage(target: EventTarget | null): string | undefined {
	const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
	if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return undefined
	return isPublicPage(link.pathname) && link.pathname !== location.pathname ? link.pathname + link.search : undefined
}

/** Prefetches a public page once, when a pointer rests on its link, a finger touches it, or it gets focus. */
export function startPrefetch(): void {
	const prefetched = new Set<string>()
	let timer: number | undefined

	function prefetch(page: string | undefined): void {
		if (page === undefined || prefetched.has(page) || !mayPrefetch()) return
		prefetched.add(page)
		const link = document.createElement('link')
		link.rel = 'prefetch'
		link.as = 'document'
		link.href = page
		document.head.append(link)
	}

	/** Delays the prefetch, so that moving the pointer or focus past a link does not start one. */
	function schedulePrefetch(page: string | undefined): void {
		clearTimeout(timer)
		if (page !== undefined) timer = window.setTimeout(() => prefetch(page), PREFETCH_DELAY_MS)
	}

	document.addEventListener('pointerover', ({ target, pointerType }) => {
		if (pointerType === 'mouse') schedulePrefetch(prefetchablePage(target))
	})
	document.addEventListener('focusin', ({ target }) => schedulePrefetch(prefetchablePage(target)))
	document.addEventListener('pointerdown', ({ target }) => prefetch(prefetchablePage(target)), { passive: true })
}
