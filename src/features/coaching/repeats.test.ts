import { expect, test } from 'vitest'
import { formatSessionIn, toLocalInput, zonedInstant } from '#src/lib/dates/zoned-time.ts'
import type { Repeats } from './contract.ts'
import { isLastOfMonth, occurrencesOf, shiftedTime } from './repeats.ts'

const NEW_YORK = 'America/New_York'

const at = (local: string, timeZone = NEW_YORK) => {
	const zoned = zonedInstant(local, timeZone)
	if (!('instant' in zoned)) throw new Error(local)
	return { scheduledAt: zoned.instant, timeZone }
}

const series = (local: string, repeats: Partial<Repeats>, timeZone = NEW_YORK) =>
	occurrencesOf(at(local, timeZone), { every: 'week', weeks: 1, times: 12, ...repeats }) ?? []

const locals = (local: string, repeats: Partial<Repeats>, timeZone = NEW_YORK) =>
	series(local, repeats, timeZone).map((one) => toLocalInput(one.at, timeZone))

test('keeps the local time across both clock changes', () => {
	const monthly = series('2026-09-10T14:30', { every: 'month' })
	expect(monthly.map((one) => one.at.toISOString().slice(0, 16))).toEqual([
		...['2026-09-10T18:30', '2026-10-08T18:30', '2026-11-12T19:30', '2026-12-10T19:30', '2027-01-14T19:30'],
		...['2027-02-11T19:30', '2027-03-11T19:30', '2027-04-08T18:30', '2027-05-13T18:30', '2027-06-10T18:30'],
		...['2027-07-08T18:30', '2027-08-12T18:30'],
	])
	expect(monthly.every((one) => formatSessionIn(one.at, NEW_YORK).endsWith('at 2:30 PM'))).toBe(true)
})

test('repeats every n weeks, over the end of a year', () => {
	expect(locals('2026-12-21T09:00', { weeks: 3, times: 4 })).toEqual([
		...['2026-12-21T09:00', '2027-01-11T09:00', '2027-02-01T09:00', '2027-02-22T09:00'],
	])
})

test('repeats on the last Thursday of each month, whether the month has four or five', () => {
	expect(locals('2026-10-29T19:00', { every: 'lastOfMonth', times: 6 })).toEqual([
		...['2026-10-29T19:00', '2026-11-26T19:00', '2026-12-31T19:00', '2027-01-28T19:00', '2027-02-25T19:00'],
		'2027-03-25T19:00',
	])
})

test('treats a fifth weekday, such as the 31st, as the last one', () => {
	expect(locals('2027-03-31T12:00', { every: 'month', times: 4 })).toEqual([
		...['2027-03-31T12:00', '2027-04-28T12:00', '2027-05-26T12:00', '2027-06-30T12:00'],
	])
	expect(['2027-02-22', '2027-02-21', '2027-03-31'].map((day) => isLastOfMonth(new Date(day)))).toEqual([
		...[true, false, true],
	])
})

test('starts later only on the day when the clocks skip its time', () => {
	const weekly = series('2027-03-07T02:30', { times: 3 })
	expect(weekly.map((one) => [toLocalInput(one.at, NEW_YORK), one.isLater])).toEqual([
		['2027-03-07T02:30', false],
		['2027-03-14T03:30', true],
		['2027-03-21T02:30', false],
	])
	// Half an hour on Lord Howe Island.
	expect(locals('2026-09-27T02:15', { times: 3 }, 'Australia/Lord_Howe')).toEqual([
		...['2026-09-27T02:15', '2026-10-04T02:45', '2026-10-11T02:15'],
	])
})

test('uses the first of two equal times when clocks are set back', () => {
	const [, twice] = series('2026-10-25T01:30', { times: 2 })
	expect(twice).toEqual({ at: new Date('2026-11-01T05:30Z'), isLater: false })
})

test('returns no dates beyond the year 9999', () => {
	expect(series('9999-10-01T12:00', { every: 'month' })).toEqual([])
})

test('moves later sessions by the same number of days, to the new local time', () => {
	const from = at('2027-03-07T02:30')
	const later = { scheduledAt: '2027-03-14T07:30:00.000Z', timeZone: NEW_YORK }
	const moved = (to: ReturnType<typeof at>) => toLocalInput(shiftedTime(later, from, to) ?? '', to.timeZone)
	expect(moved(at('2027-03-09T14:00'))).toBe('2027-03-16T14:00')
	expect(moved(at('2027-03-06T23:00'))).toBe('2027-03-13T23:00')
	expect(moved(at('2027-03-07T14:00', 'America/Chicago'))).toBe('2027-03-14T14:00')
})
