/** Runs once when an island comes into view, extended by `rootMargin`. */
function whenSeen(island: HTMLElement, rootMargin: string, run: () => void): void {
	const sight = new IntersectionObserver(
		(entries) => {
			if (!entries.some(({ isIntersecting }) => isIntersecting)) return
			sight.disconnect()
			run()
		},
		{ rootMargin },
	)
	// The island element has no box.
	for (const child of island.children) sight.observe(child)
}

/** Runs once when the island comes into view. */
export const whenInView = (island: HTMLElement, run: () => void) => whenSeen(island, '0px', run)

/** Runs once when the island is one screen away. Never for a collapsed one. */
export const whenNear = (island: HTMLElement, run: () => void) => whenSeen(island, '100% 0px', run)
