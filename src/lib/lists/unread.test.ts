import { afterEach, describe, expect, test, vi } from 'vitest'
import { $unread, bellLabel, findUnread, recountUnread, titleWith, unreadText } from './unread.ts'

afterEach(() => {
	vi.unstubAllGlobals()
	$unread.set(undefined)
})

test.each([
	[0, '', 'Notifications'],
	[1, '1', 'Notifications: 1 unread'],
	[9, '9', 'Notifications: 9 unread'],
	[10, '9+', 'Notifications: more than 9 unread'],
])('%i unread is shown as "%s" and announced as "%s"', (unread, shown, announced) => {
	expect([unreadText(unread), bellLabel(unread)]).toEqual([shown, announced])
})

test.each([
	['Questions · Second Chair', 2, '(2) Questions · Second Chair'],
	['Questions · Second Chair', 0, 'Questions · Second Chair'],
	['(2) was a good year', 12, '(9+) (2) was a good year'],
])('the title %j with %i unread is %j', (title, unread, expected) => {
	expect(titleWith(unread, title)).toBe(expected)
})

describe('unread count', () => {
	const answers = (...responses: Array<[status: number, body: unknown]>) => {
		const fetched = vi.fn(async () => {
			const [status, body] = responses.shift() ?? [500, '']
			return new Response(JSON.stringify(body), { status })
		})
		vi.stubGlobal('fetch', fetched)
		return fetched
	}

	test('is what the server returns, and stays after a failure', async () => {
		answers([200, { unread: 3 }], [500, {}], [200, { unread: 'many' }])
		for (let i = 0; i < 3; i++) {
			await findUnread()
			expect($unread.get()).toBe(3)
		}
	})

	test('is fetched again only if it was not 0', async () => {
		const fetched = answers([200, { unread: 0 }])
		recountUnread()
		$unread.set(0)
		recountUnread()
		expect(fetched).not.toHaveBeenCalled()
		$unread.set(1)
		recountUnread()
		await vi.waitFor(() => expect($unread.get()).toBe(0))
	})
})
