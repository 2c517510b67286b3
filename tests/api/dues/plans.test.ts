import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { coupons, duesNotices } from '#db/schema/dues.ts'
import { publishEvents } from '#db/schema/platform/operations.ts'
import {
	type Coupon,
	createCoupon,
	createPlan,
	deletePlan,
	endCoupon,
	listCoupons,
	listPlans,
	type Plan,
	updatePlan,
} from '#src/features/dues/plans-contract.ts'
import { isRedeemable } from '#src/features/dues/server/coupons.ts'
import { listOfferedPlans } from '#src/features/dues/server/plans.ts'
import { addDays } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { EVERY_PAGE } from '#src/platform/publish/publish-queue.ts'
import { callApi } from '#tests/support/api/api.ts'
import { addPlan, admin, memberIn, PLAN, setUpDues } from '#tests/support/dues.ts'
import { waitingMails } from '#tests/support/mail.ts'
import { actionsDone } from '#tests/support/members.ts'

setUpDues()

const create = (body: object) => callApi(createPlan, { as: admin, body: { ...PLAN, ...body } })
const update = (plan: Plan, body: object) =>
	callApi(updatePlan, {
		as: admin,
		params: { id: plan.id },
		body: { ...PLAN, name: plan.name, isArchived: false, ...body },
	})
const remove = (id: string) => callApi(deletePlan, { as: admin, params: { id } })
const listed = async () => (await callApi(listPlans, { as: admin })).json as Plan[]
const countPublishes = async () =>
	(await db().select().from(publishEvents)).filter(({ path }) => path === EVERY_PAGE).length

describe('a plan', () => {
	test('is added, listed with its members, offered, and published with every page', async () => {
		const plan = await addPlan({ name: 'Founders', isFounding: true, providerPrice: 'price_1' })
		expect(plan).toMatchObject({ byCard: true, isArchived: false, members: 0, version: 1 })
		await memberIn('current', { planId: plan.id })
		expect(await listed()).toEqual([{ ...plan, members: 1 }])
		expect((await listOfferedPlans()).map(({ name }) => name)).toEqual(['Founders'])
		await addPlan({ name: 'For partners', isPublic: false })
		expect(await listOfferedPlans()).toHaveLength(1)
		expect(await countPublishes()).toBe(2)
		expect(await actionsDone()).toEqual(['plan.added', 'plan.added'])
	})

	test('has a unique name and a unique price of the provider', async () => {
		const first = await addPlan({ name: 'Annual', providerPrice: 'price_1' })
		const taken = [409, 'A plan with this name already exists']
		for (const name of ['Annual']) {
			const { status, text } = await create({ name })
			expect([status, text]).toEqual(taken)
		}
		const { status, text } = await create({ name: 'Monthly', providerPrice: 'price_1' })
		expect([status, text]).toEqual([409, 'Another plan already uses this price at the payment provider'])
		const second = await addPlan({ name: 'Monthly' })
		expect((await update(second, { name: first.name })).status).toBe(409)
		expect(await listed()).toHaveLength(2)
	})

	test.each([
		[{ amountCents: 0 }, 'The amount must be more than 0'],
		[{ amountCents: 1.5 }, 'Enter an amount such as 49.00'],
		[{ amountCents: 100_000_01 }, 'The amount must be at most 100,000'],
		[{ months: 2 }, 'Choose how often it is paid'],
		[{ currency: 'JPY' }, 'Choose a currency'],
		[{ trialDays: 91 }, 'A trial lasts 0 to 90 days'],
		[{ name: 'A' }, 'Name must be at least 2 characters'],
	])('cannot have %j', async (change, message) => {
		const { status, text } = await create(change)
		expect([status, text]).toEqual([400, message])
	})

	test('keeps currency and period while members are on it', async () => {
		const plan = await addPlan()
		expect((await update(plan, { months: 1 })).status).toBe(200)
		await memberIn('lapsed', { planId: plan.id })
		for (const change of [{ months: 12 }, { months: 1, currency: 'EUR' }]) {
			const { status, text } = await update(plan, change)
			expect([status, text]).toEqual([409, 'A plan with members keeps its currency and period. Make a new plan.'])
		}
		expect((await update(plan, { months: 1, amountCents: 50_00 })).status).toBe(200)
	})

	test('can be archived with its members, and is not offered until it is reactivated', async () => {
		const plan = await addPlan()
		await memberIn('current', { planId: plan.id })
		expect((await update(plan, { isArchived: true })).json).toMatchObject({ isArchived: true, members: 1 })
		expect(await listOfferedPlans()).toEqual([])
		await update(plan, {})
		expect(await listOfferedPlans()).toHaveLength(1)
		expect(await actionsDone()).toEqual(['plan.added', 'plan.archived', 'plan.offered'])
	})

	test('can be deleted only if it has no members', async () => {
		const plan = await addPlan()
		await memberIn('ended', { planId: plan.id })
		const rejected = await remove(plan.id)
		expect([rejected.status, rejected.text]).toEqual([409, 'Members are on this plan. Archive it instead.'])
		const unused = await addPlan()
		expect((await remove(unused.id)).status).toBe(204)
		expect((await remove(unused.id)).status).toBe(404)
		expect(await listed()).toHaveLength(1)
		expect(await actionsDone()).toEqual(['plan.added', 'plan.added', 'plan.deleted'])
	})
})

test('a new price is mailed to the members who will pay it, once for each change', async () => {
	const plan = await addPlan()
	const payer = await memberIn('current', { planId: plan.id })
	await memberIn('current', { planId: plan.id, keptAmountCents: 490_00 })
	await memberIn('ended', { planId: plan.id })
	await memberIn('current', { planId: (await addPlan()).id })
	await update(plan, { description: 'Other words' })
	expect(await waitingMails()).toEqual([])
	expect((await update(plan, { amountCents: 590_00 })).status).toBe(200)
	expect(await waitingMails()).toMatchObject([
		{ to: payer.email, template: 'dues-price', data: { before: '$490 a year', after: '$590 a year' } },
	])
	expect(await db().select().from(duesNotices)).toMatchObject([{ userId: payer.id, kind: 'price', day: clubDay() }])
	const stale = await update(plan, { amountCents: 690_00, version: 1 })
	expect(stale.status).toBe(409)
	expect(await waitingMails()).toHaveLength(1)
})

describe('a coupon', () => {
	const coupon = { code: 'Spring-27 ', percent: 20, amountCents: null, lasts: 'once', until: null, most: 3 }
	const add = (body: object = {}) => callApi(createCoupon, { as: admin, body: { ...coupon, ...body } })
	const all = async () => (await callApi(listCoupons, { as: admin })).json as Coupon[]

	test('is added once, in lower case', async () => {
		const { status, json } = await add()
		expect([status, json]).toEqual([201, { ...coupon, code: 'spring-27', used: 0 }])
		const again = await add({ code: 'SPRING-27' })
		expect([again.status, again.text]).toEqual([409, 'A coupon with this code already exists'])
		expect(await actionsDone()).toEqual(['coupon.added'])
	})

	test.each([
		[{ percent: null }, 'Enter a percentage or an amount'],
		[{ amountCents: 10_00 }, 'Enter a percentage or an amount'],
		[{ percent: 101 }, 'A coupon takes off 1 to 100 percent'],
		[{ code: 'a b' }, 'A code has 3 to 40 letters, digits and hyphens'],
		[{ until: '2027-02-29' }, 'Enter a day that exists, such as 2027-03-14'],
		[{ most: 0 }, 'At least one member must be able to use it'],
	])('cannot have %j', async (change, message) => {
		const { status, text } = await add(change)
		expect([status, text]).toEqual([400, message])
	})

	test('can be redeemed until its last day, up to its limit, and not after it is ended', async () => {
		const today = clubDay()
		const redeemable = async () =>
			(await db().select().from(coupons).where(isRedeemable(today))).map(({ code }) => code)
		await add({ code: 'endless', most: null })
		await add({ code: 'today', until: today })
		await add({ code: 'over', until: addDays(today, -1) })
		await add({ code: 'used-up', most: 1 })
		await db().update(coupons).set({ used: 1 })
		expect(await redeemable()).toEqual(['endless', 'today'])
		for (const status of [204, 204])
			expect((await callApi(endCoupon, { as: admin, params: { code: 'endless' } })).status).toBe(status)
		expect((await callApi(endCoupon, { as: admin, params: { code: 'nothing' } })).status).toBe(404)
		expect(await redeemable()).toEqual(['today'])
		expect((await all()).find(({ code }) => code === 'endless')?.until).toBe(addDays(today, -1))
		expect((await actionsDone()).filter((action) => action === 'coupon.ended')).toHaveLength(1)
	})
})
