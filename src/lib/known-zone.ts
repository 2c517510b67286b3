/** Cached: every page of a member needs it, and Intl takes a third of a millisecond. */
const spellings = new Map<string, string>()
/** There are 600 zones; a name may be spelt in capitals too, and comes from a cookie. */
const MOST_SPELLINGS = 1_000

/**
 * Returns how this runtime spells a zone, or undefined for one it cannot compute with. Not left to `tzOffset`, which
 * also takes `Mars+05`.
 */
export function knownZone(zone: string): string | undefined {
	if (zone === '') return undefined
	const known = spellings.get(zone)
	if (known) return known
	try {
		const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions()
		if (spellings.size < MOST_SPELLINGS) spellings.set(zone, timeZone)
		return timeZone
	} catch {
		return undefined
	}
}

/** Tells whether this runtime knows a zone. */
export const isTimeZone = (zone: string) => knownZone(zone) !== undefined
