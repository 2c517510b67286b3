import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { StripeSettings } from '#src/platform/env/env-stripe.ts'
import {
	type Charge,
	type Order,
	type PaymentProvider,
	PriceMismatchError,
	type ProviderEvent,
	ProviderUnavailableError,
	SignatureError,
} from './provider.ts'
import { CLOSED, idOf, PAGE_SIZE, readSubscriptions } from './stripe-state.ts'

// Only this file and `stripe-state.ts` use Stripe. Its hosted pages take the card.

const TIMEOUT_MS = 8_000
/** Maximum age of a signature in seconds: older events are replays. */
const TOLERANCE_SECONDS = 5 * 60
/** Loads Stripe on the first call: a club that takes no cards never needs it. */
async function connect({ secretKey, apiUrl }: StripeSettings): Promise<Stripe> {
	const { default: Client } = await import('stripe')
	const url = apiUrl === undefined ? undefined : new URL(apiUrl)
	return new Client(secretKey, {
		timeout: TIMEOUT_MS,
		maxNetworkRetries: 1,
		telemetry: false,
		...(url && {
			host: url.hostname,
			port: url.port || (url.protocol === 'https:' ? '443' : '80'),
			protocol: url.protocol === 'https:' ? 'https' : 'http',
		}),
	})
}

const isCode = (error: unknown, code: string) => (error as { code?: string }).code === code

/** Returns an idempotency key: a request with the same data gives the same result. */
const keyOf = (kind: string, ...data: unknown[]) =>
	`${kind}-${createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 32)}`

const INTERVALS: Readonly<Record<string, number>> = { month: 1, year: 12 }

/** Returns the product id of a price. @throws {PriceMismatchError} */
async function productOf(stripe: Stripe, { priceId, plan }: Order): Promise<string | undefined> {
	const { unit_amount, currency, recurring, active, product } = await stripe.prices.retrieve(priceId)
	const months = (INTERVALS[recurring?.interval ?? ''] ?? 0) * (recurring?.interval_count ?? 0)
	const isSame = unit_amount === plan.amountCents && currency.toUpperCase() === plan.currency && months === plan.months
	if (!isSame || !active) throw new PriceMismatchError(`The price ${priceId} is not that of the plan ${plan.id}`)
	return idOf(product)
}

/** Returns the id of a coupon at Stripe. The first order that uses the coupon creates it. */
async function couponOf(stripe: Stripe, { coupon, plan }: Order): Promise<string | undefined> {
	if (!coupon) return undefined
	const terms = coupon.percent === null ? `${coupon.amountCents}${plan.currency}` : `${coupon.percent}p`
	const id = `${coupon.code}-${terms}-${coupon.lasts}`
	try {
		await stripe.coupons.create({
			id,
			name: coupon.code,
			duration: coupon.lasts === 'once' ? 'once' : 'forever',
			...(coupon.percent === null
				? { amount_off: coupon.amountCents ?? 0, currency: plan.currency.toLowerCase() }
				: { percent_off: coupon.percent }),
		})
	} catch (error) {
		if (!isCode(error, 'resource_already_exists')) throw error
	}
	return id
}

async function setCredit(stripe: Stripe, id: string, cents: number, currency: string): Promise<void> {
	const customer = await stripe.customers.retrieve(id)
	// A customer created elsewhere may have other credit.
	if (customer.deleted || customer.metadata.reference === undefined) return
	const amount = -cents - customer.balance
	if (amount !== 0) await stripe.customers.createBalanceTransaction(id, { amount, currency: currency.toLowerCase() })
}

/** Returns the items to charge: the plan's or a kept price for each period, and a shorter first period. */
function itemsOf({ priceId, plan, keptCents, partCents }: Order, product: string | undefined) {
	const currency = plan.currency.toLowerCase()
	const recurring = { interval: 'month', interval_count: plan.months } as const
	const kept = { currency, unit_amount: keptCents ?? 0, recurring, ...(product && { product }) }
	const part = { currency, unit_amount: partCents ?? 0, product_data: { name: `${plan.name}, first period` } }
	return [
		{ quantity: 1, ...(keptCents === undefined ? { price: priceId } : { price_data: kept }) },
		...(partCents === undefined ? [] : [{ quantity: 1, price_data: part }]),
	]
}

async function customerOf(stripe: Stripe, { customerId, userId, email, name }: Order): Promise<string> {
	if (customerId) return customerId
	const params = { email, name, metadata: { reference: userId } }
	return (await stripe.customers.create(params, { idempotencyKey: keyOf('customer', params) })).id
}

/**
 * Opens a page for an order, or returns the open one. Closes the customer's other pages, so that only one order is
 * paid.
 */
async function openCheckout(stripe: Stripe, order: Order): Promise<string> {
	const product = await productOf(stripe, order)
	const coupon = await couponOf(stripe, order)
	const customer = await customerOf(stripe, order)
	const { userId, priceId, plan, consent, partCents, firstChargeAt, successUrl, cancelUrl } = order
	await setCredit(stripe, customer, order.creditCents, plan.currency)
	const digest = keyOf('order', priceId, coupon, consent, firstChargeAt)
	const { data: sessions } = await stripe.checkout.sessions.list({ customer, limit: PAGE_SIZE })
	for (const session of sessions.filter(({ status }) => status === 'open')) {
		if (session.metadata?.order === digest && session.url) return session.url
		await stripe.checkout.sessions.expire(session.id)
	}
	const session = await stripe.checkout.sessions.create(
		{
			mode: 'subscription',
			customer,
			client_reference_id: userId,
			line_items: itemsOf(order, product),
			...(coupon ? { discounts: [{ coupon }] } : {}),
			metadata: { reference: userId, order: digest },
			subscription_data: {
				metadata: {
					reference: userId,
					consent,
					plan: plan.id,
					...(partCents === undefined ? {} : { part: 'paid' }),
					...(order.coupon ? { coupon: order.coupon.code } : {}),
				},
				...(firstChargeAt === undefined ? {} : { trial_end: Math.floor(firstChargeAt / 1000) }),
			},
			success_url: successUrl,
			cancel_url: cancelUrl,
		},
		// Two concurrent orders read the same latest session, so they get the same page.
		{ idempotencyKey: keyOf('checkout', customer, digest, sessions[0]?.id) },
	)
	if (!session.url) throw new ProviderUnavailableError('Stripe returned no page')
	return session.url
}

async function changePrice(stripe: Stripe, subscriptionId: string, from: string, to: string): Promise<void> {
	const { items, status } = await stripe.subscriptions.retrieve(subscriptionId)
	const [item] = items.data
	if (!item || item.price.id !== from || CLOSED.includes(status)) return
	const changed = [{ id: item.id, price: to }]
	await stripe.subscriptions.update(subscriptionId, { items: changed, proration_behavior: 'none' })
}

async function end(stripe: Stripe, id: string, chargesToRefund: readonly Charge[]): Promise<void> {
	// Cancel last: after a failure, the subscription is still open and is found again.
	for (const charge of chargesToRefund) {
		const { payments } = await stripe.invoices.retrieve(charge.id, { expand: ['payments'] })
		for (const { payment } of payments?.data ?? []) {
			const payment_intent = idOf(payment.payment_intent)
			if (payment_intent) await stripe.refunds.create({ payment_intent }, { idempotencyKey: keyOf('back', charge.id) })
		}
	}
	await stripe.subscriptions.cancel(id, {}, { idempotencyKey: keyOf('end', id) })
}

async function closeOrders(stripe: Stripe, customer: string): Promise<void> {
	const { data: sessions } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: PAGE_SIZE })
	for (const { id } of sessions) await stripe.checkout.sessions.expire(id)
}

export interface StripeProvider extends PaymentProvider {
	/** Reads an event. @throws {SignatureError} */
	event(body: Uint8Array, signature: string | undefined): Promise<ProviderEvent>
}

export function stripeProvider(settings: StripeSettings): StripeProvider {
	let connecting: Promise<Stripe> | undefined
	const client = () => (connecting ??= connect(settings))
	/** Calls Stripe. A rejected call is our problem to fix, not the member's fault. */
	async function call<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
		const stripe = await client()
		try {
			return await work(stripe)
		} catch (error) {
			if (error instanceof PriceMismatchError || error instanceof ProviderUnavailableError) throw error
			throw new ProviderUnavailableError('The call to Stripe failed', { cause: error })
		}
	}
	return {
		name: 'Stripe',
		priceOf: ({ providerPrice }) => providerPrice ?? undefined,
		checkout: (order) => call((stripe) => openCheckout(stripe, order)),
		portal: (customer, return_url) =>
			call(async (stripe) => (await stripe.billingPortal.sessions.create({ customer, return_url })).url),
		subscriptions: (customer) =>
			call((stripe) =>
				readSubscriptions(stripe, customer).catch((error: unknown) => {
					// For example, a test-mode customer in an imported list.
					if (isCode(error, 'resource_missing')) return []
					throw error
				}),
			),
		setCredit: (customer, cents, currency) => call((stripe) => setCredit(stripe, customer, cents, currency)),
		changePrice: (id, from, to) => call((stripe) => changePrice(stripe, id, from, to)),
		setCancelled: (id, cancel_at_period_end) =>
			call(async (stripe) => void (await stripe.subscriptions.update(id, { cancel_at_period_end }))),
		end: (id, chargesToRefund) => call((stripe) => end(stripe, id, chargesToRefund)),
		closeOrders: (customer) => call((stripe) => closeOrders(stripe, customer)),
		async event(body, signature) {
			const { webhooks } = await client()
			try {
				const event = webhooks.constructEvent(body, signature ?? '', settings.webhookSecret, TOLERANCE_SECONDS)
				const { customer } = event.data.object as { customer?: string | { id: string } | null }
				return { id: event.id, customerId: idOf(customer) }
			} catch (error) {
				throw new SignatureError('The event is not signed by Stripe', { cause: error })
			}
		},
	}
}
