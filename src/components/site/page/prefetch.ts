import { isPublicPage } from '#src/lib/site/public-paths.ts'

/** How long a pointer rests on a link that is meant, in milliseconds. */
const RESTS_MS = 80

type Connection = { saveData?: boolean; effectiveType?: string }

/**
 * Whoever counts what they load, or waits for it long enough as it is, is not to load what they may never open. Nor is
 * who changes pages: browsers use what was fetched ahead for some minutes, and an author looks at what was just saved.
 */
function mayLoadMore(): boolean {
	if (document.documentElement.dataset.auth === 'admin') return false
	const { saveData, effectiveType = '' } = (navigator as { connection?: Connection }).connection ?? {}
	return !saveData && !effectiveType.includes('2g')
}

/** The page that a link leads to, where it may be fetched before it is asked for: that has no effect, and says nothing of who reads. */
function pageBehind(target: EventTarget | null): string | undefined {
	const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
	if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return undefined
	return isPublicPage(link.pathname) && link.pathname !== location.pathname ? link.pathname + link.search : undefined
}

/** Fetches the public page behind a link that a pointer rests on, a finger touches or the focus reaches, once. */
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

	/** Who only passes over a link, or tabs on, did not mean it. */
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
