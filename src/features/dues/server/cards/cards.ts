import { addDays, daysBetween } from '#src/lib/dates/calendar-day.ts'
import { ALWAYS } from '#src/lib/dues/standing.ts'
import { site } from '#src/lib/site/site.ts'
import { consentText } from '../../consent.ts'
import type { Membership, OfferedPlan } from '../../contract.ts'
import type { Payer } from '../payer.ts'
import { cards } from '../providers/cards.ts'

/** A first charge can be put off by at least this many days; what is nearer is charged now. */
const NEAREST_DAYS = 3

/**
 * Returns the day of the first charge: after what is paid or free already, or after the plan's trial for somebody new.
 * Undefined: now.
 */
export function firstChargeDay(
	payer: Payer | undefined,
	plan: { trialDays: number },
	today: string,
): string | undefined {
	const { paidThrough = null, trialUntil = null, complimentaryUntil = null } = payer?.membership ?? {}
	const isNew = paidThrough === null && trialUntil === null
	const trial = isNew && plan.trialDays > 0 ? addDays(today, plan.trialDays - 1) : null
	const free = [paidThrough, trialUntil, complimentaryUntil === ALWAYS ? null : complimentaryUntil, trial]
	const last = free
		.filter((day) => day !== null)
		.toSorted()
		.at(-1)
	const first = last === undefined ? today : addDays(last, 1)
	return daysBetween(today, first) >= NEAREST_DAYS ? first : undefined
}

/** Returns whether cards can be used, and the words that this person agrees to before, by plan. */
export function cardsFor(
	payer: Payer | undefined,
	offered: readonly OfferedPlan[],
	today: string,
): Pick<Membership, 'takesCards' | 'consent'> {
	const byCard = cards() ? offered.filter((plan) => plan.byCard) : []
	const words = byCard.map((plan) => [plan.id, consentText(site().name, plan, firstChargeDay(payer, plan, today))])
	return { takesCards: byCard.length > 0, consent: Object.fromEntries(words) as Record<string, string> }
}
