/*
 * The player's router (`router.ts`) makes several history entries of one document. A reload ends the router but not
 * these entries: Back would then only change the address.
 */

/** Whether the router of this document handles them. */
let isRouted = false

/** Lets the router handle Back and Forward. */
export function takeSwappedHistory(): void {
	isRouted = true
}

/** Reloads the page when Back or Forward leads to another page of the same document and no router runs. */
export function startSwappedHistory(): void {
	// Not in every browser; those without it have no router.
	window.navigation?.addEventListener('navigate', (event) => {
		const { navigationType, destination } = event
		if (isRouted || navigationType !== 'traverse' || !destination.sameDocument) return
		const { pathname } = new URL(destination.url)
		if (pathname !== location.pathname) event.intercept({ handler: async () => location.reload() })
	})
}
