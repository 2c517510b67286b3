import { formatDay } from '#src/lib/dates/calendar-day.ts'
import { ALWAYS, type Standing } from '#src/lib/dues/standing.ts'
import type { Membership } from './contract.ts'

/** The parts of a membership that its sentences name. */
type Dates = Pick<
	Membership,
	| 'standing'
	| 'goodThrough'
	| 'paidThrough'
	| 'trialUntil'
	| 'complimentaryUntil'
	| 'pausedOn'
	| 'isCancelled'
	| 'renewsByCard'
>

const dayText = (day: string | null) => (day ? formatDay(day) : '')

/** Returns a member's standing in one sentence, addressed to the member. */
export function standingTitle(dates: Dates): string {
	const { standing, goodThrough, paidThrough, trialUntil, complimentaryUntil } = dates
	switch (standing) {
		case 'trial':
			return `Free trial until ${dayText(trialUntil)}`
		case 'current':
		case 'due':
			return `Paid until ${dayText(paidThrough)}`
		// Not "Paid until": a member just put on a plan has not paid yet.
		case 'grace':
			return `Payment is due by ${dayText(goodThrough)}`
		case 'complimentary':
			return complimentaryUntil === ALWAYS ? 'Complimentary' : `Complimentary until ${dayText(complimentaryUntil)}`
		case 'paused':
			return 'Your membership is paused'
		case 'ended':
			return 'Your membership has ended'
		case 'lapsed':
			return paidThrough || trialUntil ? 'Your membership has lapsed' : 'Your membership begins with your first payment'
		default:
			return 'No dues are asked of you'
	}
}

/** Returns what follows from the standing: until when everything is open, or what still is. */
export function standingLine(dates: Dates): string {
	const { standing, paidThrough, trialUntil, pausedOn, isCancelled, renewsByCard } = dates
	switch (standing) {
		case 'trial':
			if (isCancelled) return CANCELLED
			return renewsByCard
				? 'Everything is open to you. Your card is charged when the trial ends.'
				: 'Everything is open to you. Pay before the trial ends to stay a member.'
		case 'current':
			return isCancelled ? CANCELLED : 'Everything is open to you.'
		case 'due':
			return 'Everything is open to you. Your next payment is due.'
		case 'grace':
			return 'Everything stays open to you until then.'
		case 'complimentary':
			return 'Everything is open to you, and nothing is due.'
		case 'paused':
			return `Since ${dayText(pausedOn)}. The days that you paid for are kept. Write to the club to go on.`
		case 'ended':
			return `${paidThrough ? `It was paid until ${dayText(paidThrough)}. ` : ''}${STILL_OPEN}`
		case 'lapsed':
			if (!paidThrough && !trialUntil) return 'The forum, the calls and the members’ courses open once you have paid.'
			return `${paidThrough ? `It was paid until ${dayText(paidThrough)}` : `The trial ended on ${dayText(trialUntil)}`}. ${STILL_OPEN}`
		default:
			return 'Everything is open to you.'
	}
}

const CANCELLED = 'You cancelled. Everything stays open to you until then, and nothing more is charged.'
const STILL_OPEN = 'Your account, your data and your progress stay open to you. Pay to open the rest again.'

/** Labels of standings in lists and badges. */
export const STANDING_NAMES: Readonly<Record<Standing, string>> = {
	trial: 'Trial',
	current: 'Paid',
	due: 'Due',
	grace: 'Late',
	lapsed: 'Lapsed',
	paused: 'Paused',
	complimentary: 'Complimentary',
	ended: 'Ended',
}

export const STANDING_TONES = {
	trial: 'neutral',
	current: 'done',
	due: 'brass',
	grace: 'brass',
	lapsed: 'error',
	paused: 'neutral',
	complimentary: 'done',
	ended: 'neutral',
} as const satisfies Record<Standing, string>
