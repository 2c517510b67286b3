import { expect, test } from 'vitest'
import type { Session } from '../../contract.ts'
import { inOrder, nextOrder, orderText, type SessionOrder } from './session-order.ts'

const session = (title: string, day: number, topicCount: number): Session => ({
	...{
		id: title,
		title,
		topicCount,
		seriesId: null,
		description: null,
		durationMinutes: 60,
		timeZone: 'UTC',
		version: 1,
	},
	...{ ownTopic: null, ownTopicId: null, ownTopicVersion: null, zoomLink: 'https://zoom.example/j/1' },
	scheduledAt: `2030-01-${String(day).padStart(2, '0')}T12:00:00.000Z`,
})
const sessions = [session('Fees 10', 1, 2), session('Fees 9', 2, 0), session('Appeals', 3, 2), session('Juries', 4, 1)]
const now = Date.parse('2030-01-02T18:00:00.000Z')
const titles = (sort: SessionOrder['sort'], order: SessionOrder['order']) =>
	inOrder(sessions, { sort, order }, now).map(({ title }) => title)

test('sorts upcoming sessions ascending, then past ones descending, by default', () => {
	expect(titles('', '')).toEqual(['Appeals', 'Juries', 'Fees 9', 'Fees 10'])
})

test('sorts by every column in both directions, and numbers in titles as numbers', () => {
	expect(titles('session', 'asc')).toEqual(['Appeals', 'Fees 9', 'Fees 10', 'Juries'])
	expect(titles('session', 'desc')).toEqual(['Juries', 'Fees 10', 'Fees 9', 'Appeals'])
	expect(titles('when', 'desc')).toEqual(['Juries', 'Appeals', 'Fees 9', 'Fees 10'])
	expect(titles('topics', 'asc')).toEqual(['Fees 9', 'Juries', 'Fees 10', 'Appeals'])
	expect(titles('topics', 'desc')).toEqual(['Fees 10', 'Appeals', 'Juries', 'Fees 9'])
})

test('returns to the default order on a third press of a column header, and announces each order', () => {
	const press = (at: SessionOrder, isDescending: boolean) => nextOrder(at, { by: 'when', isDescending })
	const first = press({ sort: '', order: '' }, false)
	const second = press(first, true)
	expect([first, second, press(second, false)]).toEqual([
		{ sort: 'when', order: 'asc' },
		{ sort: 'when', order: 'desc' },
		{ sort: '', order: '' },
	])
	expect([first, second, press(second, false)].map(orderText)).toEqual([
		'by time, earliest first',
		'by time, latest first',
		'upcoming first, then past',
	])
	expect(nextOrder(second, { by: 'topics', isDescending: false })).toEqual({ sort: 'topics', order: 'asc' })
})
