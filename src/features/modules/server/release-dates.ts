import { httpError } from '#src/lib/api/errors.ts'
import { type Release, TWO_OPENINGS } from '../contract.ts'

/** When a row says that a module opens: at an instant, after so many days, or at once. */
export interface ReleaseDates {
	availableFrom: Date | null
	availableAfterDays: number | null
}

/** Whether everybody may have it at `now`, in milliseconds. */
export const isOpenNow = ({ availableFrom, availableAfterDays }: ReleaseDates, now = Date.now()) =>
	availableAfterDays === null && (availableFrom === null || availableFrom.getTime() <= now)

/**
 * What a module's row says of when it opens, for a change that names it; undefined for one that does not. The two fields
 * are one setting: a change that names one of them takes the other away.
 * @throws {ApiError} 400 where both are given.
 */
export function releaseOf({ availableFrom, availableAfterDays }: Release, now = Date.now()) {
	if (availableFrom === undefined && availableAfterDays === undefined) return undefined
	if (availableFrom != null && availableAfterDays != null) throw httpError(TWO_OPENINGS)
	const from = availableFrom == null ? null : new Date(availableFrom)
	const held = { availableFrom: from, availableAfterDays: availableAfterDays ?? null }
	return { ...held, isOpen: isOpenNow(held, now) }
}
