/** Maximum number of pages that are all listed. */
const ALL = 11
/** Pages shown on either side of the current one. */
const BESIDE = 2

/** Returns the page numbers to link, in order; null is a gap. */
export function shownPages(page: number, pages: number): Array<number | null> {
	const all = Array.from({ length: pages }, (_, at) => at + 1)
	if (pages <= ALL) return all
	const named = all.filter((one) => one === 1 || one === pages || Math.abs(one - page) <= BESIDE)
	return named.flatMap((one, at) => {
		const missing = one - (named[at - 1] ?? 0) - 1
		// A gap of one page takes as much room as its number.
		return missing === 0 ? [one] : [missing === 1 ? one - 1 : null, one]
	})
}
