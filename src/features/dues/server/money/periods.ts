import { addDays, addMonths, partsOf } from '#src/lib/dates/calendar-day.ts'
import { ALWAYS, GRACE_DAYS, type MembershipDates } from '#src/lib/dues/standing.ts'

/** The period that a payment is for. */
export interface Period {
	from: string
	/** Last day. */
	to: string
	/** Months to pay for: fewer than the plan's in the first period if the club has a membership year. */
	months: number
	/** Day of the month on which this and the next periods begin. */
	anchorDay: number
	/** The membership continues without a gap, which keeps a founding price. */
	isUnbroken: boolean
}

interface PeriodInput {
	dates: Pick<MembershipDates, 'paidThrough' | 'trialUntil' | 'complimentaryUntil' | 'pausedOn' | 'isCancelled'>
	anchorDay: number
	/** Length of the plan's periods. */
	months: number
	/** Month (1 to 12) on whose first day the club's year starts; undefined if it starts on the day of joining. */
	yearStart?: number | undefined
}

const latest = (days: readonly string[]) => days.toSorted().at(-1) ?? ''

/**
 * Returns the first day of the next period. After a payment within the grace period, the old period continues; after a
 * later payment, the period starts that day. Days free of dues come first.
 */
function startOfNext(
	day: string,
	{ paidThrough, trialUntil, complimentaryUntil, pausedOn, isCancelled }: PeriodInput['dates'],
) {
	// A pause keeps the remaining paid days.
	const at = pausedOn && pausedOn < day ? pausedOn : day
	const graceEnd = paidThrough && (isCancelled ? paidThrough : addDays(paidThrough, GRACE_DAYS))
	const isInGrace = Boolean(graceEnd && graceEnd >= at)
	const free = [trialUntil, complimentaryUntil === ALWAYS ? null : complimentaryUntil].filter((until) => until !== null)
	const isCovered = isInGrace || [trialUntil, complimentaryUntil].some((until) => until !== null && until >= at)
	return {
		from: latest([isInGrace && paidThrough ? addDays(paidThrough, 1) : day, ...free.map((until) => addDays(until, 1))]),
		isUnbroken: isCovered || paidThrough === null,
	}
}

/** Returns the last day of a period that ends with the club-wide year, and its months, counting partial ones. */
function withinYear(from: string, months: number, yearStart: number): { to: string; months: number } {
	const [, month] = partsOf(from)
	const passed = (month - yearStart + 12) % months
	const first = `${from.slice(0, 8)}01`
	return { to: addDays(addMonths(first, months - passed), -1), months: months - passed }
}

/** Returns the period that a payment on this day is for. */
export function nextPeriod(day: string, { dates, anchorDay, months, yearStart }: PeriodInput): Period {
	const { from, isUnbroken } = startOfNext(day, dates)
	if (yearStart) return { from, ...withinYear(from, months, yearStart), anchorDay: 1, isUnbroken }
	// If the end was moved, for example by a pause, the anchor day changes.
	const anchor = addMonths(from, 0, anchorDay) === from ? anchorDay : partsOf(from)[2]
	return { from, to: addDays(addMonths(from, months, anchor), -1), months, anchorDay: anchor, isUnbroken }
}
