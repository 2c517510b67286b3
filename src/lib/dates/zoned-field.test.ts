import { expect, test } from 'vitest'
import { fromZonedField, toZonedField, zonedFieldError, zonedFieldHint, zonedFieldLabel } from './zoned-field.ts'

const NEW_YORK = 'America/New_York'

test.each([
	['2026-11-05T14:00:00.000Z', '2026-11-05T09:00'],
	['2026-07-05T14:00:00.000Z', '2026-07-05T10:00'],
	[null, ''],
])('%s is %s in the field, and converts back unchanged', (instant, local) => {
	expect(toZonedField(instant, NEW_YORK)).toBe(local)
	expect(fromZonedField(local, NEW_YORK, instant)).toBe(instant)
})

test('keeps the second occurrence of a repeated hour while unchanged; new input means the first one', () => {
	const second = '2026-11-01T06:30:00.000Z'
	const local = toZonedField(second, NEW_YORK)
	expect(local).toBe('2026-11-01T01:30')
	expect(fromZonedField(local, NEW_YORK, second)).toBe(second)
	expect(fromZonedField(local, NEW_YORK)).toBe('2026-11-01T05:30:00.000Z')
	expect(zonedFieldHint(local, NEW_YORK)).toContain('twice')
})

test('reports skipped and invalid times, but not an empty field', () => {
	expect(zonedFieldError('2027-03-14T02:30', NEW_YORK)).toContain('go forward')
	expect(zonedFieldError('2027-02-31T02:30', NEW_YORK)).toBe('Choose a date and a time')
	expect(zonedFieldError('', NEW_YORK)).toBeUndefined()
	expect(zonedFieldError('2027-03-14T03:30', NEW_YORK)).toBeUndefined()
})

test('shows the zone', () => {
	expect(zonedFieldLabel('2026-11-05T09:00', NEW_YORK)).toBe('November 5th, 2026 at 9:00 AM (Eastern Standard Time)')
	expect(zonedFieldLabel('', NEW_YORK)).toBe('No time')
})
