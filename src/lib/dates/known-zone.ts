/** Cache of spellings: every page for a member needs one, and Intl takes a third of a millisecond. */
const spellings = new Map<string, string>()
/** Limit of the cache: there are 600 zones, but names come from a cookie and vary in case. */
const MAX_SPELLINGS = 1_000

/**
 * Returns this runtime's spelling of a zone, or undefined if the zone is unsupported. Does not rely on `tzOffset`,
 * which also accepts `Mars+05`.
 */
export function knownZone(zone: string): string | undefined {
	if (zone === '') return undefined
	const cached = spellings.get(zone)
	if (cached) return cached
	try {
		const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions()
		if (spellings.size < MAX_SPELLINGS) spellings.set(zone, timeZone)
		return timeZone
	} catch {
		return undefined
	}
}

export const isTimeZone = (zone: string) => knownZone(zone) !== undefined

/** Returns a readable name of a zone: `America/New York`. */
export const zoneLabel = (zone: string) => zone.replaceAll('_', ' ')
