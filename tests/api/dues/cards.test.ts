import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { memberships, plans } from '#db/schema/dues.ts'
import {
	cancelMembership,
	checkout,
	getMembership,
	type Membership,
	openPortal,
	resumeMembership,
} from '#src/features/dues/contract.ts'
import { applyCustomer } from '#src/features/dues/server/cards/apply-state.ts'
import { addDays } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { log } from '#src/platform/log.ts'
import { callApi, insertAccount, signedIn } from '#tests/support/api/api.ts'
import { insertCoupon, insertPayer, membershipOf, setUpPayers } from '#tests/support/payers.ts'
import type { Form } from '#tests/support/servers/stripe-data.ts'
import { insertCardPlan, setUpStripe, stripeServer } from '#tests/support/stripe.ts'

setUpPayers()
setUpStripe()

const AWAY = [503, 'Payments are not reachable now. Nothing was charged.']

/** Inserts a signed-in member on a plan with a price at Stripe. */
async function member(row: Parameters<typeof insertPayer>[0] = {}, planRow: Parameters<typeof insertCardPlan>[0] = {}) {
	const plan = await insertCardPlan(planRow)
	const user = await insertPayer({ planId: plan.id, ...row })
	const as = await signedIn(user)
	const read = async () => (await callApi(getMembership, { as })).json as Membership
	const order = async (overrides: object = {}) => {
		const { consent } = await read()
		return callApi(checkout, { as, body: { planId: plan.id, consent: consent[plan.id] ?? '', ...overrides } })
	}
	return { id: user.id, user, as, plan, read, order }
}

const outcome = async (reply: ReturnType<typeof callApi>) => {
	const { status, text } = await reply
	return [status, text]
}
const urlOf = async (reply: ReturnType<typeof callApi>) => ((await reply).json as { url: string }).url
const sessionOf = (url: string) => url.split('/').at(-1) ?? ''
const postsTo = (path: string) => stripeServer.calls.filter((call) => call.method === 'POST' && call.path === path)

/** Inserts a member whose card was charged for the first period. */
async function paying() {
	const one = await member()
	stripeServer.pay(sessionOf(await urlOf(one.order())))
	const [customer = ''] = [...stripeServer.subscriptions.values()].slice(-1).map((sub) => sub.customer)
	await applyCustomer(customer)
	stripeServer.calls.length = 0
	return { ...one, customer, subscription: (await membershipOf(one.id)).subscriptionId ?? '' }
}

test('an order opens a page at Stripe with the price, the person and the text of the consent', async () => {
	const { id, user, plan, order, read } = await member()
	const { consent, takesCards } = await read()
	expect(takesCards).toBe(true)
	expect(consent[plan.id]).toBe(
		'I agree that Test Club charges my card $490 a year, for the first time today, until I cancel. I can cancel at any time on my membership page.',
	)
	const url = await urlOf(order())
	expect(url).toBe(`${stripeServer.url}/pay/${sessionOf(url)}`)
	const [customer] = postsTo('/v1/customers')
	expect(customer?.form).toEqual({ email: user.email, name: user.name, metadata: { reference: id } })
	const [session] = postsTo('/v1/checkout/sessions')
	expect(session?.headers['idempotency-key']).toMatch(/^checkout-[\da-f]{32}$/)
	expect(session?.form).toMatchObject({
		...{
			mode: 'subscription',
			client_reference_id: id,
			line_items: { 0: { price: plan.providerPrice, quantity: '1' } },
		},
		subscription_data: { metadata: { reference: id, consent: consent[plan.id] } },
		success_url: expect.stringMatching(/\/account\/membership\?payment=done$/),
	})
	// The membership has not changed yet.
	expect(await membershipOf(id)).toMatchObject({ customerId: null, paidThrough: null, version: 1 })
})

test('the payment starts the membership, and stores the text of the consent', async () => {
	const { id, plan } = await paying()
	const { consent, paidThrough } = await membershipOf(id)
	expect(JSON.parse(consent ?? '')).toMatchObject({
		text: expect.stringContaining('$490 a year'),
		at: expect.any(Number),
	})
	expect(paidThrough).toBe(addDays(clubDay(), plan.months === 12 ? daysOfYear() - 1 : 0))
})

/** Returns the number of days from today to the same day of the next year. */
function daysOfYear(): number {
	const end = new Date()
	end.setUTCFullYear(end.getUTCFullYear() + 1)
	return Math.round((end.getTime() - Date.now()) / 86_400_000)
}

test('concurrent and later orders open the same page', async () => {
	const { order } = await member()
	const [first, second] = await Promise.all([urlOf(order()), urlOf(order())])
	expect(second).toBe(first)
	expect(await urlOf(order())).toBe(first)
})

test('an order for another plan closes the first page', async () => {
	const { order, as } = await member()
	const first = await urlOf(order())
	const monthly = await insertCardPlan({ amountCents: 4_900, months: 1 })
	const { consent } = (await callApi(getMembership, { as })).json as Membership
	const second = await urlOf(
		callApi(checkout, { as, body: { planId: monthly.id, consent: consent[monthly.id] ?? '' } }),
	)
	expect(stripeServer.sessions.get(sessionOf(first))?.status).toBe('expired')
	expect(stripeServer.sessions.get(sessionOf(second))?.status).toBe('open')
})

test('an order of a paying member is rejected, even before the event has arrived', async () => {
	const { id, order, customer } = await paying()
	expect(await outcome(order())).toEqual([409, 'You have a membership already'])
	await db().update(memberships).set({ subscriptionId: null }).where(eq(memberships.userId, id))
	expect(await outcome(order())).toEqual([409, 'You have a membership already'])
	expect(await membershipOf(id)).toMatchObject({ customerId: customer, subscriptionId: expect.any(String) })
})

test('a failed payment never blocks a new attempt', async () => {
	const { order, subscription } = await paying()
	stripeServer.fail(subscription)
	expect(await urlOf(order())).toBe(`${stripeServer.url}/invoice/${subscription}`)
	stripeServer.fail(subscription, true)
	expect(await urlOf(order())).toMatch(/\/pay\/cs_/)
})

test('a coupon is created at Stripe with the first order that uses it', async () => {
	const [half, amount] = [
		await insertCoupon(),
		await insertCoupon({ percent: null, amountCents: 500, lasts: 'always' }),
	]
	const { order } = await member()
	await urlOf(order({ coupon: half }))
	await urlOf(order({ coupon: amount }))
	await urlOf((await member()).order({ coupon: half }))
	expect(postsTo('/v1/coupons').map(({ form }) => form)).toMatchObject([
		{ percent_off: '50', duration: 'once' },
		{ amount_off: '500', currency: 'usd', duration: 'forever' },
		// Stripe reports that this coupon exists, and the order continues.
		{ percent_off: '50' },
	])
	const last = postsTo('/v1/checkout/sessions').at(-1)?.form as Form
	expect(last.discounts).toEqual({ 0: { coupon: `${half}-50p-once` } })
})

test.each([
	['an unknown coupon', { coupon: 'nothing' }, 400, 'This code is not valid'],
	['a different consent text', { consent: 'I agree to $1' }, 409, 'The price has changed. Please review it again.'],
	['an unknown plan', { planId: 'nothing' }, 404, 'This plan is no longer offered'],
])('an order with %s is rejected', async (_, overrides, status, text) => {
	expect(await outcome((await member()).order(overrides))).toEqual([status, text])
	expect(postsTo('/v1/checkout/sessions')).toEqual([])
})

test('an expired or used-up coupon is rejected', async () => {
	const { order } = await member()
	const rejected = [400, 'This code is not valid']
	expect(await outcome(order({ coupon: await insertCoupon({ until: addDays(clubDay(), -1) }) }))).toEqual(rejected)
	expect(await outcome(order({ coupon: await insertCoupon({ most: 2, used: 2 }) }))).toEqual(rejected)
})

test('a plan without a price or with a different price at Stripe is not charged', async () => {
	const error = vi.spyOn(log, 'error').mockReturnValue(undefined)
	const { order, plan } = await member()
	stripeServer.prices.set(plan.providerPrice, { amount: 99_000, currency: 'usd', months: 12 })
	expect((await outcome(order()))[0]).toBe(409)
	expect(error).toHaveBeenCalledOnce()
	await db().update(plans).set({ providerPrice: null }).where(eq(plans.id, plan.id))
	expect((await outcome(order()))[0]).toBe(409)
	expect(postsTo('/v1/checkout/sessions')).toEqual([])
})

test('the first charge is due after the paid or free period', async () => {
	const paid = await member({ paidThrough: addDays(clubDay(), 40) })
	expect((await paid.read()).consent[paid.plan.id]).toContain('for the first time on ')
	await urlOf(paid.order())
	const trialEnd = ({ subscription_data }: Form) => Number((subscription_data as Form).trial_end) * 1000
	const [first] = postsTo('/v1/checkout/sessions')
	expect(clubDay(trialEnd(first?.form ?? {}))).toBe(addDays(clubDay(), 41))
	const trial = await member({}, { trialDays: 30 })
	await urlOf(trial.order())
	const second = postsTo('/v1/checkout/sessions').at(-1)
	expect(clubDay(trialEnd(second?.form ?? {}))).toBe(addDays(clubDay(), 30))
})

test.each(['/v1/prices/', '/v1/coupons', '/v1/customers', '/v1/checkout/sessions'])(
	'if Stripe is unavailable at %s, nothing is charged and nothing stored',
	async (path) => {
		vi.spyOn(log, 'warn').mockReturnValue(undefined)
		const { id, order: orderWith, plan } = await member()
		const coupon = await insertCoupon()
		const order = () => orderWith({ coupon })
		const before = await membershipOf(id)
		for (const failure of ['down', 500, 429] as const) {
			stripeServer.away.set(path.endsWith('/') ? `${path}${plan.providerPrice}` : path, failure)
			expect(await outcome(order())).toEqual(AWAY)
		}
		expect(await membershipOf(id)).toEqual(before)
		stripeServer.away.clear()
		expect(await urlOf(order())).toMatch(/\/pay\/cs_/)
	},
)

test('if Stripe is unavailable, canceling, resuming and opening a page fail without changes', async () => {
	vi.spyOn(log, 'warn').mockReturnValue(undefined)
	const { id, as, subscription, order } = await paying()
	const before = await membershipOf(id)
	stripeServer.away.set(`/v1/subscriptions/${subscription}`, 500)
	stripeServer.away.set('/v1/billing_portal/sessions', 'down')
	stripeServer.away.set('/v1/subscriptions', 500)
	for (const contract of [cancelMembership, openPortal])
		expect(await outcome(callApi(contract, { as, body: {} }))).toEqual(AWAY)
	expect(await outcome(order())).toEqual(AWAY)
	expect(await membershipOf(id)).toEqual(before)
	stripeServer.away.clear()
	await callApi(cancelMembership, { as, body: {} })
	stripeServer.away.set(`/v1/subscriptions/${subscription}`, 'down')
	expect(await outcome(callApi(resumeMembership, { as, body: {} }))).toEqual(AWAY)
	expect((await membershipOf(id)).cancelledAt).not.toBeNull()
	stripeServer.away.clear()
})

test('canceling and resuming take effect at Stripe and in the club', async () => {
	const { as, subscription, customer, id } = await paying()
	const cancelled = await callApi(cancelMembership, { as, body: {} })
	expect(cancelled.json).toMatchObject({ isCancelled: true, standing: 'current', next: null })
	expect(stripeServer.subscriptions.get(subscription)?.cancel_at_period_end).toBe(true)
	expect(await outcome(callApi(cancelMembership, { as, body: {} }))).toEqual([409, 'There is nothing to cancel'])
	await applyCustomer(customer)
	expect((await membershipOf(id)).cancelledAt).not.toBeNull()
	expect((await callApi(resumeMembership, { as, body: {} })).json).toMatchObject({ isCancelled: false })
	expect(stripeServer.subscriptions.get(subscription)?.cancel_at_period_end).toBe(false)
	expect(await outcome(callApi(resumeMembership, { as, body: {} }))).toEqual([409, 'Your membership is not cancelled'])
})

test('a member who pays by hand cancels without a call to Stripe, and cannot resume once the period is over', async () => {
	const { as, id } = await member({ paidThrough: addDays(clubDay(), 5) })
	expect((await callApi(cancelMembership, { as, body: {} })).json).toMatchObject({ isCancelled: true })
	await db()
		.update(memberships)
		.set({ paidThrough: addDays(clubDay(), -1) })
		.where(eq(memberships.userId, id))
	expect(await outcome(callApi(resumeMembership, { as, body: {} }))).toEqual([409, 'Your membership is not cancelled'])
	expect(stripeServer.calls).toEqual([])
})

test('only members who pay by card can open the card page', async () => {
	const { as, customer } = await paying()
	expect(await urlOf(callApi(openPortal, { as, body: {} }))).toBe(`${stripeServer.url}/portal/${customer}`)
	const other = await member()
	expect(await outcome(callApi(openPortal, { as: other.as, body: {} }))).toEqual([409, 'You do not pay by card'])
})

test('admins and visitors cannot order', async () => {
	const plan = await insertCardPlan()
	const as = await signedIn(await insertAccount({ role: 'admin' }))
	const body = { planId: plan.id, consent: 'yes' }
	expect((await callApi(checkout, { as, body })).status).toBe(409)
	expect((await callApi(checkout, { body })).status).toBe(401)
})
