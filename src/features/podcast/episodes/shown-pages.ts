/** Maximum number of pages that are all listed. */
const MAX_UNABRIDGED = 11
/** Pages shown on either side of the current one. */
const NEIGHBORS = 2

/** Returns the page numbers to link, in order; null is a gap. */
export function shownPages(page: number, pages: number): Array<number | null> {
	const all = Array.from({ length: pages }, (_, at) => at + 1)
	if (pages <= MAX_UNABRIDGED) return all
	const shown = all.filter((n) => n === 1 || n === pages || Math.abs(n - page) <= NEIGHBORS)
	return shown.flatMap((n, at) => {
		const gap = n - (shown[at - 1] ?? 0) - 1
		// A gap of one page takes as much room as its number.
		return gap === 0 ? [n] : [gap === 1 ? n - 1 : null, n]
	})
}
