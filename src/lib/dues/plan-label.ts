import { priceText } from './money.ts'

/** A plan as shown to people who can choose it. */
export interface PricedPlan {
	readonly name: string
	readonly amountCents: number
	readonly currency: string
	readonly months: number
	/** Free days before the first payment; 0 for none. */
	readonly trialDays: number
}

/** Returns the one-line label of a plan, for selecting one: `Solo, $49 a month, 14 days free`. */
export const planLabel = (plan: PricedPlan): string =>
	`${plan.name}, ${priceText(plan)}${plan.trialDays > 0 ? `, ${plan.trialDays} days free` : ''}`
