import { expect, test } from 'vitest'
import { parseDay, parsePastDay } from './day-in.ts'

test.each([
	['2019-03-04', '2019-03-04'],
	['2019-03-04T08:15:00Z', '2019-03-04'],
	['3/4/2019', '2019-03-04'],
	['4.3.2019', '2019-03-04'],
	['Mar 4, 2019', '2019-03-04'],
	['Sept. 4th, 2019', '2019-09-04'],
	['4 March 2019', '2019-03-04'],
	['2019-02-31', undefined],
	['13/4/2019', undefined],
	['2999-01-01', undefined],
	['0019-01-01', undefined],
	['a while ago', undefined],
	['20190304', undefined],
	['', undefined],
])('%j is parsed as %j', (text, day) => {
	expect(parsePastDay(text)?.toISOString().slice(0, 10)).toBe(day)
})

test('parses a future day if future days are allowed', () => {
	expect(parseDay('3/4/2999')).toBe('2999-03-04')
	expect(parseDay('2999-02-29')).toBeNull()
})
