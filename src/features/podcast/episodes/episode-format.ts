const pad = (value: number) => String(value).padStart(2, '0')

/** Formats `2050` as `34:10` and `6384` as `1:46:24`; empty for an unknown length. */
export function formatDuration(seconds: number | null | undefined): string {
	if (seconds === null || seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return ''
	const whole = Math.round(seconds)
	const minutes = Math.floor(whole / 60)
	if (minutes < 60) return `${minutes}:${pad(whole % 60)}`
	return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(whole % 60)}`
}

// UTC, so the static page and every browser show the same day.
const day = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Formats an episode's date as `Nov 18, 2026`, or `N/A` without one (docs/product.md, Dates). */
export function formatEpisodeDate(iso: string | null | undefined): string {
	if (!iso) return 'N/A'
	const time = Date.parse(iso)
	return Number.isNaN(time) ? 'Invalid date' : day.format(time)
}
