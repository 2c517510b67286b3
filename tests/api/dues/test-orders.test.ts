import { eq } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { memberships } from '#db/schema/dues.ts'
import { cancelMembership, checkout, getMembership, type Membership, openPortal } from '#src/features/dues/contract.ts'
import { applyEvents } from '#src/features/dues/server/cards/payment-events.ts'
import { describeTestOrder, settleTestOrder } from '#src/features/dues/server/cards/test-orders.ts'
import { testPayments } from '#src/features/dues/server/providers/test.ts'
import { addDays } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { setSite } from '#src/lib/site/site.ts'
import * as settings from '#src/platform/env/env.ts'
import { log } from '#src/platform/log.ts'
import { callApi, signedIn } from '#tests/support/api/api.ts'
import { insertPayer, insertPlan, invoicesOf, membershipOf, setUpPayers } from '#tests/support/payers.ts'

setUpPayers()
beforeEach(() => {
	setSite({ collectsDues: 'on' })
	testPayments.isAway = false
})

/** Inserts a member with an open page of the test provider. */
async function openOrder() {
	const plan = await insertPlan()
	const user = await insertPayer({ planId: plan.id })
	const as = await signedIn(user)
	const { consent } = (await callApi(getMembership, { as })).json as Membership
	const order = () => callApi(checkout, { as, body: { planId: plan.id, consent: consent[plan.id] ?? '' } })
	const { url } = (await order()).json as { url: string }
	return { id: user.id, as, order, url, page: url.split('/').at(-1) ?? '' }
}

test('without Stripe a member pays on a test page', async () => {
	const { id, page, url, order } = await openOrder()
	expect(url).toBe(`${settings.env().publicUrl}/dev/pay/${page}`)
	expect(((await order()).json as { url: string }).url).toBe(url)
	expect(describeTestOrder(page)).toMatchObject({ userId: id, firstChargeAt: undefined })
	expect(await settleTestOrder(page, 'pay')).toMatch(/\/account\/membership\?payment=done$/)
	expect((await membershipOf(id)).paidThrough).not.toBeNull()
	// A reload of the page does not pay again.
	await settleTestOrder(page, 'pay')
	expect([...testPayments.subscriptions.values()].filter(({ userId }) => userId === id)).toHaveLength(1)
})

test('a declined card changes nothing, and the page stays open', async () => {
	const { id, page } = await openOrder()
	expect(await settleTestOrder(page, 'decline')).toBeUndefined()
	expect((await membershipOf(id)).paidThrough).toBeNull()
	expect(await settleTestOrder(page, 'pay')).toBeDefined()
})

test('a payment counts even if the member loses the connection after it', async () => {
	const { id, page, order } = await openOrder()
	expect(await settleTestOrder(page, 'lose')).toBeUndefined()
	await applyEvents()
	expect((await membershipOf(id)).paidThrough).not.toBeNull()
	expect((await order()).status).toBe(409)
})

test('after a failed renewal its page accepts the payment, and the membership is current again', async () => {
	const { id, as, page, url } = await openOrder()
	// A renewal cannot fail before the first payment.
	await settleTestOrder(page, 'fail')
	expect(describeTestOrder(page)).toMatchObject({ isPaid: false, hasFailed: false })
	await settleTestOrder(page, 'pay')
	expect(((await callApi(openPortal, { as, body: {} })).json as { url: string }).url).toBe(url)
	await settleTestOrder(page, 'fail')
	expect(describeTestOrder(page)).toMatchObject({ isPaid: true, hasFailed: true })
	const lapsed = addDays(clubDay(), -40)
	await db().update(memberships).set({ paidThrough: lapsed }).where(eq(memberships.userId, id))
	const { standing, consent, plan } = (await callApi(getMembership, { as })).json as Membership
	expect(standing).toBe('lapsed')
	const body = { planId: plan?.id ?? '', consent: consent[plan?.id ?? ''] ?? '' }
	expect((await callApi(checkout, { as, body })).json).toEqual({ url })
	expect(await settleTestOrder(page, 'decline')).toBeUndefined()
	expect(await membershipOf(id)).toMatchObject({ paidThrough: lapsed })
	expect(await settleTestOrder(page, 'pay')).toMatch(/payment=done$/)
	expect((await callApi(getMembership, { as })).json).toMatchObject({ standing: 'current', renewsByCard: true })
	expect(describeTestOrder(page)).toMatchObject({ hasFailed: false })
	expect((await invoicesOf(id)).map(([state]) => state)).toEqual(['paid', 'paid'])
})

test('the provider can be unavailable', async () => {
	vi.spyOn(log, 'warn').mockReturnValue(undefined)
	const { id, page, as } = await openOrder()
	await settleTestOrder(page, 'pay')
	testPayments.isAway = true
	expect((await callApi(cancelMembership, { as, body: {} })).status).toBe(503)
	expect((await membershipOf(id)).cancelledAt).toBeNull()
})

test('there are no test pages in production or with keys for Stripe', async () => {
	const { page } = await openOrder()
	vi.spyOn(settings, 'env').mockReturnValue({ ...settings.env(), production: true })
	expect(describeTestOrder(page)).toBeUndefined()
	expect(await settleTestOrder(page, 'pay')).toBeUndefined()
	vi.mocked(settings.env).mockReturnValue({
		...{ ...settings.env(), production: false },
		stripe: { secretKey: 'sk_test_x', webhookSecret: 'whsec_x', apiUrl: undefined },
	})
	expect(describeTestOrder(page)).toBeUndefined()
})
