import { addDays, addMonths, partsOf } from '#src/lib/dates/calendar-day.ts'
import { ALWAYS, GRACE_DAYS, type MembershipDates } from '#src/lib/dues/standing.ts'

/** The period that a payment is for. */
export interface Period {
	from: string
	/** Last day. */
	to: string
	/** Months to pay for: fewer than the plan's in the first period of a club with a common year. */
	months: number
	/** Day of the month on which this and the next periods begin. */
	anchorDay: number
	/** The membership continues without a gap, which keeps a founding price. */
	isUnbroken: boolean
}

interface Given {
	dates: Pick<MembershipDates, 'paidThrough' | 'trialUntil' | 'complimentaryUntil' | 'pausedOn' | 'isCancelled'>
	anchorDay: number
	/** Length of the plan's periods. */
	months: number
	/** Month, from 1, on whose first day the club's year begins; undefined: on the day of joining. */
	yearStart?: number | undefined
}

const latest = (days: readonly string[]) => days.toSorted().at(-1) ?? ''

/**
 * Returns the first day of the next period. A payment within grace continues from the old day, a later one from the day
 * of payment; days that are free of dues come first.
 */
function beginning(
	day: string,
	{ paidThrough, trialUntil, complimentaryUntil, pausedOn, isCancelled }: Given['dates'],
) {
	// A pause keeps the paid days that are left.
	const at = pausedOn && pausedOn < day ? pausedOn : day
	const graceEnd = paidThrough && (isCancelled ? paidThrough : addDays(paidThrough, GRACE_DAYS))
	const isInProgress = Boolean(graceEnd && graceEnd >= at)
	const free = [trialUntil, complimentaryUntil === ALWAYS ? null : complimentaryUntil].filter((until) => until !== null)
	const isCovered = isInProgress || [trialUntil, complimentaryUntil].some((until) => until !== null && until >= at)
	return {
		from: latest([isInProgress && paidThrough ? addDays(paidThrough, 1) : day, ...free.map((until) => addDays(until, 1))]),
		isUnbroken: isCovered || paidThrough === null,
	}
}

/** Returns the last day of a period in a club with a common year, and its months, begun ones counted. */
function withinYear(from: string, months: number, yearStart: number): { to: string; months: number } {
	const [, month] = partsOf(from)
	const passed = (month - yearStart + 12) % months
	const first = `${from.slice(0, 8)}01`
	return { to: addDays(addMonths(first, months - passed), -1), months: months - passed }
}

/** Returns the period that a payment on this day is for. */
export function nextPeriod(day: string, { dates, anchorDay, months, yearStart }: Given): Period {
	const { from, isUnbroken } = beginning(day, dates)
	if (yearStart) return { from, ...withinYear(from, months, yearStart), anchorDay: 1, isUnbroken }
	// An end that was moved, as after a pause, has a new anchor.
	const anchor = addMonths(from, 0, anchorDay) === from ? anchorDay : partsOf(from)[2]
	return { from, to: addDays(addMonths(from, months, anchor), -1), months, anchorDay: anchor, isUnbroken }
}
