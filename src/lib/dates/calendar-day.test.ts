import { expect, test } from 'vitest'
import { addDays, addMonths, dayAt, dayInZone, dayNumber, daysBetween, formatDay, isDay } from './calendar-day.ts'

test.each([
	['2028-02-29', true],
	['2027-02-29', false],
	['1900-02-29', false],
	['2000-02-29', true],
	['2026-13-01', false],
	['2026-04-31', false],
	['2026-4-3', false],
	['2026-04-03T00:00', false],
	['', false],
])('%s exists: %s', (day, exists) => expect(isDay(day)).toBe(exists))

test('day numbers agree with the calendar over 400 years', () => {
	const first = dayNumber('1999-12-25')
	for (let days = 0; days < 146_100; days += 7) {
		const expected = new Date(Date.UTC(1999, 11, 25 + days)).toISOString().slice(0, 10)
		expect(dayAt(first + days)).toBe(expected)
		expect(dayNumber(expected)).toBe(first + days)
	}
})

test('adds days across a leap day, a new year and a clock change', () => {
	expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
	expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
	expect(addDays('2026-03-07', 2)).toBe('2026-03-09')
	expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
	expect(daysBetween('2026-01-01', '2027-01-01')).toBe(365)
})

test('months keep the anchor day', () => {
	expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
	expect(addMonths('2026-02-28', 1, 31)).toBe('2026-03-31')
	expect(addMonths('2028-02-29', 12, 29)).toBe('2029-02-28')
	expect(addMonths('2029-02-28', 36, 29)).toBe('2032-02-29')
	expect(addMonths('2026-11-15', 3)).toBe('2027-02-15')
	expect(addMonths('2026-03-15', -3)).toBe('2025-12-15')
})

test('rejects a day that does not exist', () => {
	expect(() => dayNumber('2027-02-29')).toThrow(RangeError)
})

test('the day depends on the zone', () => {
	const instant = Date.UTC(2026, 10, 28, 3)
	expect(dayInZone(instant, 'America/New_York')).toBe('2026-11-27')
	expect(dayInZone(instant, 'UTC')).toBe('2026-11-28')
	expect(formatDay('2027-03-14')).toBe('March 14, 2027')
})
