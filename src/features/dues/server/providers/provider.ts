/** What was charged for a period. Times are in milliseconds. */
export interface Charge {
	/** The provider's id: each is recorded once. */
	id: string
	from: number
	to: number
	amountCents: number
	/** Before a coupon. */
	priceCents: number
	/** In capitals. */
	currency: string
	paidAt: number
	/** Taken off because of credit; negative: added, as it was owed. */
	creditCents: number
	refunds: readonly { id: string; amountCents: number }[]
}

/** State of a subscription at the provider. */
export interface Subscription {
	id: string
	customerId: string
	createdAt: number
	/** Id of the account that pays, from our reference; undefined for a subscription that was made elsewhere. */
	userId: string | undefined
	priceId: string
	/** Id of our plan, from our order. */
	planId: string | undefined
	/** It is charged again, or its member may still pay it. */
	isOpen: boolean
	/** Page on which a failed charge can be paid; undefined without one. */
	payUrl: string | undefined
	/** When the member cancelled; it is open until the period ends. Null: it renews, or ended for another reason. */
	cancelledAt: number | null
	/** Last moment that is free. */
	trialEndsAt: number | null
	/** Words that the member agreed to when it was made. */
	consent: string | undefined
	coupon: string | undefined
	/** Oldest first. */
	charges: readonly Charge[]
}

export interface Order {
	userId: string
	name: string
	email: string
	/** The customer at the provider, if there is one. */
	customerId: string | null
	priceId: string
	plan: { id: string; name: string; amountCents: number; currency: string; months: number }
	/** Price of each period, if it is not that of the plan. */
	keptCents: number | undefined
	/** Price of a shorter period, which is charged now and lasts until the first charge of a whole one. */
	partCents: number | undefined
	creditCents: number
	coupon: { code: string; percent: number | null; amountCents: number | null; lasts: 'once' | 'always' } | undefined
	consent: string
	/** When the first whole period is charged, in milliseconds; undefined: now. */
	firstChargeAt: number | undefined
	successUrl: string
	cancelUrl: string
}

/** An event says only whose state may have changed: the state itself is always fetched, so their order is irrelevant. */
export interface ProviderEvent {
	id: string
	customerId: string | undefined
}

/**
 * Takes cards. Card data is entered on the provider's pages only.
 * Every call may throw `ProviderUnavailableError`.
 */
export interface PaymentProvider {
	/** Name for the records. */
	readonly name: string
	/** Returns the provider's id of a plan's price; undefined: the plan is not paid by card. */
	priceOf(plan: { id: string; providerPrice: string | null }): string | undefined
	/**
	 * Returns the address of a page that takes the first payment. The same order has one page until it is paid.
	 * @throws {PriceMismatchError}
	 */
	checkout(order: Order): Promise<string>
	/** Returns the address of a page where a customer changes the card. */
	portal(customerId: string, returnUrl: string): Promise<string>
	/** Reads all subscriptions of a customer, oldest first. */
	subscriptions(customerId: string): Promise<Subscription[]>
	/** Sets what is taken off the next charges of a customer; negative: added. */
	setCredit(customerId: string, cents: number, currency: string): Promise<void>
	/** Charges another price from the next renewal on, if the subscription has the first one. */
	changePrice(subscriptionId: string, from: string, to: string): Promise<void>
	/** Lets a subscription end with its period, or renew again. */
	setCancelled(subscriptionId: string, isCancelled: boolean): Promise<void>
	/** Ends a subscription now, and gives back these of its charges. */
	end(subscriptionId: string, givenBack: readonly Charge[]): Promise<void>
	/** Closes the pages on which a customer could still pay. */
	closeOrders(customerId: string): Promise<void>
}

/** The provider could not be reached, or refused us. Nothing was charged by this call. */
export class ProviderUnavailableError extends Error {
	override name = 'ProviderUnavailableError'
}

/** The provider's price is not that of the plan. */
export class PriceMismatchError extends Error {
	override name = 'PriceMismatchError'
}

/** The body of a webhook was not signed by the provider, or too long ago. */
export class SignatureError extends Error {
	override name = 'SignatureError'
}
