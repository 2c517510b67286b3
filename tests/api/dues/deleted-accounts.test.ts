import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { deletions } from '#db/schema/deletions.ts'
import { duesPayments } from '#db/schema/dues.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { write } from '#db/write.ts'
import { forgetDeletion, restoreDeletion } from '#src/features/deletions/contract.ts'
import { forgetOldDeletions } from '#src/features/deletions/server/service.ts'
import { checkout, getMembership, type Membership } from '#src/features/dues/contract.ts'
import { recordPayment, setPlan } from '#src/features/dues/dues-contract.ts'
import { applyCustomer } from '#src/features/dues/server/cards/apply-state.ts'
import { applyEvents } from '#src/features/dues/server/cards/payment-events.ts'
import { issueInvoice } from '#src/features/dues/server/invoices.ts'
import { leavingWorkers } from '#src/features/dues/server/leaving.ts'
import { readPayer } from '#src/features/dues/server/payer.ts'
import { deleteUser } from '#src/features/users/contract.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { runOutbox } from '#src/platform/jobs/outbox.ts'
import { callApi, insertAccount, signedIn } from '#tests/support/api/api.ts'
import { allInvoices, insertPayer, invoicesOf, membershipOf, setUpPayers } from '#tests/support/payers.ts'
import { insertCardPlan, setUpStripe, stripeServer } from '#tests/support/stripe.ts'

setUpPayers()
setUpStripe()

const YEAR_MS = 366 * 24 * 60 * 60_000
const admin = async () => signedIn(await insertAccount({ role: 'admin' }))
const runWorkers = () => runOutbox(leavingWorkers, { only: Object.keys(leavingWorkers) })
const remove = async (id: string) => {
	expect((await callApi(deleteUser, { as: await admin(), params: { id } })).status).toBe(204)
}
const deletionOf = async (userId: string) => {
	const [row] = await db().select().from(deletions).where(eq(deletions.subjectId, userId))
	return row?.id ?? ''
}

/** Inserts a member who pays by card. */
async function paying() {
	const plan = await insertCardPlan()
	const { id } = await insertPayer({ planId: plan.id })
	const customer = stripeServer.customer()
	const subscription = stripeServer.subscribe(customer, plan.providerPrice, { reference: id }, Date.now())
	await applyCustomer(customer)
	return { id, customer, subscription }
}

const statusOf = (subscription: string) => stripeServer.subscriptions.get(subscription)?.status
const refundsOf = (customer: string) =>
	[...stripeServer.charges.values()]
		.filter((charge) => charge.customer === customer)
		.map(({ refunds }) => refunds.data.length)

test('the subscription of a deleted account ends once the provider is available again', async () => {
	const { id, customer, subscription } = await paying()
	stripeServer.away.set('/v1/subscriptions', 'down')
	await remove(id)
	await runWorkers()
	expect(statusOf(subscription)).toBe('active')
	// Only a charge made in the meantime is refunded.
	stripeServer.charge(subscription, Date.now() + YEAR_MS)
	stripeServer.away.clear()
	await db()
		.update(outbox)
		.set({ availableAt: new Date(0) })
		.where(eq(outbox.kind, 'dues-leaving'))
	await runWorkers()
	expect(statusOf(subscription)).toBe('canceled')
	expect(refundsOf(customer)).toEqual([0, 1])
	// The payment is kept, with the name on the invoice.
	expect(await db().select().from(duesPayments).where(eq(duesPayments.userId, id))).toHaveLength(1)
})

test('an event of a deleted account ends its subscription too', async () => {
	const { id, customer, subscription } = await paying()
	await remove(id)
	await applyCustomer(customer)
	expect(statusOf(subscription)).toBe('canceled')
	expect(refundsOf(customer)).toEqual([0])
})

test('a payment on a page that was open when the account was deleted is refunded', async () => {
	const plan = await insertCardPlan()
	const user = await insertAccount()
	const as = await signedIn(user)
	const { consent } = (await callApi(getMembership, { as })).json as Membership
	const reply = await callApi(checkout, { as, body: { planId: plan.id, consent: consent[plan.id] ?? '' } })
	const session = (reply.json as { url: string }).url.split('/').at(-1) ?? ''
	await remove(user.id)
	await runWorkers()
	const subscription = stripeServer.pay(session, Date.now() + 1_000)
	const customer = stripeServer.subscriptions.get(subscription)?.customer ?? ''
	await applyCustomer(customer)
	expect(statusOf(subscription)).toBe('canceled')
	expect(refundsOf(customer)).toEqual([1])
})

test('the open payment pages of a deleted member are closed', async () => {
	const { id, customer } = await paying()
	const { url } = await fetch(`${stripeServer.url}/v1/checkout/sessions`, {
		method: 'POST',
		headers: {
			...{ authorization: 'Bearer sk_test_second_chair', 'stripe-version': '2026-01-01' },
			'content-type': 'application/x-www-form-urlencoded',
		},
		body: new URLSearchParams({
			...{ mode: 'subscription', customer, client_reference_id: id, success_url: 'a', cancel_url: 'b' },
			'line_items[0][price]': [...stripeServer.prices.keys()].at(-1) ?? '',
		}),
	}).then((reply) => reply.json() as Promise<{ url: string }>)
	await remove(id)
	await runWorkers()
	expect(stripeServer.sessions.get(url.split('/').at(-1) ?? '')?.status).toBe('expired')
})

test('a restored account reads the state of its subscription from the provider', async () => {
	const { id, subscription } = await paying()
	await remove(id)
	await runWorkers()
	expect((await callApi(restoreDeletion, { as: await admin(), params: { id: await deletionOf(id) } })).status).toBe(200)
	expect(await membershipOf(id)).toMatchObject({ subscriptionId: subscription })
	await applyEvents()
	expect(await membershipOf(id)).toMatchObject({ subscriptionId: null })
})

test('an account restored before the provider was reached keeps its subscription', async () => {
	const { id, subscription } = await paying()
	await remove(id)
	await callApi(restoreDeletion, { as: await admin(), params: { id: await deletionOf(id) } })
	await runWorkers()
	await applyEvents()
	expect(statusOf(subscription)).toBe('active')
	expect(await membershipOf(id)).toMatchObject({ subscriptionId: subscription, cancelledAt: null })
	// A second deletion ends the subscription.
	await remove(id)
	await runWorkers()
	expect(statusOf(subscription)).toBe('canceled')
})

test.each(['by an admin', 'after thirty days'])(
	'open invoices of an account that is erased %s are void',
	async (how) => {
		const { id } = await insertPayer({ paidThrough: '2027-03-13' }, { name: 'Dana Whitfield' })
		const payer = await readPayer(id)
		await write(...((payer && issueInvoice(payer, '2027-03-01'))?.statements ?? []))
		await remove(id)
		await runWorkers()
		// The account may be restored with its debts.
		expect(await invoicesOf(id)).toEqual([['open', 49_000, '2027-03-14', '2028-03-13']])
		if (how === 'by an admin')
			await callApi(forgetDeletion, { as: await admin(), params: { id: await deletionOf(id) } })
		else await forgetOldDeletions(Date.now() + 31 * 24 * 60 * 60_000)
		await runWorkers()
		expect((await invoicesOf(id)).map(([state]) => state).toSorted()).toEqual(['void', 'voids'])
		const own = (await allInvoices()).filter(({ userId }) => userId === id)
		expect(own.map(({ buyer }) => JSON.parse(buyer).name)).toEqual(['Dana Whitfield', 'Dana Whitfield'])
	},
)

const pay = async (id: string, amountCents: number) =>
	callApi(recordPayment, {
		as: await admin(),
		params: { id },
		body: { amountCents, kind: 'check', paidOn: clubDay(), reference: '1042' },
	})

/** Inserts a member who has overpaid by $100, which an open invoice for the next period uses as credit. */
async function overpaidMember() {
	const { id } = await insertPayer({}, { name: 'Dana Whitfield' })
	expect((await pay(id, 590_00)).status).toBe(201)
	const payer = await readPayer(id)
	await write(...((payer && issueInvoice(payer, clubDay()))?.statements ?? []))
	expect((await invoicesOf(id)).map(([state, total]) => [state, total])).toEqual([
		['paid', 490_00],
		['open', 390_00],
	])
	return id
}

test('the audit log records the overpaid amount of an erased account once', async () => {
	const id = await overpaidMember()
	await remove(id)
	await runWorkers()
	await callApi(forgetDeletion, { as: await admin(), params: { id: await deletionOf(id) } })
	await runWorkers()
	await leavingWorkers['dues-leaving']?.(JSON.stringify({ userId: id, isErased: 1, at: Date.now() }), 'again')
	const entries = await db().select().from(audit).where(eq(audit.subjectId, id))
	const open = (await allInvoices()).filter(({ userId }) => userId === id)[1]
	expect(entries.filter(({ action }) => action === 'dues.owed')).toMatchObject([
		{ subjectName: 'Former member', detail: JSON.stringify({ amount: '$100.00', invoice: open?.id }) },
	])
})

test('a member who gets a plan again gets the earlier credit back', async () => {
	const id = await overpaidMember()
	const [planId] = (await allInvoices()).flatMap(({ userId, lines }) =>
		userId === id ? (JSON.parse(lines)[0].planId as string) : [],
	)
	for (const plan of [null, planId ?? ''])
		expect((await callApi(setPlan, { as: await admin(), params: { id }, body: { planId: plan } })).status).toBe(200)
	expect(await membershipOf(id)).toMatchObject({ creditCents: 100_00 })
})
