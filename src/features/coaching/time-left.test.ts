import { describe, expect, test } from 'vitest'
import { phaseOf, timeLeft, untilNextMinute } from './time-left.ts'

const at = (text: string) => Date.parse(text)
const session = (scheduledAt: string, durationMinutes = 60) => ({ scheduledAt, durationMinutes })
const NEW_YORK = 'America/New_York'

describe('returns the time left in words', () => {
	// Thursday, noon in New York.
	const noon = session('2026-12-03T17:00:00Z')
	test.each([
		['2026-11-03T17:00:00Z', 'in 30 days'],
		['2026-11-30T17:00:00Z', 'in 3 days'],
		// Monday night is less than 3 × 24 hours before, but still three days by the calendar.
		['2026-12-01T04:30:00Z', 'in 3 days'],
		['2026-12-01T05:30:00Z', 'in 2 days'],
		['2026-12-02T05:00:00Z', 'tomorrow'],
		['2026-12-03T04:59:00Z', 'tomorrow'],
		['2026-12-03T05:00:00Z', 'in 12 hours'],
		['2026-12-03T14:00:00Z', 'in 3 hours'],
		['2026-12-03T14:00:01Z', 'in 3 hours'],
		['2026-12-03T14:01:00Z', 'in 2 hours 59 minutes'],
		['2026-12-03T15:59:00Z', 'in 1 hour 1 minute'],
		['2026-12-03T16:00:00Z', 'in 1 hour'],
		['2026-12-03T16:00:01Z', 'in 1 hour'],
		['2026-12-03T16:01:00Z', 'in 59 minutes'],
		['2026-12-03T16:35:00.001Z', 'in 25 minutes'],
		['2026-12-03T16:59:59Z', 'in 1 minute'],
		['2026-12-03T17:00:00Z', 'now'],
		['2026-12-03T17:59:59Z', 'now'],
		['2026-12-03T18:00:00Z', undefined],
	])('at %s: %s', (now, expected) => {
		expect(timeLeft(noon, at(now), NEW_YORK)).toBe(expected)
	})

	test('counts hours rather than "tomorrow" shortly before midnight', () => {
		expect(timeLeft(session('2026-12-04T05:30:00Z'), at('2026-12-04T01:00:00Z'), NEW_YORK)).toBe('in 4 hours')
	})

	test("counts days of the viewer's calendar", () => {
		const late = session('2026-12-04T04:30:00Z')
		const now = at('2026-12-02T16:00:00Z')
		expect(timeLeft(late, now, NEW_YORK)).toBe('tomorrow')
		expect(timeLeft(late, now, 'Europe/Berlin')).toBe('in 2 days')
	})

	test('counts a DST change as one day, and its hours as they pass', () => {
		// In New York, DST starts on March 8 and ends on November 1, 2026.
		expect(timeLeft(session('2026-03-09T13:00:00Z'), at('2026-03-07T14:00:00Z'), NEW_YORK)).toBe('in 2 days')
		expect(timeLeft(session('2026-11-02T14:00:00Z'), at('2026-10-31T13:00:00Z'), NEW_YORK)).toBe('in 2 days')
		expect(timeLeft(session('2026-03-08T12:00:00Z'), at('2026-03-08T05:00:00Z'), NEW_YORK)).toBe('in 7 hours')
		expect(timeLeft(session('2026-11-01T12:00:00Z'), at('2026-11-01T04:00:00Z'), NEW_YORK)).toBe('in 8 hours')
	})
})

test.each([
	['2026-12-03T16:44:59.999Z', 'ahead'],
	['2026-12-03T16:45:00Z', 'soon'],
	['2026-12-03T16:59:59.999Z', 'soon'],
	['2026-12-03T17:00:00Z', 'on'],
	['2026-12-03T17:29:59.999Z', 'on'],
	['2026-12-03T17:30:00Z', 'over'],
])('at %s a 30-minute session at 17:00 is %s', (now, phase) => {
	expect(phaseOf(session('2026-12-03T17:00:00Z', 30), at(now))).toBe(phase)
})

test('schedules the next tick at the next full minute of any session, never immediately', () => {
	const sessions = [session('2026-12-03T17:00:00Z'), session('2026-12-05T09:30:20Z')]
	expect(untilNextMinute(sessions, at('2026-12-03T16:00:00Z'))).toBe(20_000)
	expect(untilNextMinute(sessions, at('2026-12-03T16:00:20Z'))).toBe(40_000)
	expect(untilNextMinute(sessions, at('2026-12-09T16:00:50Z'))).toBe(10_000)
	expect(untilNextMinute([], 5)).toBe(60_000)
})
