/**
 * Reloads the page when Back or Forward would only change its address: the player's router (`router.ts`) makes several
 * history entries of one document, and a reload ended it. While it runs, it has marked the page with `data-visit`.
 */
export function startSwappedHistory(): void {
	// Not in every browser; those without it have no router.
	window.navigation?.addEventListener('navigate', (event) => {
		const { navigationType, destination } = event
		if (navigationType !== 'traverse' || !destination.sameDocument || document.documentElement.dataset.visit) return
		if (new URL(destination.url).pathname !== location.pathname)
			event.intercept({ handler: async () => location.reload() })
	})
}
