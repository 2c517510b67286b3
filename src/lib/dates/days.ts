// Formats days without date-fns (`dates.ts`), which would add 20 kB to the scripts of public pages.

// UTC, so the static page and every browser show the same day.
const utcDay = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Formats a date as `Nov 18, 2026`, or `N/A` if it is missing (docs/product.md, Dates). */
export function formatUtcDay(iso: string | null | undefined): string {
	if (!iso) return 'N/A'
	const time = Date.parse(iso)
	return Number.isNaN(time) ? 'Invalid date' : utcDay.format(time)
}

/**
 * Formats a day as `5 Nov`, with the year if it is not the current one, so a page rendered before the new year stays
 * correct after it.
 * @param zone IANA time zone; undefined for the zone of the browser or server.
 */
export function formatReleaseDay(when: string, zone?: string): string {
	const parts = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: zone })
	const partsOf = (date: Date) => Object.fromEntries(parts.formatToParts(date).map(({ type, value }) => [type, value]))
	const date = new Date(when)
	const { day, month, year } = partsOf(date)
	return `${day} ${month}${year === partsOf(new Date()).year ? '' : ` ${year}`}`
}
