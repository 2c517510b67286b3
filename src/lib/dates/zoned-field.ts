import { formatSessionIn, toLocalInput, zonedInstant, zoneName } from './zoned-time.ts'

// A field for a moment in a named zone: what `<input type="datetime-local">` holds, and the instant that is sent of it.

/** An instant as the field shows it; empty for none. */
export const toZonedField = (instant: string | null | undefined, zone: string): string =>
	instant ? toLocalInput(instant, zone) : ''

/**
 * The instant of what the field holds; null where it is empty.
 * @param stood what it began with: a reading that is still the same means the same instant, in the hour that comes twice
 * too.
 */
export function fromZonedField(local: string, zone: string, stood?: string | null): string | null {
	if (local === '') return null
	if (stood && toLocalInput(stood, zone) === local) return stood
	const zoned = zonedInstant(local, zone)
	return 'instant' in zoned ? zoned.instant.toISOString() : null
}

/** What is wrong with what the field holds; undefined where nothing is, or it is empty. */
export function zonedFieldFault(local: string, zone: string): string | undefined {
	if (local === '') return undefined
	const { kind } = zonedInstant(local, zone)
	if (kind === 'skipped') return 'The clocks are set forward over this time in that zone. Please choose another.'
	return kind === 'invalid' ? 'Choose a date and a time' : undefined
}

/** What the field means, so that a slip of the zone is seen. */
export function zonedFieldHint(local: string, zone: string): string {
	const zoned = zonedInstant(local, zone)
	const name = zoneName('instant' in zoned ? zoned.instant : new Date(), zone)
	return zoned.kind === 'ambiguous' ? `${name}. The clock shows this time twice; the first is meant.` : name
}

/** What the field holds, as it is said. */
export function zonedFieldLabel(local: string, zone: string): string {
	const instant = fromZonedField(local, zone)
	return instant === null ? 'No time' : `${formatSessionIn(instant, zone)} (${zoneName(instant, zone)})`
}
