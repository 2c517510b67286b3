import { expect, test } from 'vitest'
import { centsIn, centsText, formatMoney, priceText } from './money.ts'

test.each([
	['49', 4_900],
	['49.5', 4_950],
	['49.05', 4_905],
	['$1,200.00', 120_000],
	[' 0.07 ', 7],
	['€20', 2_000],
])('parses the amount %s', (text, cents) => {
	expect(centsIn(text)).toBe(cents)
})

test.each(['', 'free', '-5', '1.005', '1,20', '49.', '1e3'])('rejects %s as an amount', (text) => {
	expect(centsIn(text)).toBeNaN()
})

test('an amount survives formatting and parsing in a field', () => {
	for (const cents of [1, 99, 4_905, 1_234_567]) expect(centsIn(centsText(cents))).toBe(cents)
})

test('formats amounts and prices', () => {
	expect(formatMoney(120_050, 'USD')).toBe('$1,200.50')
	expect(formatMoney(-4_900, 'EUR')).toBe('-€49.00')
	expect(priceText({ amountCents: 4_900, currency: 'USD', months: 1 })).toBe('$49 a month')
	expect(priceText({ amountCents: 49_050, currency: 'GBP', months: 12 })).toBe('£490.50 a year')
	expect(priceText({ amountCents: 12_000, currency: 'CAD', months: 3 })).toBe('CA$120 every 3 months')
})
