/** Labels of episode types; empty for a full episode. */
export const TYPE_LABELS = { full: '', trailer: 'Trailer', bonus: 'Bonus' } as const

/** Returns `Season 2, episode 7`, or the part that the feed has. */
export function numberLabel({ season, number }: { season: number | null; number: number | null }): string {
	if (season === null) return number === null ? '' : `Episode ${number}`
	return number === null ? `Season ${season}` : `Season ${season}, episode ${number}`
}
