import { addDays, addMonths, daysBetween } from '#src/lib/dates/calendar-day.ts'
import { ALWAYS } from '#src/lib/dues/standing.ts'
import { site } from '#src/lib/site/site.ts'
import { consentText, type Terms } from '../../consent.ts'
import type { Membership, OfferedPlan } from '../../contract.ts'
import { yearStart } from '../invoices.ts'
import { nextPeriod } from '../money/periods.ts'
import { proportion } from '../money/prices.ts'
import { datesOf, type Payer } from '../payer.ts'
import { cards } from '../providers/cards.ts'

/** Minimum number of days by which a first charge can be deferred; an earlier charge is made now. */
const MIN_DEFER_DAYS = 3

/**
 * Returns the day of the first charge: after the days already paid or free, or after the plan's trial for a new member.
 * Undefined means now.
 */
function firstChargeDay(payer: Payer | undefined, plan: { trialDays: number }, today: string): string | undefined {
	const { paidThrough = null, trialUntil = null, complimentaryUntil = null } = payer?.membership ?? {}
	const isNew = paidThrough === null && trialUntil === null
	const trial = isNew && plan.trialDays > 0 ? addDays(today, plan.trialDays - 1) : null
	const free = [paidThrough, trialUntil, complimentaryUntil === ALWAYS ? null : complimentaryUntil, trial]
	const last = free
		.filter((day) => day !== null)
		.toSorted()
		.at(-1)
	const first = last === undefined ? today : addDays(last, 1)
	return daysBetween(today, first) >= MIN_DEFER_DAYS ? first : undefined
}

const NO_DATES = { paidThrough: null, trialUntil: null, complimentaryUntil: null, pausedOn: null, isCancelled: false }

/** Returns the amounts and days of a member's card charges for a plan. Manual payments cost the same. */
export function termsFor(
	payer: Payer | undefined,
	plan: Pick<OfferedPlan, 'id' | 'amountCents' | 'months' | 'trialDays'>,
	today: string,
): Terms {
	const firstOn = firstChargeDay(payer, plan, today)
	const { membership } = payer ?? {}
	const period = nextPeriod(firstOn ?? today, {
		dates: payer ? datesOf(payer.membership) : NO_DATES,
		anchorDay: membership?.anchorDay ?? 1,
		months: plan.months,
		yearStart: yearStart(),
	})
	// A price kept after a raise applies only to the former subscription.
	const isKept = membership?.planId === plan.id && period.isUnbroken && membership.keptUntil === null
	const amountCents = (isKept ? membership.keptAmountCents : null) ?? plan.amountCents
	const until = addDays(period.to, 1)
	// Only a club-wide membership year has partial periods: the first may end before the provider's period would.
	const isWhole = !yearStart() || until === addMonths(period.from, plan.months)
	const part = isWhole ? undefined : { cents: proportion(amountCents, period.months, plan.months), until }
	return { amountCents, part, firstOn }
}

/** Returns when the provider charges the first whole period, in milliseconds; undefined means now. */
export function firstChargeAt({ part, firstOn }: Terms, today: string): number | undefined {
	const nearest = addDays(today, MIN_DEFER_DAYS)
	const day = part && part.until < nearest ? nearest : (part?.until ?? firstOn)
	// Noon UTC is the same day in almost every time zone.
	return day === undefined ? undefined : Date.parse(`${day}T12:00:00Z`)
}

/** Returns whether cards can be used, and this person's consent text for each plan. */
export function cardsFor(
	payer: Payer | undefined,
	offered: readonly OfferedPlan[],
	today: string,
): Pick<Membership, 'takesCards' | 'consent'> {
	const byCard = cards() ? offered.filter((plan) => plan.byCard) : []
	const consentTexts = byCard.map((plan) => [plan.id, consentText(site().name, plan, termsFor(payer, plan, today))])
	return { takesCards: byCard.length > 0, consent: Object.fromEntries(consentTexts) as Record<string, string> }
}
