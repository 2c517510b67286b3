import { expect, test } from 'vitest'
import { readPageHeaders } from './page.ts'

test('reads next cursor and total from the headers', () => {
	expect(readPageHeaders('</api/admin/users?limit=50&cursor=abc_-&role=admin>; rel="next"', '120')).toEqual({
		next: 'abc_-',
		total: 120,
	})
})

test.each([null, undefined, '', '</x?cursor=a>; rel="prev"', 'nonsense'])('finds no next page in %j', (link) => {
	expect(readPageHeaders(link, null)).toEqual({ next: undefined, total: 0 })
})
