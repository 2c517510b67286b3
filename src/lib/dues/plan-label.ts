import { priceText } from './money.ts'

/** A plan as shown to people who may join it. */
export interface PricedPlan {
	readonly name: string
	readonly amountCents: number
	readonly currency: string
	readonly months: number
	/** Days before the first payment; 0 for none. */
	readonly trialDays: number
}

/** Returns a plan in one line, for choices: `Solo, $49 a month, 14 days free`. */
export const planLabel = (plan: PricedPlan): string =>
	`${plan.name}, ${priceText(plan)}${plan.trialDays > 0 ? `, ${plan.trialDays} days free` : ''}`
