import { describe, expect, it } from 'vitest'
import { greetingAt, sessionsAhead, shortName } from './greeting.ts'

const NEW_YORK = 'America/New_York'
/** A Monday, 9:00 AM in New York. */
const now = Date.parse('2026-11-30T14:00:00Z')
const at = (iso: string) => ({ scheduledAt: iso, durationMinutes: 60, timeZone: NEW_YORK })

describe('greetingAt', () => {
	it.each([
		[NEW_YORK, 'Good morning'],
		['Europe/Berlin', 'Good afternoon'],
		['Asia/Tokyo', 'Good evening'],
		['Asia/Shanghai', 'Good evening'],
		[undefined, 'Hello'],
	])('in %s it is %s', (zone, expected) => expect(greetingAt(now, zone)).toBe(expected))
})

describe('shortName', () => {
	it.each([
		['Dana Whitfield', 'Dana'],
		['  Dana  Whitfield ', 'Dana'],
		['Dr. Dana Whitfield', 'Dr. Dana Whitfield'],
		['J. R. Ewing', 'J. R. Ewing'],
		['דנה לוי', 'דנה'],
		['dana', 'dana'],
	])('of %s is %s', (name, expected) => expect(shortName(name)).toBe(expected))
})

describe('sessionsAhead', () => {
	it.each([
		['none', [], undefined],
		['a running one', ['2026-11-30T13:30:00Z'], '1 session now'],
		['one that is over', ['2026-11-30T13:00:00Z'], undefined],
		['one today', ['2026-11-30T23:00:00Z'], '1 session today'],
		['one late in the evening, which is the next day in UTC', ['2026-12-01T03:00:00Z'], '1 session today'],
		['one tomorrow', ['2026-12-01T15:00:00Z'], '1 session tomorrow'],
		['one this week', ['2026-12-03T15:00:00Z'], '1 session on Thursday'],
		['one in six days', ['2026-12-06T15:00:00Z'], '1 session on Sunday'],
		['one in a week, whose weekday would be today', ['2026-12-07T15:00:00Z'], undefined],
		['two on one day', ['2026-12-03T15:00:00Z', '2026-12-03T20:00:00Z'], '2 sessions on Thursday'],
		['two on two days', ['2026-12-03T15:00:00Z', '2026-12-04T20:00:00Z'], '2 sessions, the first on Thursday'],
	])('names %s', (_, times, expected) => expect(sessionsAhead(times.map(at), now, NEW_YORK)).toBe(expected))

	it("uses the session's zone while the reader's is unknown", () => {
		expect(sessionsAhead([at('2026-12-04T03:00:00Z')], now, undefined)).toBe('1 session on Thursday')
		expect(sessionsAhead([at('2026-12-04T03:00:00Z')], now, 'Europe/Berlin')).toBe('1 session on Friday')
	})
})
