import { formatDay } from '#src/lib/dates/calendar-day.ts'
import { ALWAYS, type Standing } from '#src/lib/dues/standing.ts'
import type { Membership } from './contract.ts'

/** The membership fields that the title and line depend on. */
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
			return 'You owe no dues'
	}
}

/** Returns what the standing means: how long the member has full access, or what is still accessible. */
export function standingLine(dates: Dates): string {
	const { standing, paidThrough, trialUntil, pausedOn, isCancelled, renewsByCard } = dates
	switch (standing) {
		case 'trial':
			if (isCancelled) return CANCELLED
			return renewsByCard
				? 'You have full access. Your card is charged when the trial ends.'
				: 'You have full access. Pay before the trial ends to stay a member.'
		case 'current':
			return isCancelled ? CANCELLED : FULL_ACCESS
		case 'due':
			return 'You have full access. Your next payment is due.'
		case 'grace':
			return 'You keep full access until then.'
		case 'complimentary':
			return 'You have full access, and nothing is due.'
		case 'paused':
			return `It was paused on ${dayText(pausedOn)}. The days you paid for are kept. Contact the club to resume.`
		case 'ended':
			return `${paidThrough ? `It was paid until ${dayText(paidThrough)}. ` : ''}${STILL_OPEN}`
		case 'lapsed':
			if (!paidThrough && !trialUntil) return 'The forum, the calls and the members’ courses open once you have paid.'
			return `${paidThrough ? `It was paid until ${dayText(paidThrough)}` : `The trial ended on ${dayText(trialUntil)}`}. ${STILL_OPEN}`
		default:
			return FULL_ACCESS
	}
}

const FULL_ACCESS = 'You have full access.'
const CANCELLED = 'You cancelled. You keep full access until then, and nothing more is charged.'
const STILL_OPEN = 'You can still use your account, your data and your progress. Pay to get the rest back.'

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
