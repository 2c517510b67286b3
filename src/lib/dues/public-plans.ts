import { hasFeature } from '../site/features.ts'
import { priceIn } from '../site/price.ts'
import { site } from '../site/site.ts'
import type { PricedPlan } from './plan-label.ts'

/** A plan on the public pages. */
export interface PublicPlan extends PricedPlan {
	readonly id: string
	readonly description: string
}

// As with the settings (`lib/site/site.ts`), this file exists in two bundles, which share this state.
const STATE_KEY = Symbol.for('second-chair.public-plans')
const holder = globalThis as { [STATE_KEY]?: readonly PublicPlan[] }

/**
 * Returns the plans that visitors see; empty unless the club collects dues. Kept in memory because every public page
 * needs them. Server only.
 */
export const publicPlans = (): readonly PublicPlan[] => (hasFeature('dues') ? (holder[STATE_KEY] ?? []) : [])

export function setPublicPlans(plans: readonly PublicPlan[]): void {
	holder[STATE_KEY] = plans
}

/**
 * Returns the owner's text on the cost of membership. Returns '' if the text names a price and the club has plans,
 * whose prices apply.
 */
export function costText(): string {
	const { membershipCost } = site()
	return publicPlans().length > 0 && priceIn(membershipCost) ? '' : membershipCost
}
