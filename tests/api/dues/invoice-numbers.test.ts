import { describe, expect, test } from 'vitest'
import { write } from '#db/write.ts'
import { issueInvoice } from '#src/features/dues/server/invoices.ts'
import { readPayer } from '#src/features/dues/server/payer.ts'
import { allInvoices, insertPayer, insertPlan, membershipOf, setUpPayers } from '#tests/support/payers.ts'
import { issue, pay } from './paying.ts'

setUpPayers()

describe('invoice numbers', () => {
	test('of 50 concurrent payments have no gaps', async () => {
		const { id: planId } = await insertPlan()
		const people = await Promise.all(Array.from({ length: 50 }, () => insertPayer({ planId })))
		await Promise.all(people.map(({ id }) => pay(id, '2031-05-05')))
		const year = (await allInvoices()).filter((row) => row.year === 2031)
		expect(year.map(({ id }) => id)).toEqual(
			Array.from({ length: 50 }, (_, index) => `2031-${String(index + 1).padStart(4, '0')}`),
		)
		expect(new Set(year.map(({ userId }) => userId)).size).toBe(50)
	})

	test('of concurrent payments by one member have no gaps, and each payment counts', async () => {
		const { id } = await insertPayer({ planId: (await insertPlan({ months: 1 })).id })
		await Promise.all(Array.from({ length: 12 }, () => pay(id, '2032-01-14')))
		const year = (await allInvoices()).filter((row) => row.year === 2032)
		expect(year.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
		expect(await membershipOf(id)).toMatchObject({ paidThrough: '2033-01-13', creditCents: 0 })
	})

	test('are not used up by rejected writes', async () => {
		const { id } = await insertPayer()
		const payer = await readPayer(id)
		const issued = payer && issueInvoice(payer, '2033-01-01')
		await pay(id, '2033-01-01')
		await write(...(issued?.statements ?? []))
		await issue(id, '2033-12-20')
		expect((await allInvoices()).filter((row) => row.year === 2033).map(({ sequence }) => sequence)).toEqual([1, 2])
	})
})
