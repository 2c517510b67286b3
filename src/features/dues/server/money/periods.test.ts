import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addMonths, dayAt, daysBetween } from '#src/lib/dates/calendar-day.ts'
import { ALWAYS } from '#src/lib/dues/standing.ts'
import { nextPeriod } from './periods.ts'

const none = { paidThrough: null, trialUntil: null, complimentaryUntil: null, pausedOn: null, isCancelled: false }
const monthly = { dates: none, anchorDay: 31, months: 1 }
const annual = { dates: none, anchorDay: 14, months: 12 }
const paid = (paidThrough: string) => ({ ...none, paidThrough })

test.each<[string, string, Parameters<typeof nextPeriod>[1], string, string, boolean]>([
	['first, on the day of payment', '2027-03-14', annual, '2027-03-14', '2028-03-13', true],
	['before the end', '2027-03-01', { ...annual, dates: paid('2027-03-13') }, '2027-03-14', '2028-03-13', true],
	[
		'on the last day of grace',
		'2027-03-27',
		{ ...annual, dates: paid('2027-03-13') },
		'2027-03-14',
		'2028-03-13',
		true,
	],
	['a day later', '2027-03-28', { ...annual, dates: paid('2027-03-13') }, '2027-03-28', '2028-03-27', false],
	[
		'cancelled, a day after the end',
		'2027-03-14',
		{ ...annual, dates: { ...paid('2027-03-13'), isCancelled: true } },
		'2027-03-14',
		'2028-03-13',
		false,
	],
	[
		'cancelled, before the end',
		'2027-03-10',
		{ ...annual, dates: { ...paid('2027-03-13'), isCancelled: true } },
		'2027-03-14',
		'2028-03-13',
		true,
	],
	[
		'from the 31st to February',
		'2027-01-31',
		{ ...monthly, dates: paid('2027-01-30') },
		'2027-01-31',
		'2027-02-27',
		true,
	],
	[
		'from February back to the 31st',
		'2027-02-20',
		{ ...monthly, dates: paid('2027-02-27') },
		'2027-02-28',
		'2027-03-30',
		true,
	],
	['in a leap year', '2028-02-20', { ...monthly, dates: paid('2028-02-28') }, '2028-02-29', '2028-03-30', true],
	[
		'during the trial',
		'2027-03-02',
		{ ...annual, dates: { ...none, trialUntil: '2027-03-13' } },
		'2027-03-14',
		'2028-03-13',
		true,
	],
	[
		'after the trial',
		'2027-03-20',
		{ ...annual, dates: { ...none, trialUntil: '2027-03-13' } },
		'2027-03-20',
		'2028-03-19',
		true,
	],
	[
		'while complimentary',
		'2027-03-20',
		{ ...annual, dates: { ...paid('2026-03-13'), complimentaryUntil: '2027-06-30' } },
		'2027-07-01',
		'2028-06-30',
		true,
	],
	[
		'while complimentary forever',
		'2027-03-20',
		{ ...annual, dates: { ...none, complimentaryUntil: ALWAYS } },
		'2027-03-20',
		'2028-03-19',
		true,
	],
	[
		'during a pause, which keeps the remaining days',
		'2027-05-01',
		{ ...annual, dates: { ...paid('2027-03-13'), pausedOn: '2027-03-01' } },
		'2027-03-14',
		'2028-03-13',
		true,
	],
	['after an extension', '2027-03-20', { ...annual, dates: paid('2027-03-23') }, '2027-03-24', '2028-03-23', true],
])('pays %s', (_, day, input, from, to, isUnbroken) => {
	expect(nextPeriod(day, input)).toMatchObject({ from, to, isUnbroken, months: input.months })
})

test.each([
	['2027-03-14', 12, 7, '2027-06-30', 4],
	['2027-06-30', 12, 7, '2027-06-30', 1],
	['2027-07-01', 12, 7, '2028-06-30', 12],
	['2027-12-31', 12, 1, '2027-12-31', 1],
	['2027-01-31', 12, 1, '2027-12-31', 12],
	['2027-02-10', 3, 1, '2027-03-31', 2],
	['2027-11-05', 6, 4, '2028-03-31', 5],
	['2028-02-05', 1, 9, '2028-02-29', 1],
])('joining on %s, %i months, year from %i: paid until %s, %i months', (day, months, yearStart, to, paidMonths) => {
	const period = nextPeriod(day, { dates: none, anchorDay: 1, months, yearStart })
	expect(period).toMatchObject({ from: day, to, months: paidMonths })
	// The next period is whole, and begins on the first of the month.
	expect(nextPeriod(to, { dates: paid(to), anchorDay: 1, months, yearStart })).toMatchObject({
		from: addDays(to, 1),
		to: addDays(addMonths(addDays(to, 1), months), -1),
		months,
	})
})

test('periods follow one another without a gap, and keep the anchor day for ten years', () => {
	const days = fc.integer({ min: 738_000, max: 742_000 }).map(dayAt)
	fc.assert(
		fc.property(days, fc.constantFrom(1, 3, 6, 12), (day, months) => {
			const first = nextPeriod(day, { dates: none, anchorDay: 1, months })
			let last = first
			for (let paidMonths = 0; paidMonths < 120; paidMonths += months) {
				const next = nextPeriod(last.to, { dates: paid(last.to), anchorDay: last.anchorDay, months })
				expect(daysBetween(last.to, next.from)).toBe(1)
				last = next
			}
			expect(last.to).toBe(addDays(addMonths(day, 120 + months), -1))
		}),
	)
})
