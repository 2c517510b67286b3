import { expect, test } from 'vitest'
import { isTimeZone } from './known-zone.ts'
import { formatSessionIn, formatSessionWithZone, toLocalInput, zonedInstant, zoneName } from './zoned-time.ts'

const iso = (local: string, zone: string) => {
	const resolved = zonedInstant(local, zone)
	return 'instant' in resolved ? `${resolved.kind} ${resolved.instant.toISOString().slice(0, 16)}` : resolved.kind
}

test.each([
	['2026-03-07T14:00', 'America/New_York', 'ok 2026-03-07T19:00'],
	['2026-03-09T14:00', 'America/New_York', 'ok 2026-03-09T18:00'],
	['2026-03-09T14:00', 'America/Phoenix', 'ok 2026-03-09T21:00'],
	['2026-03-09T14:00', 'America/Los_Angeles', 'ok 2026-03-09T21:00'],
	['2026-11-02T14:00', 'America/Los_Angeles', 'ok 2026-11-02T22:00'],
	['2026-03-08T01:59', 'America/New_York', 'ok 2026-03-08T06:59'],
	['2026-03-08T02:30', 'America/New_York', 'skipped'],
	['2026-03-08T03:00', 'America/New_York', 'ok 2026-03-08T07:00'],
	['2026-11-01T01:30', 'America/New_York', 'ambiguous 2026-11-01T05:30'],
	['2026-11-01T02:00', 'America/New_York', 'ok 2026-11-01T07:00'],
	['2026-10-04T02:15', 'Australia/Lord_Howe', 'skipped'],
	['2026-06-01T12:00', 'Asia/Kathmandu', 'ok 2026-06-01T06:15'],
	['2026-02-30T12:00', 'America/New_York', 'invalid'],
	['tomorrow', 'America/New_York', 'invalid'],
	['2026-06-01T12:00', 'Mars/Olympus', 'invalid'],
])('%s in %s is %s', (local, zone, expected) => {
	expect(iso(local, zone)).toBe(expected)
})

test('round-trips local times for every hour of the months with clock changes', () => {
	const hours = [2, 10].flatMap((month) => Array.from({ length: 31 * 24 }, (_, hour) => Date.UTC(2026, month, 1, hour)))
	for (const zone of ['America/New_York', 'America/Phoenix', 'America/Los_Angeles'])
		for (const at of hours) {
			const local = toLocalInput(new Date(at), zone)
			const resolved = zonedInstant(local, zone)
			if (!('instant' in resolved)) throw new Error(`${local} ${zone}: ${resolved.kind}`)
			// In a repeated hour, the first occurrence is used.
			if (resolved.instant.getTime() !== at)
				expect([resolved.kind, at - resolved.instant.getTime()]).toEqual(['ambiguous', 3_600_000])
		}
	expect.assertions(2)
})

test("uses the long format with the zone's name", () => {
	const at = '2026-11-02T19:05:00Z'
	expect(formatSessionIn(at, 'America/New_York')).toBe('November 2nd, 2026 at 2:05 PM')
	expect(formatSessionIn('2026-05-11T12:00:00Z', 'UTC')).toBe('May 11th, 2026 at 12:00 PM')
	expect(formatSessionIn('2026-05-23T00:30:00Z', 'UTC')).toBe('May 23rd, 2026 at 12:30 AM')
	expect(formatSessionIn('never', 'UTC')).toBe('Invalid date')
	expect(zoneName(at, 'America/New_York')).toBe('Eastern Standard Time')
	expect(zoneName('2026-07-01T00:00:00Z', 'America/New_York')).toBe('Eastern Daylight Time')
	expect(zoneName(at, 'America/Phoenix')).toBe('Mountain Standard Time')
	expect(formatSessionWithZone(at, 'America/New_York')).toBe('November 2nd, 2026 at 2:05 PM ET')
	expect(formatSessionWithZone(at, 'Europe/Berlin')).toBe('November 2nd, 2026 at 8:05 PM Germany Time')
	expect(formatSessionWithZone(at, 'UTC')).toBe('November 2nd, 2026 at 7:05 PM UTC')
	expect([isTimeZone('America/Phoenix'), isTimeZone(''), isTimeZone('Mars+05:00')]).toEqual([true, false, false])
})
