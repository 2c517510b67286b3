/** Labels of episode types; none for a full episode. */
export const TYPE_LABELS = { full: '', trailer: 'Trailer', bonus: 'Bonus' } as const

/** Returns `Season 2, episode 7`, or the part that the feed has. */
export function numberLabel({ season, number }: { season: number | null; number: number | null }): string {
	if (season === null) return number === null ? '' : `Episode ${number}`
	return number === null ? `Season ${season}` : `Season ${season}, episode ${number}`
}

const UNITS = ['kB', 'MB', 'GB'] as const

/** Formats a size as `21 MB`; empty if unknown. */
export function sizeLabel(bytes: number | null): string {
	if (!bytes) return ''
	let size = bytes / 1000
	let unit = 0
	while (size >= 999.5 && unit < UNITS.length - 1) {
		size /= 1000
		unit++
	}
	return `${size >= 10 || unit === 0 ? Math.max(1, Math.round(size)) : Math.round(size * 10) / 10} ${UNITS[unit]}`
}
