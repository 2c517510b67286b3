import { addDays } from '#src/lib/dates/calendar-day.ts'

/** Days before the end of the paid period from which the next payment is due. */
export const DUE_DAYS = 30
/** Days after the paid period in which a member still has everything. */
export const GRACE_DAYS = 14
/** Value of `complimentaryUntil` without an end. */
export const ALWAYS = '9999-12-31'
/** Last day that can be set: the periods after it need days too. */
export const LAST_DAY = '2199-12-31'

export const STANDINGS = ['trial', 'current', 'due', 'grace', 'lapsed', 'paused', 'complimentary', 'ended'] as const
export type Standing = (typeof STANDINGS)[number]

/** The dates of a membership. Days are `YYYY-MM-DD` in the club's zone; null: there is none. */
export interface MembershipDates {
	/** Last paid day; null before the first payment. */
	paidThrough: string | null
	trialUntil: string | null
	complimentaryUntil: string | null
	/** First day of a pause. */
	pausedOn: string | null
	/** The member cancelled: it ends with the paid period, without grace. */
	isCancelled: boolean
	/** A card is charged for the next period. */
	renewsByCard: boolean
}

/**
 * Computes the standing on a day: the free ways first, then the paid period. Before the first payment it is `lapsed`,
 * as nothing is paid yet.
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
 * Returns the last day on which a member has everything; '' for none. The column `memberships.good_through` is the
 * same in SQL, and a test compares them.
 */
export function goodThrough({ paidThrough, trialUntil, complimentaryUntil, pausedOn, isCancelled }: MembershipDates) {
	const paid = paidThrough && (isCancelled ? paidThrough : addDays(paidThrough, GRACE_DAYS))
	const latest = [trialUntil ?? '', complimentaryUntil ?? '', paid ?? ''].toSorted().at(-1) ?? ''
	return [latest, pausedOn ? addDays(pausedOn, -1) : ALWAYS].toSorted()[0] ?? ''
}

/** Standings with everything that a member may do. */
export const GOOD: readonly Standing[] = ['trial', 'current', 'due', 'grace', 'complimentary']
