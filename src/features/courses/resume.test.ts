import { describe, expect, it } from 'vitest'
import { hasBegun, resumeAt, type Step } from './resume.ts'

/** Modules a, b, c: `+` is completed; a number is the day of the saved place. */
const steps = (...given: string[]): Step[] =>
	given.map((text, index) => {
		const day = /\d/.exec(text)?.[0]
		return {
			moduleId: 'abc'[index] ?? '',
			isCompleted: text.includes('+'),
			...(day ? { place: { updatedAt: `2026-01-0${day}T00:00:00.000Z` } } : {}),
		}
	})

describe('resume position', () => {
	it.each([
		['nothing done', steps('', '', ''), 'a'],
		['the first open one', steps('+', '', ''), 'b'],
		['the one they were in last', steps('', '2', '1'), 'b'],
		['the one they were in last, far ahead of the open ones', steps('1', '', '2'), 'c'],
		['the next after a completed one', steps('', '+2', ''), 'c'],
		['from the first again at the end', steps('', '1', '+2'), 'a'],
		['nothing is open', steps('+', '+2', '+'), undefined],
		['no modules', [], undefined],
	])('%s', (_, given, id) => expect(resumeAt(given)?.moduleId).toBe(id))
})

it.each([
	[steps('', ''), false],
	[steps('+', ''), true],
	[steps('', '1'), true],
])('has begun %#', (given, is) => expect(hasBegun(given)).toBe(is))
