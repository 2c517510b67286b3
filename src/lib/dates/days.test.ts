import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formatReleaseDay, formatUtcDay } from './days.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-20T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

test.each([
	['2026-11-18T10:00:00.000Z', 'Nov 18, 2026'],
	['2026-11-18T23:30:00-05:00', 'Nov 19, 2026'],
	['2026-01-01T00:00:00.000Z', 'Jan 1, 2026'],
	[null, 'N/A'],
	['', 'N/A'],
	['soon', 'Invalid date'],
])('formats the date %s as "%s"', (iso, text) => {
	expect(formatUtcDay(iso)).toBe(text)
})

test.each([
	['2026-11-05T14:00:00Z', 'America/New_York', '5 Nov'],
	// Late evening in New York, which is the next day in UTC.
	['2026-11-06T03:30:00Z', 'America/New_York', '5 Nov'],
	['2026-11-06T03:30:00Z', 'Europe/Berlin', '6 Nov'],
	// The night when daylight saving time ends.
	['2026-11-01T05:59:00Z', 'America/New_York', '1 Nov'],
	['2026-11-01T03:59:00Z', 'America/New_York', '31 Oct'],
	['2027-01-01T04:59:00Z', 'America/New_York', '31 Dec'],
	['2027-01-01T05:00:00Z', 'America/New_York', '1 Jan 2027'],
	['2027-09-03T12:00:00Z', 'UTC', '3 Sep 2027'],
])('formats %s in %s as %s', (when, zone, expected) => {
	expect(formatReleaseDay(when, zone)).toBe(expected)
})
