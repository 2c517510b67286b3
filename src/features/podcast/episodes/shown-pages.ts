/** More than so many pages are not named one by one. */
const ALL = 11
/** Beside the present one, on either side. */
const BESIDE = 2

/** The pages of a list that are linked by number, in order; null stands for those that are left out. */
export function shownPages(page: number, pages: number): Array<number | null> {
	const all = Array.from({ length: pages }, (_, at) => at + 1)
	if (pages <= ALL) return all
	const named = all.filter((one) => one === 1 || one === pages || Math.abs(one - page) <= BESIDE)
	return named.flatMap((one, at) => {
		const missing = one - (named[at - 1] ?? 0) - 1
		// A gap of one page would be as long as its number.
		return missing === 0 ? [one] : [missing === 1 ? one - 1 : null, one]
	})
}
