import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeLedger, readLedger } from '#src/features/dues/server/ledger.ts'
import { voidChange } from '#src/features/dues/server/payments.ts'
import { addDays } from '#src/lib/dates/calendar-day.ts'
import { insertPayer, membershipOf, setUpPayers } from '#tests/support/payers.ts'
import { at, issue, pay, reverse } from './paying.ts'

setUpPayers()

/** Applies an action of the property test below. */
async function applyAction(id: string, act: string, cents: number, day: string) {
	const { payments, entries } = await readLedger(id)
	const open = entries.find(({ state }) => state === 'open')
	const isReversed = (paymentId: string) => payments.some(({ reverses }) => reverses === paymentId)
	const last = payments.findLast((one) => one.amountCents > 0 && !isReversed(one.id))
	if (act === 'pay') await pay(id, day, { amountCents: cents })
	if (act === 'issue' && !open) await issue(id, day)
	if (act === 'void') await changeLedger(id, (ledger) => open && voidChange(ledger, open, '', at(day)))
	if (act === 'reverse' && last) await reverse(id, last.id, day)
}

/** Returns the credit: all payments less the paid invoices and the paid parts of open ones. */
async function computeCredit(id: string): Promise<number> {
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

test('the paid days move back only by a reversal, and no cent is lost', async () => {
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
				await applyAction(id, act, cents, day)
				const { paidThrough, creditCents } = await membershipOf(id)
				if (act !== 'reverse') expect((paidThrough ?? '') >= before, `${act} on ${day}`).toBe(true)
				expect(await computeCredit(id), `${act} on ${day}`).toBe(creditCents)
			}
		}),
		{ numRuns: 60 },
	)
})
