import { randomUUID } from 'node:crypto'
import { addMonths, dayInZone } from '#src/lib/dates/calendar-day.ts'
import { env } from '#src/platform/env/env.ts'
import {
	type Charge,
	type Order,
	type PaymentProvider,
	ProviderUnavailableError,
	type Subscription,
} from './provider.ts'

// Simulates card payments outside of production: the pages at /dev/pay replace the provider's pages.

export interface TestOrder {
	id: string
	order: Order
	customerId: string
	isPaid: boolean
	/** Id of the subscription that the payment started. */
	subscriptionId?: string
}

interface State {
	orders: Map<string, TestOrder>
	subscriptions: Map<string, Subscription>
	/** Credit by customer, in cents. */
	credit: Map<string, number>
	/** Simulates an unreachable provider. */
	isAway: boolean
}

// This file exists twice, in the bundle of the pages and as source (docs/decisions/007). Both share this state.
const STATE_KEY = Symbol.for('second-chair.test-payments')
const holder = globalThis as { [STATE_KEY]?: State }
holder[STATE_KEY] ??= { orders: new Map(), subscriptions: new Map(), credit: new Map(), isAway: false }
export const testPayments: State = holder[STATE_KEY]

function assertReachable(): void {
	if (testPayments.isAway) throw new ProviderUnavailableError('The test provider is away')
}

const findSubscription = (id: string): Subscription => {
	const found = testPayments.subscriptions.get(id)
	if (!found) throw new ProviderUnavailableError(`There is no subscription ${id}`)
	return found
}

const change = (id: string, set: Partial<Subscription>) =>
	void testPayments.subscriptions.set(id, { ...findSubscription(id), ...set })

/** Returns the time one period later, at noon UTC, which is the same day in almost every time zone. */
const onePeriodAfter = (time: number, months: number) =>
	Date.parse(`${addMonths(dayInZone(time, 'UTC'), months)}T12:00:00Z`)

function chargeFor(
	{ plan, coupon, keptCents, partCents, firstChargeAt }: Order,
	customerId: string,
	now: number,
): Charge {
	const priceCents = partCents ?? keptCents ?? plan.amountCents
	const off = coupon ? (coupon.amountCents ?? Math.round((priceCents * (coupon.percent ?? 0)) / 100)) : 0
	const total = Math.max(0, priceCents - off)
	const credit = testPayments.credit.get(customerId) ?? 0
	const creditCents = Math.min(credit, total)
	testPayments.credit.set(customerId, credit - creditCents)
	return {
		id: `test-${randomUUID()}`,
		from: now,
		to: firstChargeAt ?? onePeriodAfter(now, plan.months),
		amountCents: total - creditCents,
		priceCents,
		creditCents,
		currency: plan.currency,
		paidAt: now,
		refunds: [],
	}
}

/** Finds an order; undefined if unknown, in production, or if Stripe's keys are set. */
export const findTestOrder = (id: string): TestOrder | undefined =>
	env().production || env().stripe ? undefined : testPayments.orders.get(id)

/** Pays an order: starts a subscription and charges its first period unless that is free. */
export function payTestOrder(testOrder: TestOrder, now = Date.now()): void {
	if (testOrder.isPaid) return
	testOrder.isPaid = true
	const { order, customerId } = testOrder
	const { userId, priceId, plan, partCents, firstChargeAt, consent, coupon } = order
	const isFree = firstChargeAt !== undefined && partCents === undefined
	const id = `test-${randomUUID()}`
	testOrder.subscriptionId = id
	testPayments.subscriptions.set(id, {
		...{ id, customerId, createdAt: now, userId, priceId, planId: plan.id, consent, coupon: coupon?.code },
		...{ isOpen: true, payUrl: undefined, cancelledAt: null, trialEndsAt: isFree ? firstChargeAt : null },
		charges: isFree ? [] : [chargeFor(order, customerId, now)],
	})
}

const page = (id: string) => `${env().publicUrl}/dev/pay/${id}`

const subscriptionOf = ({ subscriptionId }: TestOrder) =>
	subscriptionId === undefined ? undefined : testPayments.subscriptions.get(subscriptionId)

/** Returns whether the last renewal of an order failed and is awaiting payment. */
export const hasFailedRenewal = (testOrder: TestOrder): boolean => subscriptionOf(testOrder)?.payUrl !== undefined

/** Fails a renewal. The order's page can then take the payment. */
export function failTestRenewal(testOrder: TestOrder): void {
	const subscription = subscriptionOf(testOrder)
	if (subscription?.isOpen) change(subscription.id, { payUrl: page(testOrder.id) })
}

/** Pays a renewal that failed. */
export function payTestRenewal(testOrder: TestOrder, now = Date.now()): void {
	const subscription = subscriptionOf(testOrder)
	if (!subscription?.isOpen || subscription.payUrl === undefined) return
	const { coupon, ...order } = testOrder.order
	const again = { ...order, coupon: coupon?.lasts === 'always' ? coupon : undefined }
	const whole = { ...again, partCents: undefined, firstChargeAt: undefined }
	change(subscription.id, {
		payUrl: undefined,
		charges: [...subscription.charges, chargeFor(whole, testOrder.customerId, now)],
	})
}

export const testProvider: PaymentProvider = {
	name: 'Test',
	priceOf: ({ id, providerPrice }) => providerPrice ?? `test-${id}`,
	async checkout(order) {
		assertReachable()
		const customerId = order.customerId ?? `test-${order.userId}`
		testPayments.credit.set(customerId, order.creditCents)
		for (const [id, existing] of testPayments.orders) {
			if (existing.customerId !== customerId || existing.isPaid) continue
			if (existing.order.priceId === order.priceId && existing.order.consent === order.consent) return page(id)
			testPayments.orders.delete(id)
		}
		const id = randomUUID()
		testPayments.orders.set(id, { id, order, customerId, isPaid: false })
		return page(id)
	},
	async portal(customerId, returnUrl) {
		assertReachable()
		const testOrder = [...testPayments.orders.values()].findLast((one) => one.customerId === customerId && one.isPaid)
		return testOrder ? page(testOrder.id) : returnUrl
	},
	async subscriptions(customerId) {
		assertReachable()
		return [...testPayments.subscriptions.values()]
			.filter((one) => one.customerId === customerId)
			.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
	},
	async setCredit(customerId, cents) {
		assertReachable()
		testPayments.credit.set(customerId, cents)
	},
	async changePrice(id, from, to) {
		assertReachable()
		if (findSubscription(id).priceId === from) change(id, { priceId: to })
	},
	async setCancelled(id, isCancelled) {
		assertReachable()
		change(id, { cancelledAt: isCancelled ? Date.now() : null })
	},
	async end(id, chargesToRefund) {
		assertReachable()
		const charges = findSubscription(id).charges.map((charge) =>
			chargesToRefund.some((one) => one.id === charge.id)
				? { ...charge, refunds: [{ id: `back-${charge.id}`, amountCents: charge.amountCents }] }
				: charge,
		)
		change(id, { isOpen: false, cancelledAt: Date.now(), charges })
	},
	async closeOrders(customerId) {
		assertReachable()
		for (const [id, existing] of testPayments.orders)
			if (existing.customerId === customerId && !existing.isPaid) testPayments.orders.delete(id)
	},
}
