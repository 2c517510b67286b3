import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { invoices, memberships, plans } from '#db/schema/dues.ts'
import { users } from '#db/schema/users.ts'
import { changeLedger, readLedger } from '#src/features/dues/server/ledger.ts'
import { payment, voidChange } from '#src/features/dues/server/payments.ts'
import { addDays } from '#src/lib/dates/calendar-day.ts'
import { newId } from '#src/lib/ids.ts'
import { setSite } from '#src/lib/site/site.ts'
import { insertCoupon, insertPayer, insertPlan, invoicesOf, membershipOf, setUpPayers } from '#tests/support/payers.ts'
import { at, issue, pay, reverse } from './paying.ts'

setUpPayers()

describe('a payment', () => {
	test('pays the first period from its day, with an invoice', async () => {
		const { id } = await insertPayer()
		await pay(id, '2027-03-14')
		expect(await membershipOf(id)).toMatchObject({ paidThrough: '2028-03-13', creditCents: 0, version: 2 })
		expect(await invoicesOf(id)).toEqual([['paid', 49_000, '2027-03-14', '2028-03-13']])
	})

	test('within the grace period continues from the old end, and a later one from the day of payment', async () => {
		const { id } = await insertPayer({ paidThrough: '2027-03-13' })
		await pay(id, '2027-03-27')
		expect(await membershipOf(id)).toMatchObject({ paidThrough: '2028-03-13', startedOn: '2027-03-14' })
		await pay(id, '2028-03-28')
		expect(await membershipOf(id)).toMatchObject({ paidThrough: '2029-03-27', startedOn: '2028-03-28', anchorDay: 28 })
	})

	test('pays the open invoice first, then the next one', async () => {
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

	test('in parts pays once the sum is complete, and an excess becomes credit for the next period', async () => {
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

	test('that leaves a whole period of credit pays the next invoice immediately', async () => {
		const { id } = await insertPayer()
		await pay(id, '2027-03-14', { amountCents: 98_000 })
		await issue(id, '2028-02-12')
		expect((await invoicesOf(id))[1]).toEqual(['paid', 0, '2028-03-14', '2029-03-13'])
		expect(await membershipOf(id)).toMatchObject({ paidThrough: '2029-03-13', creditCents: 0 })
	})

	test('after the grace period voids the open invoice, whose period no longer applies', async () => {
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

	test('undoes a cancellation', async () => {
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
			const newPayment = {
				id: newId(),
				amountCents: 1,
				kind: 'cash',
				paidOn: '2027-01-01',
				reference: '',
				recordedBy: '',
			} as const
			expect(payment(ledger, newPayment, undefined, at('2027-01-01'))).toBeUndefined()
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
		// After the grace period the current price applies.
		await pay(id, '2029-06-01', { amountCents: 60_000 })
		expect((await invoicesOf(id))[2]?.[1]).toBe(60_000)
		expect(await membershipOf(id)).toMatchObject({ keptAmountCents: 60_000, creditCents: 0 })
	})
})

describe('a coupon', () => {
	test('for one period is used by its invoice, and becomes available again if that is voided', async () => {
		const couponCode = await insertCoupon()
		const { id } = await insertPayer({ paidThrough: '2027-03-13', couponCode })
		await issue(id, '2027-02-12')
		expect((await invoicesOf(id))[0]?.[1]).toBe(24_500)
		expect(await membershipOf(id)).toMatchObject({ couponCode: null })
		await changeLedger(id, (ledger) => {
			const [entry] = ledger.entries
			return entry && voidChange(ledger, entry, 'Wrong', at('2027-02-13'))
		})
		expect(await membershipOf(id)).toMatchObject({ couponCode })
	})

	test('still applies to a payment that is too late for its invoice', async () => {
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

	test('without an end applies to every invoice', async () => {
		const couponCode = await insertCoupon({ lasts: 'always', percent: null, amountCents: 9_000 })
		const { id } = await insertPayer({ couponCode })
		await pay(id, '2027-03-14', { amountCents: 40_000 })
		await issue(id, '2028-02-20')
		expect((await invoicesOf(id)).map(([, total]) => total)).toEqual([40_000, 40_000])
	})
})

describe('a bounced check', () => {
	test('reopens the invoice, and the paid days end as before', async () => {
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

	test('removes its credit, even if the next invoice has used it', async () => {
		const { id } = await insertPayer()
		const check = await pay(id, '2027-03-14', { amountCents: 60_000 })
		await issue(id, '2027-03-15')
		expect((await invoicesOf(id))[1]).toEqual(['open', 38_000, '2028-03-14', '2029-03-13'])
		await reverse(id, check, '2027-03-16')
		expect(await membershipOf(id)).toMatchObject({ creditCents: -11_000, paidThrough: null })
		// The second period cannot be paid before the first, so its invoice is void and the credit is 0 again.
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

	test('whose credit paid the whole next period leaves a debt', async () => {
		const { id } = await insertPayer()
		await pay(id, '2027-03-14')
		const check = await pay(id, '2027-03-14', { amountCents: 98_000 })
		await issue(id, '2027-03-15')
		expect(await membershipOf(id)).toMatchObject({ paidThrough: '2030-03-13', creditCents: 0 })
		await reverse(id, check, '2027-03-16')
		// The member got a year without paying, so its price is owed.
		expect(await membershipOf(id)).toMatchObject({ creditCents: -49_000, paidThrough: '2029-03-13' })
	})

	test('keeps days that were added after the payment', async () => {
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
	test('turns a partial payment into credit', async () => {
		const { id } = await insertPayer()
		const part = await pay(id, '2027-03-14', { amountCents: 10_000 })
		await changeLedger(id, (ledger) => {
			const [entry] = ledger.entries
			return entry && voidChange(ledger, entry, 'Wrong plan', at('2027-03-15'))
		})
		expect(await membershipOf(id)).toMatchObject({ creditCents: 10_000 })
		await reverse(id, part, '2027-03-16')
		expect(await membershipOf(id)).toMatchObject({ creditCents: 0, paidThrough: null })
	})
})

test('invoices are kept with the name when the member is erased', async () => {
	const { id } = await insertPayer({}, { name: 'Dana Whitfield' })
	await issue(id, '2027-03-14')
	await db().delete(users).where(eq(users.id, id))
	const [stored] = await db().select().from(invoices).where(eq(invoices.userId, id))
	expect(JSON.parse(stored?.buyer ?? '')).toEqual({ name: 'Dana Whitfield', firm: '' })
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
