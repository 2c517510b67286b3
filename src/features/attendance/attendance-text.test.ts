import { expect, test } from 'vitest'
import { spellOut, statusText } from './attendance-text.ts'
import type { Attendance } from './contract.ts'

const of = (more: Partial<Attendance>) =>
	statusText({ lengthMs: 3_240_000, requiredMs: 3_175_200, codesEntered: 0, codesShown: 0, ...more } as Attendance)

test.each<[Partial<Attendance>, string]>([
	[{ confirmedMs: 0 }, '0 of 54 minutes confirmed.'],
	[{ confirmedMs: 779_999, codesEntered: 1, codesShown: 2 }, '12 of 54 minutes confirmed. Code 1 of 2 entered.'],
	[{ confirmedMs: 3_175_199 }, '52 of 54 minutes confirmed.'],
	[{ confirmedMs: 3_175_200 }, '54 of 54 minutes confirmed.'],
	[{ lengthMs: 50_000, requiredMs: 49_000, confirmedMs: 48_000 }, '0 of 1 minute confirmed.'],
])('formats the progress of an attendance: %o', (attendance, text) => {
	expect(of(attendance)).toBe(text)
})

test('spells a code for screen readers', () => {
	expect(spellOut('K7QF')).toBe('K 7 Q F')
})
