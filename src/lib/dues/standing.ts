import { addDays } from '#src/lib/dates/calendar-day.ts'

/** Number of days before the end of the paid period at which the next payment becomes due. */
export const DUE_DAYS = 30
/** Number of days after the paid period in which a member keeps full access. */
export const GRACE_DAYS = 14
/** Value of `complimentaryUntil` for complimentary access without an end. */
export const ALWAYS = '9999-12-31'
/** Last day that can be set, so that periods starting on it still have valid days. */
export const LAST_DAY = '2199-12-31'

export const STANDINGS = ['trial', 'current', 'due', 'grace', 'lapsed', 'paused', 'complimentary', 'ended'] as const
export type Standing = (typeof STANDINGS)[number]

/** The dates of a membership. Days are `YYYY-MM-DD` in the club's zone; null if unset. */
export interface MembershipDates {
	/** Last paid day; null before the first payment. */
	paidThrough: string | null
	trialUntil: string | null
	complimentaryUntil: string | null
	/** First day of a pause. */
	pausedOn: string | null
	/** The member canceled: the membership ends with the paid period, without a grace period. */
	isCancelled: boolean
	/** A card will be charged for the next period. */
	renewsByCard: boolean
}

/**
 * Computes the standing on a day. A pause and free access take precedence over the paid period. Without a paid period,
 * the standing is `lapsed`, or `ended` if the member canceled.
 */
export function standingOn(day: string, dates: MembershipDates): Standing {
	const { paidThrough, trialUntil, complimentaryUntil, pausedOn, isCancelled, renewsByCard } = dates
	if (pausedOn && pausedOn <= day) return 'paused'
	if (complimentaryUntil && complimentaryUntil >= day) return 'complimentary'
	if (trialUntil && trialUntil >= day && (!paidThrough || paidThrough < day)) return 'trial'
	if (!paidThrough) return isCancelled ? 'ended' : 'lapsed'
	if (paidThrough >= day) {
		const isDue = !isCancelled && !renewsByCard && paidThrough <= addDays(day, DUE_DAYS)
		return isDue ? 'due' : 'current'
	}
	if (isCancelled) return 'ended'
	return addDays(paidThrough, GRACE_DAYS) >= day ? 'grace' : 'lapsed'
}

/**
 * Returns the last day of full access, or '' if there is none. The column `memberships.good_through` computes the same
 * in SQL, and a test compares them.
 */
export function goodThrough({ paidThrough, trialUntil, complimentaryUntil, pausedOn, isCancelled }: MembershipDates) {
	const paid = paidThrough && (isCancelled ? paidThrough : addDays(paidThrough, GRACE_DAYS))
	const latest = [trialUntil ?? '', complimentaryUntil ?? '', paid ?? ''].toSorted().at(-1) ?? ''
	return [latest, pausedOn ? addDays(pausedOn, -1) : ALWAYS].toSorted()[0] ?? ''
}

/** Standings with full access. */
export const GOOD: readonly Standing[] = ['trial', 'current', 'due', 'grace', 'complimentary']
