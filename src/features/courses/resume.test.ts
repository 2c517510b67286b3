import { describe, expect, it } from 'vitest'
import { hasBegun, resumeAt, type Step } from './resume.ts'

/** Returns the steps of modules a, b and c: `+` means completed, and a number is the day of the saved place. */
const steps = (...texts: string[]): Step[] =>
	texts.map((text, index) => {
		const day = /\d/.exec(text)?.[0]
		return {
			moduleId: 'abc'[index] ?? '',
			isCompleted: text.includes('+'),
			...(day ? { place: { updatedAt: `2026-01-0${day}T00:00:00.000Z` } } : {}),
		}
	})

describe('resume position', () => {
	it.each([
		['resumes at the first module before any progress', steps('', '', ''), 'a'],
		['skips completed modules', steps('+', '', ''), 'b'],
		['resumes at the latest place', steps('', '2', '1'), 'b'],
		['resumes at the latest place even after open modules', steps('1', '', '2'), 'c'],
		['moves on from a completed module', steps('', '+2', ''), 'c'],
		['wraps around at the end', steps('', '1', '+2'), 'a'],
		['returns nothing after the last completion', steps('+', '+2', '+'), undefined],
		['returns nothing without modules', [], undefined],
	])('%s', (_, list, id) => expect(resumeAt(list)?.moduleId).toBe(id))
})

it.each([
	[steps('', ''), false],
	[steps('+', ''), true],
	[steps('', '1'), true],
])('detects whether a member has started: %#', (list, expected) => expect(hasBegun(list)).toBe(expected))
