import { describe, expect, test } from 'vitest'
import { CourseTally, DAY_MS, medianOf, QuizTally } from './tally.ts'

const NOW = Date.UTC(2026, 10, 22, 12)
const days = (count: number) => NOW - count * DAY_MS

test.each([
	[[], null],
	[[3], 3],
	[[9, 1, 4], 4],
	[[1, 2, 9, 4], 3],
])('returns the median of %j: %j', (values, expected) => {
	expect(medianOf(values)).toBe(expected)
})

describe('members of a course with three modules', () => {
	const tally = new CourseTally(3, NOW)
	// Two members who finished: one after 10 days, with modules out of order, and one after 2 days.
	tally.add({ enrolledAt: days(50), completedAt: [days(40), days(45), days(44)], placeAt: null })
	tally.add({ enrolledAt: days(5), completedAt: [days(4), days(3), days(3)], placeAt: days(1) })
	// Enrolled, but no activity since.
	tally.add({ enrolledAt: days(3), completedAt: [undefined, undefined, undefined], placeAt: null })
	// Saved a place in the first module yesterday.
	tally.add({ enrolledAt: days(3), completedAt: [undefined, undefined, undefined], placeAt: days(1) })
	// One who is quiet after the first module, one who skipped the second, and one who came back to read.
	tally.add({ enrolledAt: days(80), completedAt: [days(70), undefined, undefined], placeAt: days(60) })
	tally.add({ enrolledAt: days(80), completedAt: [days(70), undefined, days(2)], placeAt: null })
	tally.add({ enrolledAt: days(400), completedAt: [days(399), undefined, undefined], placeAt: days(29) })

	test('counts enrolled, started and finished, and the days to finish', () => {
		const { enrolled, started, finished, medianDays } = tally
		expect({ enrolled, started, finished, medianDays }).toEqual({ enrolled: 7, started: 6, finished: 2, medianDays: 6 })
	})

	test('counts the members who stopped at each module, and how many of them are quiet', () => {
		expect(tally.modules).toEqual([
			{ completed: 5, standHere: 1, quiet: 0 },
			{ completed: 2, standHere: 3, quiet: 1 },
			{ completed: 3, standHere: 0, quiet: 0 },
		])
	})

	test('lists twelve months with the current one last, and nothing earlier', () => {
		expect(tally.months).toHaveLength(12)
		expect(tally.months.at(0)?.month).toBe('2025-12')
		expect(tally.months.at(-1)).toEqual({ month: '2026-11', enrolled: 3, finished: 1 })
		expect(tally.months.at(-2)).toEqual({ month: '2026-10', enrolled: 1, finished: 1 })
		expect(tally.months.reduce((sum, { enrolled }) => sum + enrolled, 0)).toBe(6)
	})
})

test('a course without modules is never finished', () => {
	const tally = new CourseTally(0, NOW)
	tally.add({ enrolledAt: days(3), completedAt: [], placeAt: days(1) })
	expect([tally.started, tally.finished, tally.medianDays]).toEqual([1, 0, null])
})

describe('attempts at a quiz', () => {
	const question = (text: string) => ({ question: text, options: ['A', 'B', 'C'] })

	test('counts right answers, and finds the most common wrong one', () => {
		const tally = new QuizTally([question('One?'), question('Two?')])
		tally.add([0, 1], [true, false])
		tally.add([2, 1], [false, false])
		tally.add([2, 0], [false, true])
		tally.add([1, null], [false, false])
		expect(tally.result).toEqual({
			members: 4,
			questions: [
				{ question: 'One?', answered: 4, right: 1, commonestWrong: { option: 'C', chosen: 2 } },
				{ question: 'Two?', answered: 3, right: 1, commonestWrong: { option: 'B', chosen: 2 } },
			],
		})
	})

	test('ignores an attempt with a different number of questions, and an answer that no longer exists', () => {
		const tally = new QuizTally([question('One?')])
		tally.add([0, 1], [true, false])
		tally.add([7], [false])
		expect(tally.result).toEqual({
			members: 1,
			questions: [{ question: 'One?', answered: 1, right: 0, commonestWrong: null }],
		})
	})
})
