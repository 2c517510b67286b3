import { expect, test } from 'vitest'
import { isSoon, timeLeftText } from './cycle-text.ts'

test('formats the time left in a cycle', () => {
	const lastDay = '2027-04-11'
	expect([103, 1, 0, -1, -30].map((daysLeft) => timeLeftText({ lastDay, daysLeft }))).toEqual([
		'103 days left, until April 11, 2027',
		'1 day left, until April 11, 2027',
		'Today is the last day, April 11, 2027',
		'Ended 1 day ago, on April 11, 2027',
		'Ended 30 days ago, on April 11, 2027',
	])
	expect([isSoon('2027-01-11', lastDay), isSoon('2027-01-10', lastDay)]).toEqual([true, false])
})
