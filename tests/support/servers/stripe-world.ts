import Stripe from 'stripe'
import { type Charge, type Data, type Form, StripeError, type Subscription } from './stripe-data.ts'

export const STRIPE_KEY = 'sk_test_second_chair'
export const WEBHOOK_SECRET = 'whsec_second_chair'

const seconds = (time: number) => Math.floor(time / 1000)

/** The data that Stripe stores, and the events that happen there without our calls. */
export abstract class StripeWorld {
	readonly prices = new Map<string, { amount: number; currency: string; months: number }>()
	readonly customers = new Map<string, Data>()
	readonly coupons = new Map<string, Form>()
	readonly sessions = new Map<string, { id: string; status: string; form: Form; url: string }>()
	readonly subscriptions = new Map<string, Subscription>()
	readonly invoices = new Map<string, Data>()
	readonly charges = new Map<string, Charge>()
	abstract url: string
	#count = 0

	id = (kind: string) => `${kind}_${String(++this.#count).padStart(6, '0')}`

	protected subscriptionOf(id: string): Subscription {
		const found = this.subscriptions.get(id)
		if (!found) throw new StripeError(404, { type: 'invalid_request_error', message: `No such subscription: '${id}'` })
		return found
	}

	protected cancelNow(id: string, reason: string): Data {
		const found = this.subscriptionOf(id)
		found.status = 'canceled'
		found.canceled_at ??= seconds(Date.now())
		found.cancellation_details.reason = reason
		return { id }
	}

	customer(metadata: Form = {}): string {
		const id = this.id('cus')
		this.customers.set(id, { id, metadata, balance: 0 })
		return id
	}

	/**
	 * Pays on the checkout page, which starts a subscription. Its first period is charged unless it has a trial; a
	 * shorter first period is charged immediately.
	 */
	pay(sessionId: string, now = Date.now()): string {
		const session = this.sessions.get(sessionId)
		if (session?.status !== 'open') throw new Error('This page is closed')
		session.status = 'complete'
		const { customer, line_items, subscription_data = {} } = session.form
		const { metadata = {}, trial_end } = subscription_data as Form
		const [item, part] = Object.values(line_items as Form) as Form[]
		const price = item?.price === undefined ? this.#newPrice(item?.price_data as Form) : String(item.price)
		const id = this.subscribe(String(customer), price, metadata as Form, now, trial_end ? Number(trial_end) : null)
		const amount = Number((part?.price_data as Form | undefined)?.unit_amount ?? 0)
		if (amount > 0) this.#invoice(id, now, { amount, price: amount, end: Number(trial_end) })
		return id
	}

	#newPrice({ currency, unit_amount, recurring }: Form): string {
		const id = this.id('price')
		const months = Number((recurring as Form).interval_count)
		this.prices.set(id, { amount: Number(unit_amount), currency: String(currency), months })
		return id
	}

	subscribe(customer: string, price: string, metadata: Form, now: number, trialEnd: number | null = null): string {
		const id = this.id('sub')
		this.subscriptions.set(id, {
			...{ id, customer, created: seconds(now), items: { data: [{ id: `si_${id}`, price: { id: price } }] }, metadata },
			...{ status: trialEnd === null ? 'active' : 'trialing', trial_end: trialEnd, latest_invoice: null },
			...{ cancel_at_period_end: false, cancel_at: null, canceled_at: null, cancellation_details: { reason: null } },
		})
		if (trialEnd === null) this.charge(id, now, { coupon: metadata.coupon !== undefined })
		else this.#invoice(id, now, { amount: 0, price: 0, end: trialEnd })
		return id
	}

	/** Charges for a period, at half the price with a coupon. */
	charge(subscriptionId: string, now: number, { coupon = false } = {}): string {
		const found = this.subscriptionOf(subscriptionId)
		found.status = 'active'
		const price = this.prices.get(found.items.data[0]?.price.id ?? '')
		if (!price) throw new Error('There is no price')
		const end = new Date(now)
		end.setUTCMonth(end.getUTCMonth() + price.months)
		const amount = coupon ? price.amount / 2 : price.amount
		return this.#invoice(subscriptionId, now, { amount, price: price.amount, end: seconds(end.getTime()) })
	}

	#invoice(subscriptionId: string, now: number, given: { amount: number; price: number; end: number }): string {
		const { customer, items } = this.subscriptionOf(subscriptionId)
		const { currency = 'usd' } = this.prices.get(items.data[0]?.price.id ?? '') ?? {}
		const [id, charge, payment_intent] = [this.id('in'), this.id('ch'), this.id('pi')]
		const { price, end } = given
		const owner = this.customers.get(customer) ?? {}
		const before = Number(owner.balance ?? 0)
		const amount = Math.max(0, given.amount + before)
		// An invoice of 0 does not use credit.
		const after = given.amount === 0 ? before : Math.min(0, given.amount + before)
		owner.balance = after
		if (amount > 0) this.charges.set(charge, { id: charge, customer, payment_intent, amount, refunds: { data: [] } })
		this.invoices.set(id, {
			...{ id, customer, currency, amount_paid: amount, subtotal: price, total: given.amount, created: seconds(now) },
			parent: { subscription_details: { subscription: subscriptionId } },
			lines: { data: [{ period: { start: seconds(now), end } }] },
			payments: { data: amount > 0 ? [{ payment: { type: 'payment_intent', payment_intent } }] : [] },
			status_transitions: { paid_at: seconds(now) },
			...{ starting_balance: before, ending_balance: after },
		})
		return id
	}

	/** Simulates a failed renewal charge. After the last attempt, the subscription ends. */
	fail(subscriptionId: string, isLast = false): void {
		if (isLast) return void this.cancelNow(subscriptionId, 'payment_failed')
		const found = this.subscriptionOf(subscriptionId)
		found.status = 'past_due'
		found.latest_invoice = { hosted_invoice_url: `${this.url}/invoice/${subscriptionId}` }
	}

	/** Ends a canceled subscription after its period. */
	end = (subscriptionId: string) => void this.cancelNow(subscriptionId, 'cancellation_requested')

	refund(chargeId: string, amount: number): string {
		const id = this.id('re')
		this.charges.get(chargeId)?.refunds.data.push({ id, amount, status: 'succeeded' })
		return id
	}

	/** Returns an event about a customer as Stripe sends it: the bytes, and the header with their signature. */
	event(
		customer: string,
		{ id = this.id('evt'), type = 'invoice.paid', at = Date.now(), secret = WEBHOOK_SECRET } = {},
	) {
		const payload = JSON.stringify({ id, object: 'event', type, created: seconds(at), data: { object: { customer } } })
		const timestamp = seconds(at)
		return {
			payload,
			signature: new Stripe(STRIPE_KEY).webhooks.generateTestHeaderString({ payload, secret, timestamp }),
		}
	}
}
