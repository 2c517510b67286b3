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

/** Returns the page of an address, without what a page changes in its own history: the hash and a course's module. */
export const pageOf = (address: string): string => address.replace(/#.*/, '').replace(/(\/courses\/[^?]+).*/, '$1')

/** Reloads the page when Back or Forward leads to another page of the same document and no router runs. */
export function startSwappedHistory(): void {
	// Not in every browser; those without it have no router.
	window.navigation?.addEventListener('navigate', (event) => {
		const { navigationType, destination } = event
		if (isRouted || navigationType !== 'traverse' || !destination.sameDocument) return
		if (pageOf(destination.url) !== pageOf(location.href)) event.intercept({ handler: async () => location.reload() })
	})
}
