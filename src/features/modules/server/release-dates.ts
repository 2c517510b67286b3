import { httpError } from '#src/lib/api/errors.ts'
import { type Release, TWO_OPENINGS } from '../contract.ts'

/** When a module opens: at a date, days after enrollment, or immediately. */
export interface ReleaseDates {
	availableFrom: Date | null
	availableAfterDays: number | null
}

/** Returns whether the module is open to everyone at `now`, in milliseconds. */
export const isOpenNow = ({ availableFrom, availableAfterDays }: ReleaseDates, now = Date.now()) =>
	availableAfterDays === null && (availableFrom === null || availableFrom.getTime() <= now)

/**
 * Returns the release columns if a change contains a release field; otherwise undefined. The two fields are one
 * setting: a change to one clears the other.
 * @throws {ApiError} 400 if both are set.
 */
export function releaseOf({ availableFrom, availableAfterDays }: Release, now = Date.now()) {
	if (availableFrom === undefined && availableAfterDays === undefined) return undefined
	if (availableFrom != null && availableAfterDays != null) throw httpError(TWO_OPENINGS)
	const from = availableFrom == null ? null : new Date(availableFrom)
	const dates = { availableFrom: from, availableAfterDays: availableAfterDays ?? null }
	return { ...dates, isOpen: isOpenNow(dates, now) }
}
