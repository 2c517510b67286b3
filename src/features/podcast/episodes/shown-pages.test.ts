import { expect, test } from 'vitest'
import { shownPages } from './shown-pages.ts'

test.each([
	[1, 1, '1'],
	[3, 11, '1 2 3 4 5 6 7 8 9 10 11'],
	[1, 40, '1 2 3 … 40'],
	[4, 40, '1 2 3 4 5 6 … 40'],
	[5, 40, '1 2 3 4 5 6 7 … 40'],
	[20, 40, '1 … 18 19 20 21 22 … 40'],
	[37, 40, '1 … 35 36 37 38 39 40'],
	[40, 40, '1 … 38 39 40'],
])('page %i of %i links: %s', (page, pages, shown) => {
	expect(
		shownPages(page, pages)
			.map((one) => one ?? '…')
			.join(' '),
	).toBe(shown)
})
