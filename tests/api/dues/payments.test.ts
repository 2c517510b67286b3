import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { invoices, memberships, plans } from '#db/schema/dues.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { issueInvoice } from '#src/features/dues/server/invoices.ts'
import { changeLedger, readLedger } from '#src/features/dues/server/ledger.ts'
import { readPayer } from '#src/features/dues/server/payer.ts'
import { type NewPayment, payment, reversal, voiding } from '#src/features/dues/server/payments.ts'
import { addDays } from '#src/lib/dates/calendar-day.ts'
import { newId } from '#src/lib/ids.ts'
import { setSite } from '#src/lib/site/site.ts'
import {
	allInvoices,
	insertCoupon,
	insertPayer,
	insertPlan,
	invoicesOf,
	membershipOf,
	setUpPayers,
} from '#tests/support/payers.ts'

setUpPayers()

const at = (today: string) => ({ today, now: Date.parse(`${today}T12:00:00Z`) })

/** Records a payment of $490 by check, and returns its id. */
async function pay(userId: string, day: string, given: Partial<NewPayment> & { invoiceId?: string } = {}) {
	const { invoiceId, ...rest } = given
	const id = newId()
	const sent = { id, amountCents: 49_000, kind: 'check', paidOn: day, reference: '1042', recordedBy: 'Ruth' } as const
	await changeLedger(userId, (ledger) => payment(ledger, { ...sent, ...rest }, invoiceId, at(day)))
	return id
}

async function reverse(userId: string, paymentId: string, day: string) {
	await changeLedger(userId, (ledger) => {
		const found = ledger.payments.find(({ id }) => id === paymentId)
		const given = { id: newId(), reason: 'Bounced', recordedBy: 'Ruth', reference: '' }
		return found && reversal(ledger, found, given, at(day))
	})
}

async function issue(userId: string, day: string) {
	const payer = await readPayer(userId)
	const made = payer && issueInvoice(payer, day, at(day).now)
	if (!made) throw new Error('Nothing to issue')
	await write(...made.statements)
}

describe('a payment', () => {
	test('pays the first period from its day on, with an invoice', async () => {
		const { id } = await insertPayer()
		await pay(id, '2027-03-14')
		expect(await membershipOf(id)).toMatchObject({ paidThrough: '2028-03-13', creditCents: 0, version: 2 })
		expect(await invoicesOf(id)).toEqual([['paid', 49_000, '2027-03-14', '2028-03-13']])
	})

	test('within grace goes on from the old day, later from the day of payment', async () => {
		const { id } = await insertPayer({ paidThrough: '2027-03-13' })
		await pay(id, '2027-03-27')
		expect(await membershipOf(id)).toMatchObject({ paidThrough: '2028-03-13', startedOn: '2027-03-14' })
		await pay(id, '2028-03-28')
		expect(await membershipOf(id)).toMatchObject({ paidThrough: '2029-03-27', startedOn: '2028-03-28', anchorDay: 28 })
	})

	test('pays the open invoice, and the next one only afterwards', async () => {
		const { id } = await insertPayer({ paidThrough: '2027-03-13' })
		await issue(id, '2027-02-12')
		expect(await invoicesOf(id)).toEqual([['open', 49_000, '2027-03-14', '2028-03-13']])
		expect((await readLedger(id)).entries[0]?.row.dueOn).toBe('2027-03-13')
		await pay(id, '2027-03-01')
		await pay(id, '2027-03-02')
		expect(await invoicesOf(id)).toEqual([
			['paid', 49_000, '2027-03-14', '2028-03-13'],
			['paid', 49_000, '2028-03-14', '2029-03-13'],
		])
		expect(await membershipOf(id)).toMatchObject({ paidThrough: '2029-03-13', creditCents: 0 })
	})

	test('in parts pays once the sum is there, and what is too much is credit for the next period', async () => {
		const { id } = await insertPayer()
		await pay(id, '2027-03-14', { amountCents: 20_000 })
		expect(await membershipOf(id)).toMatchObject({ paidThrough: null })
		await pay(id, '2027-03-20', { amountCents: 30_000 })
		expect(await membershipOf(id)).toMatchObject({ paidThrough: '2028-03-13', creditCents: 1_000 })
		await issue(id, '2028-02-12')
		expect(await invoicesOf(id)).toEqual([
			['paid', 49_000, '2027-03-14', '2028-03-13'],
			['open', 48_000, '2028-03-14', '2029-03-13'],
		])
		expect(await membershipOf(id)).toMatchObject({ creditCents: 0 })
	})

	test('of a whole period in credit pays the next invoice at once', async () => {
		const { id } = await insertPayer()
		await pay(id, '2027-03-14', { amountCents: 98_000 })
		await issue(id, '2028-02-12')
		expect((await invoicesOf(id))[1]).toEqual(['paid', 0, '2028-03-14', '2029-03-13'])
		expect(await membershipOf(id)).toMatchObject({ paidThrough: '2029-03-13', creditCents: 0 })
	})

	test('after grace voids the open invoice, whose period is no longer right', async () => {
		const { id } = await insertPayer({ paidThrough: '2027-03-13' })
		await issue(id, '2027-02-12')
		await pay(id, '2027-05-01')
		expect(await invoicesOf(id)).toEqual([
			['void', 49_000, '2027-03-14', '2028-03-13'],
			['voids', -49_000, '2027-03-14', '2028-03-13'],
			['paid', 49_000, '2027-05-01', '2028-04-30'],
		])
		expect(await membershipOf(id)).toMatchObject({ paidThrough: '2028-04-30' })
	})

	test('after a change of the plan pays an invoice of the new one', async () => {
		const { id } = await insertPayer({ paidThrough: '2027-03-13' })
		await issue(id, '2027-02-12')
		const { id: planId } = await insertPlan({ amountCents: 5_000, months: 1 })
		await db().update(memberships).set({ planId }).where(eq(memberships.userId, id))
		await pay(id, '2027-03-01', { amountCents: 5_000 })
		expect((await invoicesOf(id))[2]).toEqual(['paid', 5_000, '2027-03-14', '2027-04-13'])
	})

	test('takes a cancellation back', async () => {
		const { id } = await insertPayer({ paidThrough: '2027-03-13', cancelledAt: new Date() })
		await pay(id, '2027-03-20')
		expect(await membershipOf(id)).toMatchObject({ cancelledAt: null, paidThrough: '2028-03-19' })
	})

	test('is recorded once for the same id', async () => {
		const { id } = await insertPayer()
		const same = { id: newId() }
		await pay(id, '2027-03-14', same)
		await expect(pay(id, '2027-03-14', same)).rejects.toThrow('dues_payments.id')
		expect(await invoicesOf(id)).toHaveLength(1)
		expect(await membershipOf(id)).toMatchObject({ paidThrough: '2028-03-13' })
	})

	test('needs a plan', async () => {
		const { id } = await insertPayer({ planId: null })
		await changeLedger(id, (ledger) => {
			const given = {
				id: newId(),
				amountCents: 1,
				kind: 'cash',
				paidOn: '2027-01-01',
				reference: '',
				recordedBy: '',
			} as const
			expect(payment(ledger, given, undefined, at('2027-01-01'))).toBeUndefined()
			return undefined
		})
		expect(await invoicesOf(id)).toEqual([])
	})
})

describe('a founding price', () => {
	test('is kept while the membership is unbroken', async () => {
		const plan = await insertPlan({ isFounding: true })
		const { id } = await insertPayer({ planId: plan.id })
		await pay(id, '2027-03-14')
		expect(await membershipOf(id)).toMatchObject({ keptAmountCents: 49_000 })
		await db().update(plans).set({ amountCents: 60_000 }).where(eq(plans.id, plan.id))
		await pay(id, '2028-03-20')
		expect((await invoicesOf(id))[1]?.[1]).toBe(49_000)
		// After grace it is the price of today.
		await pay(id, '2029-06-01', { amountCents: 60_000 })
		expect((await invoicesOf(id))[2]?.[1]).toBe(60_000)
		expect(await membershipOf(id)).toMatchObject({ keptAmountCents: 60_000, creditCents: 0 })
	})
})

describe('a coupon', () => {
	test('for one period is used by its invoice, and comes back when that is void', async () => {
		const couponCode = await insertCoupon()
		const { id } = await insertPayer({ paidThrough: '2027-03-13', couponCode })
		await issue(id, '2027-02-12')
		expect((await invoicesOf(id))[0]?.[1]).toBe(24_500)
		expect(await membershipOf(id)).toMatchObject({ couponCode: null })
		await changeLedger(id, (ledger) => {
			const [entry] = ledger.entries
			return entry && voiding(ledger, entry, 'Wrong', at('2027-02-13'))
		})
		expect(await membershipOf(id)).toMatchObject({ couponCode })
	})

	test('stays with a payment that is too late for its invoice', async () => {
		const couponCode = await insertCoupon()
		const { id } = await insertPayer({ paidThrough: '2027-03-13', couponCode })
		await issue(id, '2027-02-12')
		await pay(id, '2027-05-01', { amountCents: 24_500 })
		expect((await invoicesOf(id)).map(([state, total]) => [state, total])).toEqual([
			['void', 24_500],
			['voids', -24_500],
			['paid', 24_500],
		])
		expect(await membershipOf(id)).toMatchObject({ couponCode: null, creditCents: 0 })
	})

	test('for always stays', async () => {
		const couponCode = await insertCoupon({ lasts: 'always', percent: null, amountCents: 9_000 })
		const { id } = await insertPayer({ couponCode })
		await pay(id, '2027-03-14', { amountCents: 40_000 })
		await issue(id, '2028-02-20')
		expect((await invoicesOf(id)).map(([, total]) => total)).toEqual([40_000, 40_000])
	})
})

describe('a bounced check', () => {
	test('opens the invoice again, and the paid days end as before', async () => {
		const { id } = await insertPayer({ paidThrough: '2027-03-13' })
		const check = await pay(id, '2027-03-10')
		await reverse(id, check, '2027-03-18')
		expect(await membershipOf(id)).toMatchObject({ paidThrough: '2027-03-13' })
		expect(await invoicesOf(id)).toEqual([['open', 49_000, '2027-03-14', '2028-03-13']])
		await pay(id, '2027-03-20')
		expect(await invoicesOf(id)).toEqual([['paid', 49_000, '2027-03-14', '2028-03-13']])
		expect(await membershipOf(id)).toMatchObject({ paidThrough: '2028-03-13' })
	})

	test('of the first payment leaves nothing paid', async () => {
		const { id } = await insertPayer()
		await reverse(id, await pay(id, '2027-03-14'), '2027-03-18')
		expect(await membershipOf(id)).toMatchObject({ paidThrough: null })
	})

	test('takes its credit with it, even if the next invoice has used it', async () => {
		const { id } = await insertPayer()
		const check = await pay(id, '2027-03-14', { amountCents: 60_000 })
		await issue(id, '2027-03-15')
		expect((await invoicesOf(id))[1]).toEqual(['open', 38_000, '2028-03-14', '2029-03-13'])
		await reverse(id, check, '2027-03-16')
		expect(await membershipOf(id)).toMatchObject({ creditCents: -11_000, paidThrough: null })
		// The second period cannot be paid before the first: its invoice is void, and the credit is even.
		await pay(id, '2027-03-20')
		expect(await membershipOf(id)).toMatchObject({ creditCents: 0, paidThrough: '2028-03-13' })
		await issue(id, '2028-03-01')
		expect((await invoicesOf(id)).map(([state, total]) => [state, total])).toEqual([
			['paid', 49_000],
			['void', 38_000],
			['voids', -38_000],
			['open', 49_000],
		])
	})

	test('whose credit paid the whole next period is asked for later', async () => {
		const { id } = await insertPayer()
		await pay(id, '2027-03-14')
		const check = await pay(id, '2027-03-14', { amountCents: 98_000 })
		await issue(id, '2027-03-15')
		expect(await membershipOf(id)).toMatchObject({ paidThrough: '2030-03-13', creditCents: 0 })
		await reverse(id, check, '2027-03-16')
		// A year for nothing was given: its price is owed.
		expect(await membershipOf(id)).toMatchObject({ creditCents: -49_000, paidThrough: '2029-03-13' })
	})

	test('keeps days that were added since', async () => {
		const { id } = await insertPayer({ paidThrough: '2027-03-13' })
		const check = await pay(id, '2027-03-10')
		const { paidThrough } = await membershipOf(id)
		await db()
			.update(memberships)
			.set({ paidThrough: addDays(paidThrough ?? '', 30) })
			.where(eq(memberships.userId, id))
		await reverse(id, check, '2027-03-18')
		expect(await membershipOf(id)).toMatchObject({ paidThrough: '2027-04-12' })
	})
})

describe('a void', () => {
	test('turns what was paid in part into credit', async () => {
		const { id } = await insertPayer()
		const part = await pay(id, '2027-03-14', { amountCents: 10_000 })
		await changeLedger(id, (ledger) => {
			const [entry] = ledger.entries
			return entry && voiding(ledger, entry, 'Wrong plan', at('2027-03-15'))
		})
		expect(await membershipOf(id)).toMatchObject({ creditCents: 10_000 })
		await reverse(id, part, '2027-03-16')
		expect(await membershipOf(id)).toMatchObject({ creditCents: 0, paidThrough: null })
	})
})

describe('numbers', () => {
	test('of 50 payments at once have no holes', async () => {
		const { id: planId } = await insertPlan()
		const people = await Promise.all(Array.from({ length: 50 }, () => insertPayer({ planId })))
		await Promise.all(people.map(({ id }) => pay(id, '2031-05-05')))
		const year = (await allInvoices()).filter((row) => row.year === 2031)
		expect(year.map(({ id }) => id)).toEqual(
			Array.from({ length: 50 }, (_, index) => `2031-${String(index + 1).padStart(4, '0')}`),
		)
		expect(new Set(year.map(({ userId }) => userId)).size).toBe(50)
	})

	test('of payments of one member at once have none either, and each counts', async () => {
		const { id } = await insertPayer({ planId: (await insertPlan({ months: 1 })).id })
		await Promise.all(Array.from({ length: 12 }, () => pay(id, '2032-01-14')))
		const year = (await allInvoices()).filter((row) => row.year === 2032)
		expect(year.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
		expect(await membershipOf(id)).toMatchObject({ paidThrough: '2033-01-13', creditCents: 0 })
	})

	test('are taken by nothing that is refused', async () => {
		const { id } = await insertPayer()
		const payer = await readPayer(id)
		const made = payer && issueInvoice(payer, '2033-01-01')
		await pay(id, '2033-01-01')
		await write(...(made?.statements ?? []))
		await issue(id, '2033-12-20')
		expect((await allInvoices()).filter((row) => row.year === 2033).map(({ sequence }) => sequence)).toEqual([1, 2])
	})
})

test('invoices stay with the name when the member is erased', async () => {
	const { id } = await insertPayer({}, { name: 'Dana Whitfield' })
	await issue(id, '2027-03-14')
	await db().delete(users).where(eq(users.id, id))
	const [kept] = await db().select().from(invoices).where(eq(invoices.userId, id))
	expect(JSON.parse(kept?.buyer ?? '')).toEqual({ name: 'Dana Whitfield', firm: '' })
	await expect(db().delete(invoices).where(eq(invoices.userId, id))).rejects.toThrow()
})

test('a club year makes the first period shorter and cheaper', async () => {
	setSite({ duesYearStart: '7' })
	const { id } = await insertPayer()
	await pay(id, '2027-03-14', { amountCents: 16_333 })
	await pay(id, '2027-06-01')
	setSite({})
	expect(await invoicesOf(id)).toEqual([
		['paid', 16_333, '2027-03-14', '2027-06-30'],
		['paid', 49_000, '2027-07-01', '2028-06-30'],
	])
})

/** Does an act of the property below. */
async function done(id: string, act: string, cents: number, day: string) {
	const { payments, entries } = await readLedger(id)
	const open = entries.find(({ state }) => state === 'open')
	const isReversed = (paymentId: string) => payments.some(({ reverses }) => reverses === paymentId)
	const last = payments.findLast((one) => one.amountCents > 0 && !isReversed(one.id))
	if (act === 'pay') await pay(id, day, { amountCents: cents })
	if (act === 'issue' && !open) await issue(id, day)
	if (act === 'void') await changeLedger(id, (ledger) => open && voiding(ledger, open, '', at(day)))
	if (act === 'reverse' && last) await reverse(id, last.id, day)
}

/** Returns what was paid, less what is in paid invoices and in parts of open ones: the credit. */
async function accounted(id: string): Promise<number> {
	const { payments, entries } = await readLedger(id)
	return entries
		.filter(({ state }) => state === 'paid' || state === 'open')
		.reduce(
			(left, { row, state, paidCents }) => {
				const lines = JSON.parse(row.lines) as { amountCents: number; credit?: boolean }[]
				const credit = lines.filter((line) => line.credit).reduce((all, { amountCents }) => all - amountCents, 0)
				return left - credit - (state === 'paid' ? row.totalCents : paidCents)
			},
			payments.reduce((sum, { amountCents }) => sum + amountCents, 0),
		)
}

test('the paid days never go back but by a reversal, and no cent is lost', async () => {
	const acts = fc.array(
		fc.oneof(
			{ weight: 4, arbitrary: fc.record({ act: fc.constant('pay'), cents: fc.integer({ min: 1, max: 120_000 }) }) },
			{ weight: 1, arbitrary: fc.record({ act: fc.constant('reverse'), cents: fc.constant(0) }) },
			{ weight: 1, arbitrary: fc.record({ act: fc.constant('issue'), cents: fc.constant(0) }) },
			{ weight: 1, arbitrary: fc.record({ act: fc.constant('void'), cents: fc.constant(0) }) },
			{ weight: 2, arbitrary: fc.record({ act: fc.constant('wait'), cents: fc.integer({ min: 1, max: 400 }) }) },
		),
		{ minLength: 1, maxLength: 12 },
	)
	await fc.assert(
		fc.asyncProperty(acts, async (steps) => {
			const { id } = await insertPayer()
			let day = '2027-03-14'
			for (const { act, cents } of steps) {
				if (act === 'wait') day = addDays(day, cents)
				const before = (await membershipOf(id)).paidThrough ?? ''
				await done(id, act, cents, day)
				const { paidThrough, creditCents } = await membershipOf(id)
				if (act !== 'reverse') expect((paidThrough ?? '') >= before, `${act} on ${day}`).toBe(true)
				expect(await accounted(id), `${act} on ${day}`).toBe(creditCents)
			}
		}),
		{ numRuns: 60 },
	)
})
