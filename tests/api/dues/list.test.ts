import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { database, db } from '#db/client.ts'
import { duesPayments, invoices } from '#db/schema/dues.ts'
import { users } from '#db/schema/users.ts'
import { countOpenWork } from '#src/app/admin-home/waiting.ts'
import {
	DUES_TABS,
	type Dues,
	type DuesRow,
	type DuesTab,
	exportDues,
	getDues,
	listDues,
} from '#src/features/dues/dues-contract.ts'
import { duesStatement } from '#src/features/dues/server/list.ts'
import { addDays, addMonths } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { STANDINGS } from '#src/lib/dues/standing.ts'
import { setSite } from '#src/lib/site/site.ts'
import { callApi } from '#tests/support/api/api.ts'
import { planReader } from '#tests/support/api/plans.ts'
import { addPlan, admin, memberIn, setUpDues } from '#tests/support/dues.ts'

setUpDues()

const at = (days: number) => addDays(clubDay(), days)
const call = (query: Record<string, string> = {}) => callApi(getDues, { as: admin, query })
const read = async (query: Record<string, string> = {}) => (await call(query)).json as Dues

/** Reads all pages of a tab, two rows each, and returns the days. */
async function daysOf(tab: DuesTab): Promise<(string | null)[]> {
	const days: (string | null)[] = []
	for (let query: Record<string, string> | undefined = { tab, limit: '2' }; query; ) {
		const reply = await callApi(listDues, { as: admin, query })
		days.push(...(reply.json as DuesRow[]).map(({ day }) => day))
		expect((await read(query)).rows).toEqual(reply.json)
		const next = /\?([^>]*)>/.exec(String(reply.header('link') ?? ''))?.[1]
		query = next === undefined ? undefined : Object.fromEntries(new URLSearchParams(next))
	}
	return days
}

describe('the list of dues', () => {
	test('counts members by standing and tab, without admins and deactivated people', async () => {
		const { id: planId } = await addPlan()
		for (const standing of STANDINGS) await memberIn(standing, { planId })
		await memberIn('grace', { planId, paidThrough: at(-8) })
		const deactivated = await memberIn('due', { subscriptionId: 'sub_1' })
		await db().update(users).set({ status: 'inactive' }).where(eq(users.id, deactivated.id))
		const dues = await read()
		const each = Object.fromEntries(STANDINGS.map((standing) => [standing, 1]))
		expect(dues.standings).toEqual({ ...each, grace: 2, none: 0 })
		expect(dues.tabs).toEqual({ due: 1, late: 1, lapsing: 1, lapsed: 2, complimentary: 1, paused: 1 })
		expect(dues.dueSoon).toEqual([{ currency: 'USD', amountCents: 3 * 490_00, members: 3 }])
		expect(dues.chargedThough).toEqual([{ userId: deactivated.id, name: deactivated.name }])
		expect(await countOpenWork()).toMatchObject({ '/admin/dues': 1 })
		setSite({})
		expect(await countOpenWork()).not.toHaveProperty('/admin/dues')
	})

	test('shows ten of the deactivated members who are still charged, and counts all of them', async () => {
		const { id: planId } = await addPlan()
		for (let number = 1; number <= 12; number++) {
			const { id } = await memberIn('current', { planId, subscriptionId: `sub_${number}` })
			await db().update(users).set({ status: 'inactive' }).where(eq(users.id, id))
		}
		// The reply has one more than the screen shows, so the screen can mention that there are more.
		expect((await read()).chargedThough).toHaveLength(11)
		expect(await countOpenWork()).toMatchObject({ '/admin/dues': 12 })
	})

	test.each<[DuesTab, number[]]>([
		['due', [20, 3, 30, 31, -1]],
		['late', [-1, -7, -3, -8, 0]],
		['lapsing', [-14, -8, -10, -7, -15]],
	])('%s lists the members of its days, earliest day first, page by page', async (tab, days) => {
		const { id: planId } = await addPlan()
		for (const day of days) await memberIn('current', { planId, paidThrough: at(day) })
		expect(await daysOf(tab)).toEqual(
			days
				.slice(0, 3)
				.sort((one, other) => one - other)
				.map(at),
		)
	})

	test('lists lapsed members, latest first, including those who never paid', async () => {
		await memberIn('lapsed', { paidThrough: at(-40) })
		await memberIn('lapsed', { paidThrough: at(-20) })
		await memberIn('lapsed', { paidThrough: null, startedOn: at(-30) })
		expect(await daysOf('lapsed')).toEqual([at(-20), null, at(-40)])
	})

	test('names the plan and the next amount', async () => {
		const { id: planId } = await addPlan({ name: 'Annual' })
		const { id, name, email } = await memberIn('due', { planId, keptAmountCents: 400_00, creditCents: 50_00 })
		expect((await read()).rows).toEqual([
			{
				...{ userId: id, name, email, standing: 'due', plan: 'Annual', day: at(20) },
				...{ amountCents: 350_00, currency: 'USD', renewsByCard: false },
			},
		])
		expect((await read({ tab: 'paused' })).rows).toEqual([])
		expect((await call({ tab: 'nothing' })).text).toBe('Choose a tab')
	})

	test('counts members who paid a second period by month of their first payment, and updates after a payment', async () => {
		let number = 0
		const pay = async (userId: string, paidOn: string, reverses: string | null = null) => {
			const id = `2020-${++number}`
			const common = { id, userId, currency: 'USD', createdAt: new Date() }
			const days = { issuedOn: paidOn, dueOn: paidOn, periodFrom: paidOn, periodTo: paidOn }
			const texts = { seller: '', buyer: '', lines: '', totalCents: 1, year: 2020, sequence: number }
			await db()
				.insert(invoices)
				.values({ ...common, ...days, ...texts })
			const payment = { invoiceId: id, amountCents: reverses ? -1 : 1, kind: 'check' as const, paidOn, reverses }
			await db()
				.insert(duesPayments)
				.values({ ...common, ...payment, reference: '', recordedBy: 'Ruth' })
			return id
		}
		const month = (back: number) => addMonths(clubDay(), -back, 1)
		for (const [who, back] of [
			['a', 3],
			['a', 2],
			['b', 3],
			['old', 14],
		] as const)
			await pay(who, month(back))
		const expected = (renewed: number) => [{ month: month(3).slice(0, 7), joined: 2, renewed }]
		expect((await read()).renewed).toEqual(expected(1))
		const second = await pay('b', month(1))
		expect((await read()).renewed).toEqual(expected(2))
		await pay('b', month(1), second)
		expect((await read()).renewed).toEqual(expected(1))
	})
})

test('the CSV lists all members with a membership', async () => {
	const { id: planId } = await addPlan({ name: 'Annual, paid' })
	const { name, email } = await memberIn('grace', { planId, customerId: 'cus_1' })
	await memberIn('complimentary')
	const reply = await callApi(exportDues, { as: admin })
	expect(reply.header('content-disposition')).toMatch(/dues-\d{4}-\d{2}-\d{2}\.csv/)
	const lines = reply.text.trim().split('\r\n')
	expect(lines).toHaveLength(3)
	const texts = [name, email, 'grace', 'Annual, paid', at(-3), '', '', '', at(11), '490.00', '0.00', 'USD', '', 'no']
	expect(lines[1]).toBe([...texts, 'cus_1'].map((text) => `"${text}"`).join(','))
})

test('the tabs of paid days use their index, and no tab scans all members', async () => {
	const plansOf = planReader(database().client)
	for (const tab of DUES_TABS) {
		const plan = (await plansOf(async () => duesStatement({ tab, limit: 50 }, clubDay()))).join('\n')
		if (['due', 'late', 'lapsing'].includes(tab))
			expect(plan).toMatch(/SEARCH memberships USING COVERING INDEX memberships_by_paid_through/)
		expect(plan).not.toMatch(/SCAN users/)
	}
})
