/** A charge for a period. Times are in milliseconds. */
export interface Charge {
	/** The provider's id. Each charge is recorded once. */
	id: string
	from: number
	to: number
	amountCents: number
	/** Price before a coupon. */
	priceCents: number
	/** ISO code in uppercase. */
	currency: string
	paidAt: number
	/** Amount deducted as credit; negative if an owed amount was added. */
	creditCents: number
	refunds: readonly { id: string; amountCents: number }[]
}

/** State of a subscription at the provider. */
export interface Subscription {
	id: string
	customerId: string
	createdAt: number
	/** Id of the paying account, from our reference; undefined for a subscription created elsewhere. */
	userId: string | undefined
	priceId: string
	/** Id of our plan, from our order. */
	planId: string | undefined
	/** The subscription will be charged again, or the member can still pay it. */
	isOpen: boolean
	/** URL of the page to pay a failed charge; undefined if no charge failed. */
	payUrl: string | undefined
	/**
	 * When the member canceled; the subscription stays open until the period ends. Null if it renews or ended otherwise.
	 */
	cancelledAt: number | null
	/** End of the free trial. */
	trialEndsAt: number | null
	/** Consent text that the member accepted when the subscription was created. */
	consent: string | undefined
	coupon: string | undefined
	/** Oldest first. */
	charges: readonly Charge[]
}

export interface Order {
	userId: string
	name: string
	email: string
	/** The provider's customer id; null if there is none. */
	customerId: string | null
	priceId: string
	plan: { id: string; name: string; amountCents: number; currency: string; months: number }
	/** Price of each period if it differs from the plan's price. */
	keptCents: number | undefined
	/** Price of a shorter first period, charged now. It lasts until the first whole period is charged. */
	partCents: number | undefined
	creditCents: number
	coupon: { code: string; percent: number | null; amountCents: number | null; lasts: 'once' | 'always' } | undefined
	consent: string
	/** When the first whole period is charged, in milliseconds; undefined means now. */
	firstChargeAt: number | undefined
	successUrl: string
	cancelUrl: string
}

/**
 * An event only names a customer whose state may have changed. The state is always fetched, so the order of events is
 * irrelevant.
 */
export interface ProviderEvent {
	id: string
	customerId: string | undefined
}

/**
 * Takes cards. Card data is entered on the provider's pages only.
 * Every call may throw `ProviderUnavailableError`.
 */
export interface PaymentProvider {
	/** Name that payment records show. */
	readonly name: string
	/** Returns the provider's id of a plan's price; undefined if the plan cannot be paid by card. */
	priceOf(plan: { id: string; providerPrice: string | null }): string | undefined
	/**
	 * Returns the URL of a page that takes the first payment. The same order gets the same page until it is paid.
	 * @throws {PriceMismatchError}
	 */
	checkout(order: Order): Promise<string>
	/** Returns the URL of a page where a customer can change the card. */
	portal(customerId: string, returnUrl: string): Promise<string>
	/** Reads all subscriptions of a customer, oldest first. */
	subscriptions(customerId: string): Promise<Subscription[]>
	/** Sets the amount to deduct from a customer's next charges; a negative amount is added. */
	setCredit(customerId: string, cents: number, currency: string): Promise<void>
	/** Charges the price `to` from the next renewal on, if the subscription has the price `from`. */
	changePrice(subscriptionId: string, from: string, to: string): Promise<void>
	/** Makes a subscription end with its period, or renew again. */
	setCancelled(subscriptionId: string, isCancelled: boolean): Promise<void>
	/** Ends a subscription now, and refunds the given charges. */
	end(subscriptionId: string, chargesToRefund: readonly Charge[]): Promise<void>
	/** Closes the pages on which a customer could still pay. */
	closeOrders(customerId: string): Promise<void>
}

/** The provider was unreachable or rejected the call. This call charged nothing. */
export class ProviderUnavailableError extends Error {
	override name = 'ProviderUnavailableError'
}

/** The provider's price differs from the plan's price. */
export class PriceMismatchError extends Error {
	override name = 'PriceMismatchError'
}

/** The body of a webhook was not signed by the provider, or was signed too long ago. */
export class SignatureError extends Error {
	override name = 'SignatureError'
}
