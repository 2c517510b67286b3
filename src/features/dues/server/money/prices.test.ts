import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceLines, proportion, reductionOf } from './prices.ts'

const base = {
	...{ text: 'Annual', planId: 'p', amountCents: 49_000, currency: 'USD', planMonths: 12, months: 12 },
	...{ coupon: null, creditCents: 0 },
}
const percent = (percent: number) => ({ code: 'early', percent, amountCents: null })
const amount = (amountCents: number) => ({ code: 'early', percent: null, amountCents })

test.each([
	['the price of the plan', {}, [49_000], 49_000],
	['four of twelve months, rounded', { months: 4 }, [16_333], 16_333],
	['a percentage', { coupon: percent(15) }, [49_000, -7_350], 41_650],
	['a percentage of a part', { months: 4, coupon: percent(15) }, [16_333, -2_450], 13_883],
	['an amount', { coupon: amount(5_000) }, [49_000, -5_000], 44_000],
	['an amount above the price', { coupon: amount(90_000) }, [49_000, -49_000], 0],
	['all of it', { coupon: percent(100) }, [49_000, -49_000], 0],
	['what was paid earlier', { creditCents: 1_000 }, [49_000, -1_000], 48_000],
	['more than the price paid earlier', { creditCents: 60_000 }, [49_000, -49_000], 0],
	['coupon before credit', { coupon: percent(50), creditCents: 30_000 }, [49_000, -24_500, -24_500], 0],
	['what is owed from earlier', { creditCents: -2_000 }, [49_000, 2_000], 51_000],
])('%s', (_, changed, amounts, totalCents) => {
	const result = priceLines({ ...base, ...changed })
	expect(result.lines.map(({ amountCents }) => amountCents)).toEqual(amounts)
	expect(result.totalCents).toBe(totalCents)
})

test('each line describes its amount', () => {
	const { lines } = priceLines({ ...base, months: 4, coupon: percent(15), creditCents: 1_000 })
	expect(lines.map(({ text }) => text)).toEqual(['Annual, 4 of 12 months at $490.00', 'Coupon early', 'Paid earlier'])
})

test('the total is the sum of the lines, never negative, and no credit is lost', () => {
	const cents = fc.integer({ min: 0, max: 10_000_000 })
	const coupons = fc.option(fc.oneof(fc.integer({ min: 1, max: 100 }).map(percent), cents.map(amount)))
	fc.assert(
		fc.property(cents, fc.integer({ min: 1, max: 12 }), coupons, cents, (amountCents, months, coupon, creditCents) => {
			const { lines, totalCents, creditUsedCents } = priceLines({ ...base, amountCents, months, coupon, creditCents })
			expect(lines.reduce((sum, line) => sum + line.amountCents, 0)).toBe(totalCents)
			expect(totalCents).toBeGreaterThanOrEqual(0)
			const price = proportion(amountCents, months, 12)
			expect(price - (coupon ? reductionOf(price, coupon) : 0)).toBe(totalCents + creditUsedCents)
		}),
	)
})
