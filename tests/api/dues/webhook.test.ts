import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { paymentEvents } from '#db/schema/dues.ts'
import { receiveStripeEvent } from '#src/features/dues/billing-contract.ts'
import { applyEvents, deleteOldEvents } from '#src/features/dues/server/cards/payment-events.ts'
import { setSite } from '#src/lib/site/site.ts'
import * as settings from '#src/platform/env/env.ts'
import { log } from '#src/platform/log.ts'
import { callApi, type Principal } from '#tests/support/api/api.ts'
import { insertPayer, membershipOf, setUpPayers } from '#tests/support/payers.ts'
import { insertCardPlan, setUpStripe, stripeServer } from '#tests/support/stripe.ts'

setUpPayers()
setUpStripe()

/** Stripe, which sends neither a cookie nor a CSRF token. */
const nobody: Principal = { userId: undefined, cookie: '', csrf: '' }
const post = (payload: string, signature: string | undefined) =>
	callApi(receiveStripeEvent, { as: nobody, rawBody: payload, headers: { 'stripe-signature': signature } })
const send = (event: { payload: string; signature: string }) => post(event.payload, event.signature)
const stored = async (id: string) => (await db().select().from(paymentEvents).where(eq(paymentEvents.id, id)))[0]

async function insertPaidMember() {
	const plan = await insertCardPlan()
	const { id } = await insertPayer({ planId: plan.id })
	const customer = stripeServer.customer()
	stripeServer.subscribe(customer, plan.providerPrice, { reference: id }, Date.parse('2027-03-14T12:00:00Z'))
	return { id, customer }
}

test('an event is stored, and its customer is updated', async () => {
	const { id, customer } = await insertPaidMember()
	const reply = await send(stripeServer.event(customer, { id: 'evt_first' }))
	expect([reply.status, reply.text]).toEqual([200, 'Received'])
	expect(await stored('evt_first')).toMatchObject({ customerId: customer, appliedAt: null })
	expect(await applyEvents()).toBe(false)
	expect((await stored('evt_first'))?.appliedAt).not.toBeNull()
	expect(await membershipOf(id)).toMatchObject({ paidThrough: '2028-03-13' })
})

test('a second copy has no effect, and one with different bytes is rejected', async () => {
	const { customer } = await insertPaidMember()
	const event = stripeServer.event(customer, { id: 'evt_twice' })
	expect((await send(event)).status).toBe(200)
	await applyEvents()
	stripeServer.calls.length = 0
	expect((await send(event)).status).toBe(200)
	await applyEvents()
	expect(stripeServer.calls).toEqual([])
	const other = await send(stripeServer.event(customer, { id: 'evt_twice', type: 'charge.refunded' }))
	expect([other.status, other.text]).toEqual([400, 'This event was already received with different content'])
})

test.each([
	['unsigned', () => ({ ...stripeServer.event('cus_1'), signature: undefined })],
	['with another secret', () => stripeServer.event('cus_1', { secret: 'whsec_other' })],
	['signed six minutes ago', () => stripeServer.event('cus_1', { at: Date.now() - 6 * 60_000 })],
	[
		'changed after it was signed',
		() => {
			const { payload, signature } = stripeServer.event('cus_1')
			return { payload: payload.replace('cus_1', 'cus_2'), signature }
		},
	],
	['with nonsense for a signature', () => ({ ...stripeServer.event('cus_1'), signature: 't=1,v1=x' })],
])('an event %s is rejected', async (_, makeEvent) => {
	const { payload, signature } = makeEvent()
	const reply = await post(payload, signature)
	expect([reply.status, reply.text]).toEqual([400, 'The signature is not valid'])
})

test('an event signed four minutes ago is accepted, and one of 300 kB is rejected', async () => {
	expect((await send(stripeServer.event('cus_1', { at: Date.now() - 4 * 60_000 }))).status).toBe(200)
	const { payload, signature } = stripeServer.event('cus_1')
	expect((await post(payload + ' '.repeat(300 * 1024), signature)).status).toBe(413)
})

test('events without a customer or about an unknown customer have no effect', async () => {
	expect((await send(stripeServer.event('', { id: 'evt_none' }))).status).toBe(200)
	expect((await stored('evt_none'))?.appliedAt).not.toBeNull()
	await send(stripeServer.event(stripeServer.customer(), { id: 'evt_stranger' }))
	expect(await applyEvents()).toBe(false)
})

test('events wait while Stripe is unavailable', async () => {
	const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined)
	const { id, customer } = await insertPaidMember()
	await send(stripeServer.event(customer, { id: 'evt_waits' }))
	stripeServer.away.set('/v1/invoices', 500)
	expect(await applyEvents()).toBe(true)
	expect(await stored('evt_waits')).toMatchObject({ appliedAt: null })
	expect(await membershipOf(id)).toMatchObject({ paidThrough: null, subscriptionId: null })
	stripeServer.away.clear()
	expect(await applyEvents()).toBe(false)
	expect(await membershipOf(id)).toMatchObject({ paidThrough: '2028-03-13' })
	expect(warn).toHaveBeenCalled()
})

test('the endpoint does not exist without dues or without keys', async () => {
	const event = stripeServer.event('cus_1')
	setSite({ collectsDues: 'off' })
	expect((await send(event)).status).toBe(404)
	setSite({ collectsDues: 'on' })
	vi.spyOn(settings, 'env').mockReturnValue({ ...settings.env(), stripe: undefined })
	expect((await send(event)).status).toBe(404)
})

test('old events are deleted unless they are still waiting', async () => {
	await send(stripeServer.event(stripeServer.customer(), { id: 'evt_old' }))
	const later = Date.now() + 100 * 24 * 60 * 60_000
	await deleteOldEvents(later)
	expect(await stored('evt_old')).toBeDefined()
	await applyEvents()
	await deleteOldEvents(later)
	expect(await stored('evt_old')).toBeUndefined()
})

test('a reply takes less than 50 ms', async () => {
	const events = Array.from({ length: 40 }, () => stripeServer.event('cus_1'))
	const times: number[] = []
	for (const event of events) {
		const before = process.cpuUsage()
		await send(event)
		const { user, system } = process.cpuUsage(before)
		times.push((user + system) / 1000)
	}
	// Measures CPU time of this process, which other processes do not affect.
	expect(times.toSorted((a, b) => a - b)[20]).toBeLessThan(50)
})
