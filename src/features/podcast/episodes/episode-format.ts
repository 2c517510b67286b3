import { clock } from '#src/lib/text/cues.ts'

/** Formats `2050` as `34:10` and `6384` as `1:46:24`; empty for an unknown length. */
export function formatDuration(seconds: number | null | undefined): string {
	if (seconds === null || seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return ''
	return clock(Math.round(seconds))
}

// UTC, so the static page and every browser show the same day.
const day = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Formats an episode's date as `Nov 18, 2026`, or `N/A` without one (docs/product.md, Dates). */
export function formatEpisodeDate(iso: string | null | undefined): string {
	if (!iso) return 'N/A'
	const time = Date.parse(iso)
	return Number.isNaN(time) ? 'Invalid date' : day.format(time)
}
