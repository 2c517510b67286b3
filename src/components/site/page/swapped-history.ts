/**
 * Reloads the page when Back or Forward would only change its URL. The player's router (`router.ts`) creates
 * several history entries for one document, and is gone after a reload. While the router runs, the page has the
 * `data-visit` attribute.
 */
export function startSwappedHistory(): void {
	// Browsers without this API have no router.
	window.navigation?.addEventListener('navigate', (event) => {
		const { navigationType, destination } = event
		if (navigationType !== 'traverse' || !destination.sameDocument || document.documentElement.dataset.visit) return
		if (new URL(destination.url).pathname !== location.pathname)
			event.intercept({ handler: async () => location.reload() })
	})
}
