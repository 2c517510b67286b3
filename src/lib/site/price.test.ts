import { expect, test } from 'vitest'
import { priceIn } from './price.ts'

test.each([
	['An invented price: $49 a month or $490 a year.', '$49 a month'],
	['$1,200/year, billed once.', '$1,200/year'],
	['It costs 490 USD per year.', '490 USD per year'],
	['€39.50', '€39.50'],
	['$5. Leave at any time.', '$5'],
	['Free for the first ten members.', undefined],
	['Since 2019, for lawyers.', undefined],
	['', undefined],
])('the price in %j is %j', (text, price) => {
	expect(priceIn(text)).toBe(price)
})
