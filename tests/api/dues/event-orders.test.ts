import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { memberships } from '#db/schema/dues.ts'
import { applyEvents, storeEvent } from '#src/features/dues/server/cards/payment-events.ts'
import { readLedger, unreversedPayments } from '#src/features/dues/server/ledger.ts'
import type { Charge, Subscription } from '#src/features/dues/server/providers/provider.ts'
import { testPayments, testProvider } from '#src/features/dues/server/providers/test.ts'
import { newId } from '#src/lib/ids.ts'
import { setSite } from '#src/lib/site/site.ts'
import { insertAccount } from '#tests/support/api/api.ts'
import { insertPlan, membershipOf, setUpPayers } from '#tests/support/payers.ts'

setUpPayers()
beforeEach(() => setSite({ collectsDues: 'on' }))

const ORDERS = 1_000

/** Returns a generator of random numbers that are the same in each run. */
function numbers(seed: number) {
	let state = seed
	return (below: number) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
		return Math.floor((state / 2 ** 32) * below)
	}
}

const noon = (day: string) => Date.parse(`${day}T12:00:00Z`)
const charge = (id: string, from: string, to: string): Charge => ({
	...{ id, from: noon(from), to: noon(to), paidAt: noon(from), amountCents: 4_900, priceCents: 4_900, currency: 'USD' },
	...{ creditCents: 0, refunds: [] },
})

/** Returns the changes of a subscription in order. Each change sends an event. */
function history(id: string): ((state: Subscription) => Subscription)[] {
	const refund = (state: Subscription, index: number, amountCents: number, refundId: string) => ({
		...state,
		charges: state.charges.map((one, at) =>
			at === index ? { ...one, refunds: [...one.refunds, { id: refundId, amountCents }] } : one,
		),
	})
	const add = (state: Subscription, next: Charge) => ({ ...state, charges: [...state.charges, next] })
	return [
		(state) => add(state, charge(`${id}-1`, '2027-01-31', '2027-02-28')),
		(state) => add(state, charge(`${id}-2`, '2027-02-28', '2027-03-31')),
		(state) => refund(state, 0, 900, `${id}-r1`),
		(state) => add(state, charge(`${id}-3`, '2027-03-31', '2027-04-30')),
		(state) => refund(state, 2, 4_900, `${id}-r3`),
		(state) => add(state, charge(`${id}-4`, '2027-03-31', '2027-04-30')),
		(state) => ({ ...state, cancelledAt: noon('2027-04-10') }),
		(state) => ({ ...state, isOpen: false }),
	]
}

/** Plays the history of a member while its events arrive late, twice and in any order. Returns the result. */
async function simulate(random: (below: number) => number, planId: string) {
	const { id: userId } = await insertAccount()
	await db().insert(memberships).values({ userId, planId, startedOn: '2027-01-31', anchorDay: 31 })
	const customerId = `customer-${userId}`
	const id = `subscription-${userId}`
	let state: Subscription = {
		...{ id, customerId, createdAt: noon('2027-01-31'), userId, priceId: `test-${planId}`, isOpen: true },
		...{
			payUrl: undefined,
			planId: undefined,
			cancelledAt: null,
			trialEndsAt: null,
			consent: undefined,
			coupon: undefined,
			charges: [],
		},
	}
	const steps = history(id)
	let pending: string[] = []
	while (steps.length > 0 || pending.length > 0) {
		const act = random(3)
		if (act === 0 && steps.length > 0) {
			state = steps.shift()?.(state) ?? state
			testPayments.subscriptions.set(id, state)
			const event = newId()
			pending.push(event, event)
		} else if (act === 1 && pending.length > 0) {
			const [event = ''] = pending.splice(random(pending.length), 1)
			await storeEvent({ id: event, customerId }, Buffer.from(event))
		} else if (random(3) === 0) await applyEvents()
		if (steps.length === 0 && random(20) === 0) {
			// All remaining events arrive at once in reverse order.
			for (const event of pending.toReversed()) await storeEvent({ id: event, customerId }, Buffer.from(event))
			pending = []
		}
	}
	await applyEvents()
	const { paidThrough, cancelledAt, subscriptionId, goodThrough, creditCents, trialUntil } = await membershipOf(userId)
	const { payments } = await readLedger(userId)
	const kept = unreversedPayments(payments).map(({ reference }) => reference.replace(id, ''))
	return { paidThrough, cancelledAt, subscriptionId, goodThrough, creditCents, trialUntil, kept }
}

test('1,000 orders of the same events, each sent twice, give the same standing', { timeout: 1_800_000 }, async () => {
	expect(testProvider.priceOf({ id: 'p', providerPrice: null })).toBe('test-p')
	const { id: planId } = await insertPlan({ amountCents: 4_900, months: 1 })
	for (let order = 0; order < ORDERS; order++) {
		expect(await simulate(numbers(order), planId), `order ${order}`).toEqual({
			...{ paidThrough: '2027-04-29', goodThrough: '2027-04-29', cancelledAt: new Date(noon('2027-04-10')) },
			...{ subscriptionId: null, creditCents: 0, trialUntil: null, kept: ['-1', '-2', '-4'] },
		})
	}
})
