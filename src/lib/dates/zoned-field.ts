import { formatSessionIn, toLocalInput, zonedInstant, zoneName } from './zoned-time.ts'

// Converts between `<input type="datetime-local">` and an instant in a named zone.

/** Formats an instant for the field; empty if there is none. */
export const toZonedField = (instant: string | null | undefined, zone: string): string =>
	instant ? toLocalInput(instant, zone) : ''

/**
 * Converts the field's value to an instant; null if empty.
 * @param initial the initial instant: an unchanged value keeps it, even in the repeated hour of a clock change.
 */
export function fromZonedField(local: string, zone: string, initial?: string | null): string | null {
	if (local === '') return null
	if (initial && toLocalInput(initial, zone) === local) return initial
	const zoned = zonedInstant(local, zone)
	return 'instant' in zoned ? zoned.instant.toISOString() : null
}

/** Returns the error of the field's value; undefined if it is valid or empty. */
export function zonedFieldError(local: string, zone: string): string | undefined {
	if (local === '') return undefined
	const { kind } = zonedInstant(local, zone)
	if (kind === 'skipped')
		return 'The clocks go forward, so this time does not exist in this zone. Please choose another.'
	return kind === 'invalid' ? 'Choose a date and a time' : undefined
}

/** Returns the zone's name as a hint for the field, so that a wrong zone is noticed. */
export function zonedFieldHint(local: string, zone: string): string {
	const zoned = zonedInstant(local, zone)
	const name = zoneName('instant' in zoned ? zoned.instant : new Date(), zone)
	return zoned.kind === 'ambiguous' ? `${name}. The clocks go back, so this time occurs twice. We use the first.` : name
}

/** Formats the value for display. */
export function zonedFieldLabel(local: string, zone: string): string {
	const instant = fromZonedField(local, zone)
	return instant === null ? 'No time' : `${formatSessionIn(instant, zone)} (${zoneName(instant, zone)})`
}
