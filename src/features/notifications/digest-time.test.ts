import { expect, test } from 'vitest'
import { digestPeriod, nextDigestAt } from './digest-time.ts'

const NEW_YORK = 'America/New_York'
const daily = { every: 'day', weekday: 1, timeZone: NEW_YORK } as const
const weekly = { ...daily, every: 'week' } as const
const next = (after: string, settings: Parameters<typeof nextDigestAt>[1]) =>
	nextDigestAt(Date.parse(after), settings)?.toISOString()

test.each([
	// Daylight saving time ends on November 1st and starts on March 14th.
	['2026-10-30T10:59:59Z', daily, '2026-10-30T11:00:00.000Z'],
	['2026-10-31T11:00:00Z', daily, '2026-11-01T12:00:00.000Z'],
	['2026-11-01T12:00:00Z', daily, '2026-11-02T12:00:00.000Z'],
	['2027-03-13T12:00:00Z', daily, '2027-03-14T11:00:00.000Z'],
	// Always a Monday, and never the digest that is due now.
	['2026-11-22T20:00:00Z', weekly, '2026-11-23T12:00:00.000Z'],
	['2026-11-23T12:00:00Z', weekly, '2026-11-30T12:00:00.000Z'],
	['2026-10-27T00:00:00Z', weekly, '2026-11-02T12:00:00.000Z'],
	// Time zones far ahead and far behind.
	['2026-11-22T16:00:00Z', { ...daily, timeZone: 'Pacific/Auckland' }, '2026-11-22T18:00:00.000Z'],
	['2026-11-22T01:00:00Z', { ...daily, timeZone: 'Pacific/Honolulu' }, '2026-11-22T17:00:00.000Z'],
])('after %s, with %j, the next digest is due at %s', (after, settings, expected) => {
	expect(next(after, settings)).toBe(expected)
})

test('returns no time if there is no digest', () => {
	expect(next('2026-11-22T01:00:00Z', { ...daily, every: 'never' })).toBeUndefined()
})

test("returns the day in the reader's time zone", () => {
	expect(digestPeriod(new Date('2026-11-22T18:00:00Z'), 'Pacific/Auckland')).toBe('2026-11-23')
})
