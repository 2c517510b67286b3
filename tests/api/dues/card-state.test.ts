import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { coupons, memberships } from '#db/schema/dues.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { applyCustomer } from '#src/features/dues/server/cards/apply-state.ts'
import { issueInvoice } from '#src/features/dues/server/invoices.ts'
import { readLedger } from '#src/features/dues/server/ledger.ts'
import { readPayer } from '#src/features/dues/server/payer.ts'
import { log } from '#src/platform/log.ts'
import { insertAccount } from '#tests/support/api/api.ts'
import { insertCoupon, insertPayer, invoicesOf, membershipOf, setUpPayers } from '#tests/support/payers.ts'
import { insertCardPlan, setUpStripe, stripeServer } from '#tests/support/stripe.ts'

setUpPayers()
setUpStripe()

const START = Date.parse('2027-03-14T12:00:00Z')
const YEAR_LATER = Date.parse('2028-03-14T12:00:00Z')

/** Inserts a member whose card was charged for the first year, which is not recorded yet. */
async function subscribed(now = START, trialEnd: number | null = null) {
	const plan = await insertCardPlan()
	const { id } = await insertPayer({ planId: plan.id })
	const customer = stripeServer.customer()
	const subscription = stripeServer.subscribe(customer, plan.providerPrice, { reference: id }, now, trialEnd)
	return { id, plan, customer, subscription }
}

const amountsOf = async (id: string) => (await readLedger(id)).payments.map(({ amountCents }) => amountCents)
const chargeOf = (customer: string, index = 0) =>
	[...stripeServer.charges.values()].filter((charge) => charge.customer === customer)[index]?.id ?? ''

test('a charge is recorded once, as a payment with an invoice', async () => {
	const { id, customer, subscription, plan } = await subscribed()
	await applyCustomer(customer, START)
	await applyCustomer(customer, START)
	expect(await membershipOf(id)).toMatchObject({
		...{ paidThrough: '2028-03-13', planId: plan.id, customerId: customer, subscriptionId: subscription },
		...{ cancelledAt: null, startedOn: '2027-03-14' },
	})
	expect(await invoicesOf(id)).toEqual([['paid', 49_000, '2027-03-14', '2028-03-13']])
	const [payment] = (await readLedger(id)).payments
	expect(payment).toMatchObject({ kind: 'card', recordedBy: 'Stripe', paidOn: '2027-03-14' })
})

test('a renewal is recorded as the next payment, and a failed renewal changes nothing', async () => {
	const { id, customer, subscription } = await subscribed()
	stripeServer.charge(subscription, YEAR_LATER)
	await applyCustomer(customer, YEAR_LATER)
	expect(await membershipOf(id)).toMatchObject({ paidThrough: '2029-03-13' })
	stripeServer.fail(subscription)
	await applyCustomer(customer, YEAR_LATER)
	expect(await membershipOf(id)).toMatchObject({ paidThrough: '2029-03-13', subscriptionId: subscription })
	stripeServer.fail(subscription, true)
	await applyCustomer(customer, YEAR_LATER)
	// No one canceled, so the grace period runs and the member can pay in any way.
	expect(await membershipOf(id)).toMatchObject({ subscriptionId: null, cancelledAt: null })
})

test('a charge pays the open invoice of the same amount', async () => {
	const { id, customer } = await subscribed()
	const payer = await readPayer(id)
	await write(...((payer && issueInvoice(payer, '2027-03-10'))?.statements ?? []))
	await applyCustomer(customer, START)
	expect(await invoicesOf(id)).toEqual([['paid', 49_000, '2027-03-10', '2028-03-09']])
	expect(await membershipOf(id)).toMatchObject({ paidThrough: '2028-03-13' })
})

test('a trial does not count as a payment', async () => {
	const { id, customer, subscription } = await subscribed(START, Date.parse('2027-04-14T12:00:00Z') / 1000)
	await applyCustomer(customer, START)
	expect(await membershipOf(id)).toMatchObject({
		paidThrough: null,
		trialUntil: '2027-04-13',
		subscriptionId: subscription,
	})
	expect(await invoicesOf(id)).toEqual([])
})

test('a partial refund leaves the period paid, and a full refund removes its days', async () => {
	const { id, customer } = await subscribed()
	await applyCustomer(customer, START)
	stripeServer.refund(chargeOf(customer), 9_000)
	await applyCustomer(customer, START)
	await applyCustomer(customer, START)
	expect(await amountsOf(id)).toEqual([49_000, -9_000])
	expect(await membershipOf(id)).toMatchObject({ paidThrough: '2028-03-13', creditCents: 0 })
	expect((await invoicesOf(id))[0]?.[0]).toBe('paid')
	stripeServer.refund(chargeOf(customer), 40_000)
	await applyCustomer(customer, START)
	await applyCustomer(customer, START)
	expect(await amountsOf(id)).toEqual([49_000, -9_000, -40_000])
	expect(await membershipOf(id)).toMatchObject({ paidThrough: null, creditCents: 0 })
	expect((await invoicesOf(id))[0]?.[0]).toBe('open')
})

test('the refund of an earlier charge keeps the days of a later one', async () => {
	const { id, customer, subscription } = await subscribed()
	await applyCustomer(customer, START)
	stripeServer.charge(subscription, YEAR_LATER)
	await applyCustomer(customer, YEAR_LATER)
	stripeServer.refund(chargeOf(customer, 0), 49_000)
	await applyCustomer(customer, YEAR_LATER)
	expect(await membershipOf(id)).toMatchObject({ paidThrough: '2029-03-13' })
})

test('a charge that was refunded before it was recorded is not recorded', async () => {
	const { id, customer } = await subscribed()
	stripeServer.refund(chargeOf(customer), 49_000)
	await applyCustomer(customer, START)
	expect(await amountsOf(id)).toEqual([])
	expect(await membershipOf(id)).toMatchObject({ paidThrough: null })
})

test('a subscription at an unknown price is ignored', async () => {
	const { id } = await insertPayer()
	stripeServer.prices.set('price_of_a_shop', { amount: 100, currency: 'usd', months: 12 })
	const customer = stripeServer.customer()
	stripeServer.subscribe(customer, 'price_of_a_shop', { reference: id }, START)
	await applyCustomer(customer, START)
	expect(await membershipOf(id)).toMatchObject({ paidThrough: null, customerId: null, subscriptionId: null })
})

test('an unknown customer is ignored, even with the email address of a member', async () => {
	const plan = await insertCardPlan()
	const { id, email } = await insertPayer({ planId: plan.id })
	const customer = stripeServer.customer({ email })
	stripeServer.subscribe(customer, plan.providerPrice, {}, START)
	stripeServer.subscribe(customer, plan.providerPrice, { reference: 'nobody' }, START)
	await applyCustomer(customer, START)
	expect(await membershipOf(id)).toMatchObject({ paidThrough: null, customerId: null })
})

test('an existing subscription is found by the customer that an admin entered, and not created again', async () => {
	const plan = await insertCardPlan()
	const customer = stripeServer.customer()
	const { id } = await insertPayer({ planId: plan.id, customerId: customer })
	const subscription = stripeServer.subscribe(customer, plan.providerPrice, {}, START)
	stripeServer.charge(subscription, YEAR_LATER)
	await applyCustomer(customer, YEAR_LATER)
	expect(await membershipOf(id)).toMatchObject({ paidThrough: '2029-03-13', subscriptionId: subscription })
	expect(stripeServer.calls.every(({ method }) => method === 'GET')).toBe(true)
})

test('paying creates a membership for a person who owed no dues', async () => {
	const plan = await insertCardPlan()
	const { id } = await insertAccount()
	const customer = stripeServer.customer()
	stripeServer.subscribe(customer, plan.providerPrice, { reference: id }, START)
	await applyCustomer(customer, START)
	expect(await membershipOf(id)).toMatchObject({ paidThrough: '2028-03-13', startedOn: '2027-03-14', planId: plan.id })
})

test('of two subscriptions the first one pays, and the second one is canceled and refunded', async () => {
	const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined)
	const { id, customer, subscription, plan } = await subscribed()
	const second = stripeServer.subscribe(customer, plan.providerPrice, { reference: id }, START + 1_000)
	await applyCustomer(customer, START)
	await applyCustomer(customer, START)
	expect(warn).toHaveBeenCalledOnce()
	expect(await membershipOf(id)).toMatchObject({ subscriptionId: subscription, paidThrough: '2028-03-13' })
	expect(stripeServer.subscriptions.get(second)?.status).toBe('canceled')
	expect(stripeServer.charges.get(chargeOf(customer, 1))?.refunds.data).toMatchObject([{ amount: 49_000 }])
	expect(await amountsOf(id)).toEqual([49_000])
})

test('a canceled subscription ends with the period, and a new one undoes the cancellation', async () => {
	const { id, customer, subscription, plan } = await subscribed()
	stripeServer.end(subscription)
	await applyCustomer(customer, START)
	const ended = await membershipOf(id)
	expect(ended).toMatchObject({ subscriptionId: null, paidThrough: '2028-03-13' })
	expect(ended.cancelledAt).not.toBeNull()
	const again = stripeServer.subscribe(customer, plan.providerPrice, { reference: id }, YEAR_LATER)
	await applyCustomer(customer, YEAR_LATER)
	expect(await membershipOf(id)).toMatchObject({ subscriptionId: again, cancelledAt: null, paidThrough: '2029-03-13' })
})

test('a coupon is counted as used once', async () => {
	const coupon = await insertCoupon({ most: 3 })
	const plan = await insertCardPlan()
	const { id } = await insertPayer({ planId: plan.id })
	const customer = stripeServer.customer()
	stripeServer.subscribe(customer, plan.providerPrice, { reference: id, coupon }, START)
	await Promise.all([applyCustomer(customer, START), applyCustomer(customer, START), applyCustomer(customer, START)])
	await applyCustomer(customer, START)
	expect(await invoicesOf(id)).toEqual([['paid', 24_500, '2027-03-14', '2028-03-13']])
	const [used] = await db().select().from(coupons).where(eq(coupons.code, coupon))
	expect(used?.used).toBe(1)
})

test('events of an erased member are ignored', async () => {
	const { id, customer } = await subscribed()
	await applyCustomer(customer, START)
	await db().delete(users).where(eq(users.id, id))
	await applyCustomer(customer, START)
	expect(await db().select().from(memberships).where(eq(memberships.userId, id))).toEqual([])
	expect(await amountsOf(id)).toEqual([49_000])
})
