import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { plans } from '#db/schema/dues.ts'
import { checkout } from '#src/features/dues/contract.ts'
import { updatePlan } from '#src/features/dues/plans-contract.ts'
import { applyCustomer } from '#src/features/dues/server/cards/apply-state.ts'
import { newPriceWorkers } from '#src/features/dues/server/cards/new-price.ts'
import { readLedger } from '#src/features/dues/server/ledger.ts'
import { readMembership } from '#src/features/dues/server/memberships.ts'
import { sendDuesNotices } from '#src/features/dues/server/notices/notices.ts'
import { readSummary } from '#src/features/dues/server/summary.ts'
import { runOutbox } from '#src/platform/jobs/outbox.ts'
import { callApi, insertAccount, signedIn } from '#tests/support/api/api.ts'
import { waitingMails } from '#tests/support/mail.ts'
import { dueNow } from '#tests/support/mail-queue.ts'
import { insertPayer, membershipOf, setUpPayers } from '#tests/support/payers.ts'
import { insertCardPlan, setUpStripe, stripeServer } from '#tests/support/stripe.ts'

// A card is charged a higher price only after a timely notice to its member.

setUpPayers()
setUpStripe()

const at = (day: string) => Date.parse(`${day}T12:00:00Z`)
const setDate = (day: string) => vi.setSystemTime(at(day))
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: at('2027-09-15') }))
afterEach(() => vi.useRealTimers())

const runPriceWorkers = () => runOutbox(newPriceWorkers, { only: Object.keys(newPriceWorkers) })

/** Inserts a member whose card was first charged on September 15, 2027. */
async function subscriber(plan: Awaited<ReturnType<typeof insertCardPlan>>) {
	const user = await insertPayer({ planId: plan.id, startedOn: '2027-09-15', anchorDay: 15 })
	const as = await signedIn(user)
	const membership = async () => (await readMembership(user.id)).membership
	const consent = (await membership()).consent[plan.id] ?? ''
	const order = await callApi(checkout, { as, body: { planId: plan.id, consent } })
	const subscription = stripeServer.pay((order.json as { url: string }).url.split('/').at(-1) ?? '')
	const customer = stripeServer.subscriptions.get(subscription)?.customer ?? ''
	await applyCustomer(customer)
	return {
		...user,
		subscription,
		membership,
		price: () => stripeServer.subscriptions.get(subscription)?.items.data[0]?.price.id,
		async renew(day: string) {
			setDate(day)
			stripeServer.charge(subscription, at(day))
			await applyCustomer(customer, at(day))
			return (await readLedger(user.id)).payments.at(-1)?.amountCents
		},
	}
}

/** Sets the price of a plan, with a new price at Stripe. @returns the id of that price */
async function reprice(id: string, amountCents: number): Promise<string> {
	const [plan] = await db().select().from(plans).where(eq(plans.id, id))
	if (!plan) throw new Error('There is no such plan')
	const { createdAt: _, archivedAt: __, id: ___, currency, ...fields } = plan
	const providerPrice = stripeServer.id('price')
	stripeServer.prices.set(providerPrice, { amount: amountCents, currency: 'usd', months: plan.months })
	const body = { ...fields, currency: currency as 'USD', amountCents, providerPrice, isArchived: false }
	const as = await signedIn(await insertAccount({ role: 'admin' }))
	expect((await callApi(updatePlan, { as, params: { id }, body })).status).toBe(200)
	return providerPrice
}

const mailsTo = async (to: string, template: string) =>
	(await waitingMails()).filter((mail) => mail.to === to && mail.template === template).map(({ data }) => data)

test('a renewal charges the amount in its notice, even if the price was raised since', async () => {
	const plan = await insertCardPlan()
	const { id, email, membership, price, renew } = await subscriber(plan)
	setDate('2028-08-01')
	await sendDuesNotices()
	expect(await mailsTo(email, 'dues-notice')).toMatchObject([{ kind: 'renewal', amount: '$490.00' }])
	const to = await reprice(plan.id, 59_000)
	expect(await mailsTo(email, 'dues-price')).toEqual([
		{ before: '$490 a year', after: '$590 a year', keptUntil: '2028-09-16' },
	])
	expect(await membershipOf(id)).toMatchObject({ keptAmountCents: 49_000, keptUntil: '2028-09-16' })
	await runPriceWorkers()
	expect(price()).toBe(plan.providerPrice)
	expect((await membership()).next).toEqual({ day: '2028-09-15', amountCents: 49_000, currency: 'USD' })
	expect(await renew('2028-09-15')).toBe(49_000)

	setDate('2028-09-17')
	await runPriceWorkers()
	expect(price()).toBe(to)
	expect((await membership()).next?.amountCents).toBe(59_000)
	expect(await renew('2029-09-15')).toBe(59_000)
	expect(await membershipOf(id)).toMatchObject({ keptAmountCents: null, keptUntil: null })
})

test('a notice after a raise contains the new price, which is then charged', async () => {
	const plan = await insertCardPlan()
	const { email, renew } = await subscriber(plan)
	setDate('2028-07-30')
	await reprice(plan.id, 59_000)
	setDate('2028-07-31')
	await sendDuesNotices()
	expect(await mailsTo(email, 'dues-notice')).toMatchObject([{ kind: 'renewal', amount: '$590.00' }])
	setDate('2028-09-15')
	await runPriceWorkers()
	expect(await renew('2028-09-15')).toBe(59_000)
})

test('a monthly plan charges a raise from the first renewal after 46 days', async () => {
	const plan = await insertCardPlan({ months: 1, amountCents: 4_900 })
	const { renew } = await subscriber(plan)
	setDate('2027-10-10')
	await reprice(plan.id, 5_900)
	const charged: unknown[] = []
	for (const day of ['2027-10-15', '2027-11-15', '2027-12-15']) {
		setDate(day)
		await runPriceWorkers()
		charged.push(await renew(day))
	}
	expect(charged).toEqual([4_900, 4_900, 5_900])
})

test('a lower price is charged from the next renewal, even if the provider was unavailable in between', async () => {
	const plan = await insertCardPlan()
	const { id, email, subscription, price, renew } = await subscriber(plan)
	const to = await reprice(plan.id, 39_000)
	stripeServer.away.set(`/v1/subscriptions/${subscription}`, 'down')
	await runPriceWorkers()
	expect(price()).toBe(plan.providerPrice)
	stripeServer.away.clear()
	await dueNow()
	await runPriceWorkers()
	expect(price()).toBe(to)
	expect(await mailsTo(email, 'dues-price')).toEqual([{ before: '$490 a year', after: '$390 a year' }])
	expect(await membershipOf(id)).toMatchObject({ keptAmountCents: null, keptUntil: null })
	expect(await renew('2028-09-15')).toBe(39_000)
})

test('a raise that is corrected is never charged', async () => {
	const plan = await insertCardPlan()
	const { id, price } = await subscriber(plan)
	await reprice(plan.id, 490_000)
	setDate('2027-09-20')
	const to = await reprice(plan.id, 59_000)
	expect(await membershipOf(id)).toMatchObject({ keptAmountCents: 49_000, keptUntil: '2027-11-05' })
	setDate('2027-11-01')
	await runPriceWorkers()
	expect(price()).toBe(plan.providerPrice)
	setDate('2027-11-06')
	await runPriceWorkers()
	expect(price()).toBe(to)

	await reprice(plan.id, 69_000)
	expect(await membershipOf(id)).toMatchObject({ keptAmountCents: 59_000, keptUntil: '2027-12-22' })
	const lower = await reprice(plan.id, 19_000)
	expect(await membershipOf(id)).toMatchObject({ keptAmountCents: null, keptUntil: null })
	await runPriceWorkers()
	expect(price()).toBe(lower)
})

test('a raise that is undone leaves the old price', async () => {
	const plan = await insertCardPlan()
	const { id, price } = await subscriber(plan)
	await reprice(plan.id, 59_000)
	const back = await reprice(plan.id, 49_000)
	expect(await membershipOf(id)).toMatchObject({ keptAmountCents: null, keptUntil: null })
	await runPriceWorkers()
	setDate('2027-12-01')
	await runPriceWorkers()
	expect(price()).toBe(back)
})

test('founding members get no mail about a new price and keep theirs', async () => {
	const plan = await insertCardPlan()
	const founder = stripeServer.id('sub')
	const { id, email } = await insertPayer({ planId: plan.id, keptAmountCents: 49_000, subscriptionId: founder })
	await reprice(plan.id, 39_000)
	await runPriceWorkers()
	expect(await membershipOf(id)).toMatchObject({ keptAmountCents: 49_000, keptUntil: null })
	expect(await mailsTo(email, 'dues-price')).toEqual([])
	expect(stripeServer.calls.filter(({ path }) => path.includes(founder))).toEqual([])
})

test('members who pay by hand owe the new price in the next invoice, and the summary uses kept prices', async () => {
	const plan = await insertCardPlan()
	const byHand = await insertPayer({ planId: plan.id, paidThrough: '2027-10-10' })
	const dueSoon = async () => (await readSummary('2027-09-20')).dueSoon.find(({ currency }) => currency === 'USD')
	const before = (await dueSoon())?.amountCents ?? 0
	await insertPayer({ planId: plan.id, paidThrough: '2027-10-10', subscriptionId: stripeServer.id('sub') })
	await reprice(plan.id, 59_000)
	expect(await mailsTo(byHand.email, 'dues-price')).toEqual([{ before: '$490 a year', after: '$590 a year' }])
	expect((await dueSoon())?.amountCents).toBe(before + 10_000 + 49_000)
})
