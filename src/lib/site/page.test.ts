import { expect, test } from 'vitest'
import { pageFacts } from './page.ts'

test('reads next cursor and total from the headers', () => {
	expect(pageFacts('</api/admin/users?limit=50&cursor=abc_-&role=admin>; rel="next"', '120')).toEqual({
		next: 'abc_-',
		total: 120,
	})
})

test.each([null, undefined, '', '</x?cursor=a>; rel="prev"', 'nonsense'])('finds no next page in %j', (link) => {
	expect(pageFacts(link, null)).toEqual({ next: undefined, total: 0 })
})
