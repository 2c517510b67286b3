import type { OfferedPlan } from '../contract.ts'

export interface Cards {
	/** Cards can be used now. */
	takesCards: boolean
	/** Words that a member agrees to before the card is given, by plan. */
	consent: Record<string, string>
}

/** Returns what a member may do by card. Without a payment provider: nothing. */
export const cardsFor = (_plans: readonly OfferedPlan[]): Cards => ({ takesCards: false, consent: {} })
