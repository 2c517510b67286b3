import { asc, eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { invoices, memberships } from '#db/schema/dues.ts'
import {
	cancelMembership,
	checkout,
	getMembership,
	type Membership,
	resumeMembership,
} from '#src/features/dues/contract.ts'
import { recordPayment } from '#src/features/dues/dues-contract.ts'
import { applyCustomer } from '#src/features/dues/server/cards/apply-state.ts'
import { applyEvents } from '#src/features/dues/server/cards/payment-events.ts'
import { linesOf } from '#src/features/dues/server/invoices.ts'
import { readLedger } from '#src/features/dues/server/ledger.ts'
import { invoiceOfPayment } from '#src/features/dues/server/receipts.ts'
import { setSite } from '#src/lib/site/site.ts'
import { callApi, insertAccount, signedIn } from '#tests/support/api/api.ts'
import { waitingMails } from '#tests/support/mail.ts'
import { insertPayer, membershipOf, setUpPayers } from '#tests/support/payers.ts'
import type { Form } from '#tests/support/servers/stripe-data.ts'
import { insertCardPlan, setUpStripe, stripeServer } from '#tests/support/stripe.ts'

// A card must be charged the same amounts that a member who pays by hand is billed.

setUpPayers()
setUpStripe()
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-09-15T12:00:00Z') }))
afterEach(() => vi.useRealTimers())

const YEAR_LATER = Date.parse('2028-09-15T12:00:00Z')

async function member(row: Parameters<typeof insertPayer>[0] = {}, planRow: Parameters<typeof insertCardPlan>[0] = {}) {
	const plan = await insertCardPlan({ name: `Annual ${crypto.randomUUID()}`, ...planRow })
	const user = await insertPayer({ planId: plan.id, startedOn: '2027-09-15', anchorDay: 15, ...row })
	const as = await signedIn(user)
	const consent = async () => {
		const { consent: texts } = (await callApi(getMembership, { as })).json as Membership
		return texts[plan.id] ?? ''
	}
	const order = async () => {
		const reply = await callApi(checkout, { as, body: { planId: plan.id, consent: await consent() } })
		expect(reply.status, reply.text).toBe(200)
		const id = (reply.json as { url: string }).url.split('/').at(-1) ?? ''
		return { id, form: stripeServer.sessions.get(id)?.form as Form }
	}
	/** Pays on the page at Stripe, and applies the event. */
	const pay = async () => {
		const subscription = stripeServer.pay((await order()).id)
		const customer = stripeServer.subscriptions.get(subscription)?.customer ?? ''
		await applyCustomer(customer)
		return { subscription, customer }
	}
	return { id: user.id, email: user.email, user, as, plan, consent, order, pay }
}

const balanceOf = (customer: string) => stripeServer.customers.get(customer)?.balance
async function linesFor(userId: string) {
	const rows = await db().select().from(invoices).where(eq(invoices.userId, userId)).orderBy(asc(invoices.sequence))
	return rows.map((row) => linesOf(row).map(({ text, amountCents }) => [text, amountCents]))
}

test('a founding member keeps the founding price at Stripe in each renewal', async () => {
	const { id, plan, consent, order, pay } = await member({ keptAmountCents: 29_000, paidThrough: '2027-09-14' })
	expect(await consent()).toContain('charges my card $290 a year, for the first time today')
	expect((await order()).form.line_items).toEqual({
		0: {
			quantity: '1',
			price_data: {
				...{ currency: 'usd', unit_amount: '29000', product: `prod_of_${plan.providerPrice}` },
				recurring: { interval: 'month', interval_count: '12' },
			},
		},
	})
	const { subscription, customer } = await pay()
	stripeServer.charge(subscription, YEAR_LATER)
	await applyCustomer(customer, YEAR_LATER)
	expect(await membershipOf(id)).toMatchObject({
		...{ planId: plan.id, subscriptionId: subscription, keptAmountCents: 29_000, paidThrough: '2029-09-14' },
	})
	expect(await linesFor(id)).toEqual([[[plan.name, 29_000]], [[plan.name, 29_000]]])
})

test('after a lapse the price of the plan applies', async () => {
	const { order, plan } = await member({ keptAmountCents: 29_000, paidThrough: '2027-06-14' })
	expect((await order()).form.line_items).toEqual({ 0: { quantity: '1', price: plan.providerPrice } })
})

test('a subscription that the club did not create is ignored if its price belongs to no plan', async () => {
	const { id, plan } = await member()
	const customer = stripeServer.customer()
	const price = stripeServer.id('price')
	stripeServer.prices.set(price, { amount: 100, currency: 'usd', months: 12 })
	stripeServer.subscribe(customer, price, { plan: plan.id }, Date.now())
	await db().update(memberships).set({ customerId: customer }).where(eq(memberships.userId, id))
	await applyCustomer(customer)
	expect(await membershipOf(id)).toMatchObject({ subscriptionId: null, paidThrough: null })
})

test('in a club with a common year the first charge is prorated, and whole years follow', async () => {
	setSite({ name: 'Test Club', collectsDues: 'on', duesYearStart: '1' })
	const { id, plan, consent, order, pay } = await member()
	expect(await consent()).toBe(
		'I agree that Test Club charges my card $163.33 today and $490 a year from January 1, 2028 on, until I cancel. I can cancel at any time on my membership page.',
	)
	const { form } = await order()
	expect(form.line_items).toMatchObject({
		0: { price: plan.providerPrice },
		1: { quantity: '1', price_data: { unit_amount: '16333', currency: 'usd' } },
	})
	const { subscription, customer } = await pay()
	expect(await membershipOf(id)).toMatchObject({ paidThrough: '2027-12-31', trialUntil: null })
	expect(await linesFor(id)).toEqual([[[`${plan.name}, 4 of 12 months at $490.00`, 16_333]]])
	const newYear = Date.parse('2028-01-01T12:00:00Z')
	stripeServer.charge(subscription, newYear)
	await applyCustomer(customer, newYear)
	expect(await membershipOf(id)).toMatchObject({ paidThrough: '2028-12-31', trialUntil: null })
})

test('a member who has paid for the common year is charged at its end', async () => {
	setSite({ name: 'Test Club', collectsDues: 'on', duesYearStart: '1' })
	const { plan, consent, order } = await member({ paidThrough: '2027-12-31' })
	expect(await consent()).toContain('$490 a year, for the first time on January 1, 2028')
	const { line_items, subscription_data } = (await order()).form
	expect(line_items).toEqual({ 0: { quantity: '1', price: plan.providerPrice } })
	expect((subscription_data as Form).trial_end).toBe(String(Date.parse('2028-01-01T12:00:00Z') / 1_000))
})

test('credit is deducted from the first charge, and the rest from the next one', async () => {
	const { id, plan, pay } = await member({ creditCents: 60_000 })
	const { subscription, customer } = await pay()
	expect(await membershipOf(id)).toMatchObject({ creditCents: 11_000, paidThrough: '2028-09-14' })
	stripeServer.charge(subscription, YEAR_LATER)
	await applyCustomer(customer, YEAR_LATER)
	expect(await membershipOf(id)).toMatchObject({ creditCents: 0, paidThrough: '2029-09-14' })
	expect(await linesFor(id)).toEqual([
		[
			[plan.name, 49_000],
			['Paid earlier', -49_000],
		],
		[
			[plan.name, 49_000],
			['Paid earlier', -11_000],
		],
	])
	expect((await readLedger(id)).payments.map(({ amountCents }) => amountCents)).toEqual([0, 38_000])
	expect(balanceOf(customer)).toBe(0)
})

test('a debt from a bounced check is charged with the next period', async () => {
	const { id, pay } = await member({ creditCents: -2_000 })
	await pay()
	expect(await membershipOf(id)).toMatchObject({ creditCents: 0 })
	expect((await readLedger(id)).payments.map(({ amountCents }) => amountCents)).toEqual([51_000])
})

test('credit from a check is sent to Stripe for a member who pays by card', async () => {
	const { id, pay } = await member()
	const { customer } = await pay()
	const admin = await signedIn(await insertAccount({ role: 'admin' }))
	const body = { amountCents: 50_000, kind: 'check', paidOn: '2027-09-15', reference: '12' } as const
	expect((await callApi(recordPayment, { as: admin, params: { id }, body })).status).toBe(201)
	expect(await membershipOf(id)).toMatchObject({ creditCents: 1_000 })
	await applyEvents()
	expect(balanceOf(customer)).toBe(-1_000)
})

test('credit of a customer that the club did not create stays at Stripe', async () => {
	const { id, plan } = await member()
	const customer = stripeServer.customer()
	const record = stripeServer.customers.get(customer)
	if (record) record.balance = -60_000
	await db().update(memberships).set({ customerId: customer }).where(eq(memberships.userId, id))
	stripeServer.subscribe(customer, plan.providerPrice, {}, Date.now())
	await applyCustomer(customer)
	expect(await membershipOf(id)).toMatchObject({ creditCents: 0, paidThrough: '2028-09-14' })
	expect(balanceOf(customer)).toBe(-11_000)
})

test('canceling and resuming need the current version', async () => {
	const { id, as, pay } = await member()
	const { subscription } = await pay()
	const { version } = await membershipOf(id)
	const outdated = await callApi(cancelMembership, { as, body: { version: version - 1 } })
	expect([outdated.status, outdated.text]).toEqual([
		409,
		'This membership has changed since you opened it, so your edit was not saved.',
	])
	expect(stripeServer.subscriptions.get(subscription)?.cancel_at_period_end).toBe(false)
	const cancelled = await callApi(cancelMembership, { as, body: { version } })
	expect(cancelled.json).toMatchObject({ isCancelled: true })
	expect((await callApi(resumeMembership, { as, body: { version } })).status).toBe(409)
	const latest = (cancelled.json as Membership).version
	const resumed = await callApi(resumeMembership, { as, body: { version: latest } })
	expect(resumed.json).toMatchObject({ isCancelled: false })
})

test.each([
	['in grace', '2028-09-20'],
	['lapsed', '2028-10-20'],
])('canceling %s after a failed charge ends the subscription, so the card is not retried', async (_, day) => {
	const { id, user, pay } = await member()
	const { subscription, customer } = await pay()
	vi.setSystemTime(Date.parse(`${day}T12:00:00Z`))
	stripeServer.fail(subscription)
	await applyCustomer(customer)
	const as = await signedIn(user)
	stripeServer.away.set(`/v1/subscriptions/${subscription}`, 'down')
	expect((await callApi(cancelMembership, { as, body: {} })).status).toBe(503)
	expect(await membershipOf(id)).toMatchObject({ subscriptionId: subscription, cancelledAt: null })
	stripeServer.away.clear()
	const { json } = await callApi(cancelMembership, { as, body: {} })
	expect(json).toMatchObject({ standing: 'ended', isCancelled: true, renewsByCard: false, next: null })
	expect(stripeServer.subscriptions.get(subscription)?.status).toBe('canceled')
	await applyCustomer(customer)
	expect(await membershipOf(id)).toMatchObject({ subscriptionId: null, paidThrough: '2028-09-14' })
	expect((await membershipOf(id)).cancelledAt).not.toBeNull()
	expect((await readLedger(id)).payments).toHaveLength(1)
})

test('each payment sends a receipt that links to its invoice', async () => {
	const { id, email, pay } = await member()
	const { customer } = await pay()
	await applyCustomer(customer)
	const admin = await signedIn(await insertAccount({ role: 'admin' }))
	const body = { amountCents: 50_000, kind: 'check', paidOn: '2027-09-15', reference: '12' } as const
	await callApi(recordPayment, { as: admin, params: { id }, body })

	const receipts = (await waitingMails()).filter(({ template, to }) => template === 'dues-receipt' && to === email)
	expect(receipts.map(({ data }) => data)).toEqual([
		expect.objectContaining({ amount: '$490.00', day: '2027-09-15', paidUntil: '2028-09-14' }),
		expect.objectContaining({ amount: '$500.00', paidUntil: '2029-09-14', credit: '$10.00' }),
	])
	const { payments } = await readLedger(id)
	expect(receipts.map(({ data }) => (data as { paymentId: string }).paymentId)).toEqual(payments.map((one) => one.id))
	const [first] = payments
	expect(await invoiceOfPayment(first?.id ?? '', id)).toBe(first?.invoiceId)
	expect(await invoiceOfPayment(first?.id ?? '', 'somebody')).toBeUndefined()
})

test('an old charge of an imported subscription sends no receipt', async () => {
	const plan = await insertCardPlan()
	const customer = stripeServer.customer()
	const user = await insertPayer({ planId: plan.id, customerId: customer })
	stripeServer.subscribe(customer, plan.providerPrice, {}, Date.parse('2027-03-15T12:00:00Z'))
	await applyCustomer(customer)
	expect(await membershipOf(user.id)).toMatchObject({ paidThrough: '2028-03-14' })
	expect((await waitingMails()).filter(({ to }) => to === user.email)).toEqual([])
})
