import type Stripe from 'stripe'
import type { Charge, Subscription } from './provider.ts'

// Reads the state of a customer at Stripe.

/** Maximum number of newest items of each kind to read; older ones are already recorded. */
export const PAGE_SIZE = 100

export const idOf = (value: string | { id: string } | null | undefined) =>
	typeof value === 'string' ? value : (value?.id ?? undefined)

const milliseconds = (seconds: number) => seconds * 1000

/** Invoices and charges of a customer as fetched. */
interface Fetched {
	invoices: readonly Stripe.Invoice[]
	charges: readonly Stripe.Charge[]
}

function chargeOf(invoice: Stripe.Invoice, { charges }: Fetched): Charge[] {
	const lines = invoice.lines.data.toSorted((a, b) => a.period.end - b.period.end)
	const period = lines.at(-1)?.period
	// Skips trials, whose invoice has no price. An invoice reduced to zero by a coupon has one.
	if (!invoice.id || !period || invoice.subtotal <= 0) return []
	const intents = (invoice.payments?.data ?? []).map(({ payment }) => idOf(payment.payment_intent))
	const ownCharges = charges.filter((charge) => intents.includes(idOf(charge.payment_intent) ?? ''))
	return [
		{
			id: invoice.id,
			from: milliseconds(period.start),
			to: milliseconds(period.end),
			amountCents: invoice.amount_paid,
			priceCents: invoice.subtotal,
			currency: invoice.currency.toUpperCase(),
			paidAt: milliseconds(invoice.status_transitions.paid_at ?? invoice.created),
			creditCents: (invoice.ending_balance ?? 0) - invoice.starting_balance,
			refunds: ownCharges
				.flatMap((charge) => charge.refunds?.data ?? [])
				.filter(({ status }) => status !== 'failed' && status !== 'canceled')
				.map(({ id, amount }) => ({ id, amountCents: amount })),
		},
	]
}

export const CLOSED: readonly string[] = ['canceled', 'incomplete_expired', 'incomplete']
const FAILED: readonly string[] = ['past_due', 'unpaid']

/** Returns when the member canceled; null if the subscription renews, or ended because no card could be charged. */
function cancelledAt(subscription: Stripe.Subscription): number | null {
	const { status, cancel_at_period_end, cancel_at, canceled_at, cancellation_details } = subscription
	const isCancelled = status === 'canceled' || cancel_at_period_end || cancel_at !== null
	if (!isCancelled || cancellation_details?.reason === 'payment_failed') return null
	return milliseconds(canceled_at ?? subscription.created)
}

function subscriptionOf(subscription: Stripe.Subscription, fetched: Fetched): Subscription {
	const { id, metadata, status, trial_end, latest_invoice, created } = subscription
	const latest = typeof latest_invoice === 'object' ? latest_invoice : null
	const isForSubscription = ({ parent }: Stripe.Invoice) => idOf(parent?.subscription_details?.subscription) === id
	const { reference, consent, coupon, plan, part } = metadata
	return {
		id,
		customerId: idOf(subscription.customer) ?? '',
		createdAt: milliseconds(created),
		userId: reference,
		priceId: subscription.items.data[0]?.price.id ?? '',
		planId: plan,
		isOpen: !CLOSED.includes(status),
		payUrl: FAILED.includes(status) ? (latest?.hosted_invoice_url ?? undefined) : undefined,
		cancelledAt: cancelledAt(subscription),
		// To Stripe, a shorter first period is a trial, although it was paid for with a separate item.
		trialEndsAt: trial_end === null || part ? null : milliseconds(trial_end),
		consent,
		coupon,
		charges: fetched.invoices
			.filter(isForSubscription)
			.flatMap((invoice) => chargeOf(invoice, fetched))
			.toSorted((a, b) => a.paidAt - b.paidAt),
	}
}

/** Reads all subscriptions of a customer, oldest first. */
export async function readSubscriptions(stripe: Stripe, customer: string): Promise<Subscription[]> {
	const [subscriptions, invoices, charges] = await Promise.all([
		stripe.subscriptions.list({ customer, status: 'all', limit: PAGE_SIZE, expand: ['data.latest_invoice'] }),
		stripe.invoices.list({ customer, status: 'paid', limit: PAGE_SIZE, expand: ['data.payments'] }),
		stripe.charges.list({ customer, limit: PAGE_SIZE, expand: ['data.refunds'] }),
	])
	const fetched = { invoices: invoices.data, charges: charges.data }
	return subscriptions.data
		.map((subscription) => subscriptionOf(subscription, fetched))
		.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
}
