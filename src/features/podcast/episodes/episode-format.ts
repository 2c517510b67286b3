const pad = (value: number) => String(value).padStart(2, '0')

/** `2050` as `34:10`, `6384` as `1:46:24`; nothing where the length is not known. */
export function formatDuration(seconds: number | null | undefined): string {
	if (seconds === null || seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return ''
	const whole = Math.round(seconds)
	const minutes = Math.floor(whole / 60)
	if (minutes < 60) return `${minutes}:${pad(whole % 60)}`
	return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(whole % 60)}`
}

// UTC, so that the static page and every browser name the same day.
const day = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })

/** An episode's date as `Nov 18, 2026`; `N/A` where there is none (docs/product.md, Dates). */
export function formatEpisodeDate(iso: string | null | undefined): string {
	if (!iso) return 'N/A'
	const time = Date.parse(iso)
	return Number.isNaN(time) ? 'Invalid date' : day.format(time)
}
