/** Calls `run` once when an island enters the viewport, extended by `rootMargin`. */
function whenSeen(island: HTMLElement, rootMargin: string, run: () => void): void {
	const observer = new IntersectionObserver(
		(entries) => {
			if (!entries.some(({ isIntersecting }) => isIntersecting)) return
			observer.disconnect()
			run()
		},
		{ rootMargin },
	)
	// Observe the children, because the island element has no box.
	for (const child of island.children) observer.observe(child)
}

/** Calls `run` once when the island enters the viewport. */
export const whenInView = (island: HTMLElement, run: () => void) => whenSeen(island, '0px', run)

/** Calls `run` once when the island is one screen away. Never calls it for a collapsed island. */
export const whenNear = (island: HTMLElement, run: () => void) => whenSeen(island, '100% 0px', run)
