import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { memberships } from '#db/schema/dues.ts'
import { write } from '#db/write.ts'
import { getMembership, type Membership } from '#src/features/dues/contract.ts'
import {
	extendMembership,
	getMemberDues,
	type MemberDues,
	pauseMembership,
	setComplimentary,
	setPlan,
} from '#src/features/dues/dues-contract.ts'
import { updatePlan } from '#src/features/dues/plans-contract.ts'
import { issueInvoice } from '#src/features/dues/server/invoices.ts'
import { readPayer } from '#src/features/dues/server/payer.ts'
import type { Contract } from '#src/lib/api/contract.ts'
import { PROBLEM_TYPE } from '#src/lib/api/version.ts'
import { addDays } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { ALWAYS } from '#src/lib/dues/standing.ts'
import { callApi, insertAccount, signedIn } from '#tests/support/api/api.ts'
import { addPlan, admin, memberIn, PLAN, setMembership, setUpDues, signInAgain } from '#tests/support/dues.ts'
import { actionsDone } from '#tests/support/members.ts'

setUpDues()

const REASON = { reason: 'On parental leave' }
const call = (contract: Contract, id: string, body: object, headers = {}) =>
	callApi(contract, { as: admin, params: { id }, body, headers })
const duesOf = async (id: string) => (await callApi(getMemberDues, { as: admin, params: { id } })).json as MemberDues
const rowOf = async (id: string) => (await db().select().from(memberships).where(eq(memberships.userId, id)))[0]
const at = (days: number) => addDays(clubDay(), days)
const outcome = async (reply: ReturnType<typeof call>) => {
	const { status, text } = await reply
	return [status, text]
}

/** Issues the next invoice of a member. */
async function issue(id: string) {
	const payer = await readPayer(id)
	if (payer) await write(...(issueInvoice(payer, clubDay())?.statements ?? []))
}

describe('a plan', () => {
	test('can be set for a member without dues, who gets the grace period to pay', async () => {
		const { id } = await insertAccount()
		expect(await duesOf(id)).toMatchObject({ standing: null, plan: null, next: null, version: 0 })
		const plan = await addPlan()
		const reply = await call(setPlan, id, { planId: plan.id, version: 0 })
		expect(reply.json).toMatchObject({
			...{ standing: 'grace', goodThrough: at(13), version: 1 },
			next: { day: clubDay(), amountCents: PLAN.amountCents, currency: 'USD' },
		})
		expect((await db().select().from(audit)).at(-1)).toMatchObject({
			action: 'dues.planned',
			detail: JSON.stringify({ plan: plan.name }),
		})
	})

	test('can be changed, which keeps the paid days but not a kept price or the open invoice of the old plan', async () => {
		const [former, next] = [await addPlan({ isFounding: true }), await addPlan({ amountCents: 590_00 })]
		const { id } = await memberIn('due', { planId: former.id, keptAmountCents: 400_00 })
		await issue(id)
		expect((await duesOf(id)).next?.amountCents).toBe(400_00)
		await call(setPlan, id, { planId: next.id })
		const dues = await duesOf(id)
		expect(dues).toMatchObject({ standing: 'due', paidThrough: at(20), next: { amountCents: 590_00 } })
		expect(dues.invoices.map(({ state, totalCents }) => [state, totalCents])).toEqual([
			['voids', -400_00],
			['void', 400_00],
		])
	})

	test('can be removed, which ends the dues, voids the open invoice and keeps the records', async () => {
		const { id } = await memberIn('lapsed', { planId: (await addPlan()).id })
		await issue(id)
		expect((await call(setPlan, id, { planId: null })).json).toMatchObject({ standing: null, version: 0 })
		expect(await rowOf(id)).toBeUndefined()
		expect((await duesOf(id)).invoices.map(({ state }) => state)).toEqual(['voids', 'void'])
		expect((await call(setPlan, id, { planId: null })).status).toBe(200)
		expect((await actionsDone()).filter((action) => action === 'dues.unasked')).toHaveLength(1)
	})

	test('is rejected if it is unknown or archived, for an admin, and for a member who pays by card', async () => {
		const plan = await addPlan()
		const { id } = await memberIn('current', { subscriptionId: 'sub_1', planId: plan.id })
		const otherAdmin = await insertAccount({ role: 'admin' })
		expect(await outcome(call(setPlan, id, { planId: 'none' }))).toEqual([404, 'Plan not found'])
		expect(await outcome(call(setPlan, 'nobody', { planId: plan.id }))).toEqual([404, 'User not found'])
		expect(await outcome(call(setPlan, otherAdmin.id, { planId: plan.id }))).toEqual([409, 'Admins do not owe dues'])
		for (const planId of [plan.id, null])
			expect(await outcome(call(setPlan, id, { planId }))).toEqual([
				409,
				'This member pays by card. Cancel that first.',
			])
		await callApi(updatePlan, { as: admin, params: { id: plan.id }, body: { ...PLAN, isArchived: true } })
		expect(await outcome(call(setPlan, id, { planId: plan.id }))).toEqual([404, 'Plan not found'])
	})
})

test('a complimentary membership needs no plan, and ends today when it is withdrawn', async () => {
	const { id } = await insertAccount()
	const give = (until: string | null) => call(setComplimentary, id, { until, ...REASON })
	expect((await give(ALWAYS)).json).toMatchObject({ standing: 'complimentary', goodThrough: null, next: null })
	expect((await give(at(30))).json).toMatchObject({ standing: 'complimentary', goodThrough: at(30) })
	expect((await give(null)).json).toMatchObject({ complimentaryUntil: clubDay() })
	expect(await outcome(give(at(-1)))).toEqual([400, 'Choose today or a later day'])
	expect(await outcome(give('9999-12-30'))).toEqual([400, 'Choose a day before 2200'])
	expect(await outcome(give('2027-02-30'))).toEqual([400, 'Enter a day that exists, such as 2027-03-14'])
	expect(await outcome(call(setComplimentary, id, { until: null, reason: ' ' }))).toEqual([400, 'Enter a reason'])
	expect((await db().select().from(audit)).at(-1)?.detail).toBe(JSON.stringify({ until: clubDay(), ...REASON }))
})

describe('a pause', () => {
	const pause = (id: string, isPaused: boolean) => call(pauseMembership, id, { isPaused, ...REASON })

	test.each([
		['of a paid period', 100, 100],
		['within grace', -4, -4],
		['of a lapsed membership', -20, -20 - 50],
	])('%s keeps the remaining days', async (_, left, after) => {
		vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2028, 1, 1, 12) })
		await signInAgain()
		const { id } = await memberIn('current', { paidThrough: at(left) })
		expect((await pause(id, true)).json).toMatchObject({ standing: 'paused', next: null })
		// The pause includes a leap day.
		vi.setSystemTime(Date.UTC(2028, 2, 22, 12))
		await signInAgain()
		expect((await duesOf(id)).standing).toBe('paused')
		expect((await pause(id, false)).json).toMatchObject({ pausedOn: null, paidThrough: at(after) })
	})

	test('is rejected without a membership, a second time, and for a member who pays by card', async () => {
		const none = [409, 'There is no membership to pause']
		expect(await outcome(pause((await insertAccount()).id, true))).toEqual(none)
		const { id } = await memberIn('current')
		expect(await outcome(pause(id, false))).toEqual(none)
		await pause(id, true)
		expect(await outcome(pause(id, true))).toEqual(none)
		const card = await memberIn('current', { subscriptionId: 'sub_1' })
		expect(await outcome(pause(card.id, true))).toEqual([409, 'This member pays by card. Cancel that first.'])
	})
})

test('an extension moves the end of the paid period, and voids the open invoice for the days it covers', async () => {
	const { id } = await memberIn('due', { planId: (await addPlan()).id })
	const extend = (days: number) => call(extendMembership, id, { days, ...REASON })
	await issue(id)
	expect((await extend(31)).json).toMatchObject({ paidThrough: at(51), standing: 'current' })
	expect((await duesOf(id)).invoices.map(({ state }) => state)).toEqual(['voids', 'void'])
	for (const days of [0, 367, 1.5]) expect(await outcome(extend(days))).toEqual([400, 'Extend by 1 to 366 days'])
	await setMembership(id, { paidThrough: '2199-12-30' })
	expect((await extend(1)).json).toMatchObject({ paidThrough: '2199-12-31' })
	expect(await outcome(extend(1))).toEqual([400, 'Choose a day before 2200'])
	await setMembership(id, { paidThrough: null })
	expect((await extend(1)).json).toMatchObject({ paidThrough: clubDay() })
	const other = await insertAccount()
	expect(await outcome(call(extendMembership, other.id, { days: 1, ...REASON }))).toEqual([
		409,
		'There is no membership to extend',
	])
})

test('an action on an older version is rejected with the current state; of concurrent ones, one succeeds', async () => {
	const { id } = await memberIn('current')
	const extend = (version: number) =>
		call(extendMembership, id, { days: 1, ...REASON, version }, { accept: `${PROBLEM_TYPE}, application/json` })
	const replies = await Promise.all(Array.from({ length: 5 }, () => extend(1)))
	expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
	const rejected = replies.find(({ status }) => status === 409)
	expect(rejected?.json).toMatchObject({ current: { version: 2, paidThrough: at(201) } })
	expect(await actionsDone()).toEqual(['dues.extended'])
	expect((await rowOf(id))?.version).toBe(2)
})

test('concurrent actions without a version are all applied in sequence', async () => {
	const { id } = await memberIn('current')
	await Promise.all(Array.from({ length: 5 }, () => call(extendMembership, id, { days: 1, ...REASON })))
	expect((await rowOf(id))?.paidThrough).toBe(at(205))
	expect(await actionsDone()).toHaveLength(5)
})

test('members can read their own membership, even after it has lapsed', async () => {
	const plan = await addPlan({ providerPrice: 'price_1' })
	const account = await memberIn('lapsed', { planId: plan.id, creditCents: 90_00 })
	const reply = await callApi(getMembership, { as: await signedIn(account) })
	expect(reply.status).toBe(200)
	const { members: _, version: __, isArchived, isFounding, isPublic, providerPrice, ...offered } = plan
	expect(reply.json as Membership).toMatchObject({
		...{
			standing: 'lapsed',
			goodThrough: at(-6),
			takesCards: true,
			plans: [offered],
			plan: offered,
			creditCents: 90_00,
		},
		next: { day: clubDay(), amountCents: 400_00, currency: 'USD' },
	})
	expect(reply.text).not.toContain('price_1')
})
