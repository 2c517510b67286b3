import { addDays, daysBetween } from '#src/lib/dates/calendar-day.ts'
import { ALWAYS, type MembershipDates } from '#src/lib/dues/standing.ts'

export type NoticeKind = 'before30' | 'before7' | 'onDay' | 'after3' | 'after7' | 'after14' | 'renewal' | 'trialEnd'

interface MembershipState {
	dates: MembershipDates
	startedOn: string
	/** Length of the plan's periods in months; null if there is no plan. */
	months: number | null
}

/**
 * Returns the last day that a membership covers: the latest of paid, trial and complimentary. Before the first payment,
 * it is the day before the membership started.
 */
export function coveredUntil({ dates, startedOn }: MembershipState): string {
	const { paidThrough, trialUntil, complimentaryUntil } = dates
	const days = [paidThrough, trialUntil, complimentaryUntil].filter((day) => day !== null)
	return days.toSorted().at(-1) ?? addDays(startedOn, -1)
}

/**
 * Range of days before the end in which each notice is due. The ranges do not overlap: after an outage, only the
 * nearest notice is sent.
 */
const BY_HAND: ReadonlyArray<readonly [NoticeKind, from: number, to: number]> = [
	['before30', 30, 8],
	['before7', 7, 1],
	['onDay', 0, -2],
	['after3', -3, -6],
	['after7', -7, -13],
	// Sent late after an outage, but not to members who lapsed long ago.
	['after14', -14, -29],
]
/** Earliest renewal notice of a membership paid by card, in days before its end. */
export const RENEWAL_NOTICE_DAYS = 45
/** A failed charge gets the same notices as a late payment. */
const BY_CARD: typeof BY_HAND = [['renewal', RENEWAL_NOTICE_DAYS, 15], ...BY_HAND.slice(3)]
/** Trials over 31 days that end in a charge. */
const TRIAL_BY_CARD: typeof BY_HAND = [['trialEnd', 21, 3], ...BY_HAND.slice(3)]
const LONG_TRIAL_DAYS = 31

function rangesOf({ dates, startedOn, months }: MembershipState): typeof BY_HAND {
	const { trialUntil, paidThrough, renewsByCard } = dates
	// Monthly plans skip the first notice: it would be due around the day of the previous payment.
	const withinAMonth = months === 1
	if (!renewsByCard) return withinAMonth ? BY_HAND.slice(1) : BY_HAND
	if (trialUntil && !paidThrough)
		return daysBetween(startedOn, trialUntil) + 1 > LONG_TRIAL_DAYS ? TRIAL_BY_CARD : TRIAL_BY_CARD.slice(1)
	return withinAMonth ? BY_CARD.slice(1) : BY_CARD
}

/** Returns the notice due on a day, and the last covered day that it is about; undefined if there is none. */
export function noticeOn(today: string, membership: MembershipState): { kind: NoticeKind; day: string } | undefined {
	const { isCancelled, pausedOn } = membership.dates
	const day = coveredUntil(membership)
	if (isCancelled || pausedOn || day >= ALWAYS) return undefined
	const left = daysBetween(today, day)
	const range = rangesOf(membership).find(([, from, to]) => left <= from && left >= to)
	return range && { kind: range[0], day }
}

/** Returns whether a notice issues an invoice if none is open. */
export const asksForMoney = (kind: NoticeKind) => !['renewal', 'trialEnd'].includes(kind)
