import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { memberships, paymentEvents } from '#db/schema/dues.ts'
import { applyEvents, storeEvent } from '#src/features/dues/server/cards/payment-events.ts'
import { readLedger } from '#src/features/dues/server/ledger.ts'
import { newId } from '#src/lib/ids.ts'
import { log } from '#src/platform/log.ts'
import { insertPayer, membershipOf, setUpPayers } from '#tests/support/payers.ts'
import { insertCardPlan, setUpStripe, stripeServer } from '#tests/support/stripe.ts'

// An event reports two subscriptions that were paid at once. The second is canceled and refunded, the first charge is
// recorded, and the customer's credit is set. Stripe may be unavailable at any of these steps.

setUpPayers()
setUpStripe()

/** Inserts a member with credit and two subscriptions. */
async function paidTwice() {
	const plan = await insertCardPlan()
	const { id } = await insertPayer({ planId: plan.id, creditCents: 5_000 })
	const customer = stripeServer.customer()
	const record = stripeServer.customers.get(customer)
	if (record) record.metadata = { reference: id }
	await db().update(memberships).set({ customerId: customer }).where(eq(memberships.userId, id))
	const now = Date.now()
	const subscribe = (at: number) => stripeServer.subscribe(customer, plan.providerPrice, { reference: id }, at)
	return { id, customer, first: subscribe(now), second: subscribe(now + 1_000) }
}
type Paid = Awaited<ReturnType<typeof paidTwice>>

test.each<[string, (paid: Paid) => string]>([
	['the list of subscriptions', () => '/v1/subscriptions'],
	['the list of invoices', () => '/v1/invoices'],
	['the list of charges', () => '/v1/charges'],
	['the refund of the second', () => '/v1/refunds'],
	['the end of the second', ({ second }) => `/v1/subscriptions/${second}`],
	['the customer', ({ customer }) => `/v1/customers/${customer}`],
	['the credit', ({ customer }) => `/v1/customers/${customer}/balance_transactions`],
])('if Stripe is unavailable at %s, the event waits, and every step is done once afterwards', async (_, pathOf) => {
	vi.spyOn(log, 'warn').mockReturnValue(undefined)
	const paid = await paidTwice()
	const { id, customer, first, second } = paid
	const event = newId()
	await storeEvent({ id: event, customerId: customer }, Buffer.from(event))
	const isApplied = async () =>
		(await db().select().from(paymentEvents).where(eq(paymentEvents.id, event)))[0]?.appliedAt !== null
	for (const failure of ['down', 500, 429] as const) {
		stripeServer.away.set(pathOf(paid), failure)
		expect(await applyEvents()).toBe(true)
		expect(await isApplied()).toBe(false)
	}
	stripeServer.away.clear()
	expect(await applyEvents()).toBe(false)
	expect(await isApplied()).toBe(true)
	expect(await membershipOf(id)).toMatchObject({ subscriptionId: first, creditCents: 5_000 })
	expect((await readLedger(id)).payments.map(({ amountCents }) => amountCents)).toEqual([49_000])
	expect(stripeServer.subscriptions.get(second)?.status).toBe('canceled')
	const charges = [...stripeServer.charges.values()].filter((charge) => charge.customer === customer)
	expect(charges.map(({ refunds }) => refunds.data.map(({ amount }) => amount))).toEqual([[], [49_000]])
	expect(stripeServer.customers.get(customer)?.balance).toBe(-5_000)
})
