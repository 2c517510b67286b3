import { afterEach, expect, test } from 'vitest'
import { parseDate } from './feed-date.ts'

const zone = process.env.TZ
afterEach(() => {
	if (zone === undefined) delete process.env.TZ
	else process.env.TZ = zone
})

test.each([
	['Wed, 29 Apr 2026 10:00:00 -0400', '2026-04-29T14:00:00.000Z'],
	['Wed, 03 Jan 2018 13:47:00 GMT\n      ', '2018-01-03T13:47:00.000Z'],
	['07 Nov 2015 12:00:00 EST', '2015-11-07T17:00:00.000Z'],
	['07 Nov 2015 12:00', '2015-11-07T12:00:00.000Z'],
	['Thurs, 05 Sept 19 10:00:00 +0000 (UTC)', '2019-09-05T10:00:00.000Z'],
	['Tue,05 Nov 2019 10:00:00 GMT', '2019-11-05T10:00:00.000Z'],
	['2020-01-01T10:00:00.5+01:00', '2020-01-01T09:00:00.500Z'],
	['2020-01-01T10:00:00+0100', '2020-01-01T09:00:00.000Z'],
	['2020-01-01 10:00:00', '2020-01-01T10:00:00.000Z'],
	['2020-01-01', '2020-01-01T00:00:00.000Z'],
	['Nov 25, 2026', '2026-11-25T00:00:00.000Z'],
	['November 25th, 2026 at 9:05 PM EST', '2026-11-26T02:05:00.000Z'],
	['Wed Nov 25 2026 09:05:00 GMT+0100', '2026-11-25T08:05:00.000Z'],
	['Wed, 25 Nov 2026 9:05 AM', '2026-11-25T09:05:00.000Z'],
	['25 Nov 2026, 12:30 a.m.', '2026-11-25T00:30:00.000Z'],
	['2026/11/25 9:05', '2026-11-25T09:05:00.000Z'],
	['Wed, 25 Nov 2026 09:05:00 CEST', '2026-11-25T07:05:00.000Z'],
	['Wed, 25 Nov 2026 09:05:00 +2', '2026-11-25T07:05:00.000Z'],
	['Wed, 25 Nov 2026 24:00:00 GMT', '2026-11-26T00:00:00.000Z'],
	['mié, 06 mar 2024 06:00:00 +0000', '2024-03-06T06:00:00.000Z'],
	['05 Mai 2024 06:00:00 GMT', '2024-05-05T06:00:00.000Z'],
	['Mi., 5. März 2024 um 6:00', '2024-03-05T06:00:00.000Z'],
	['mar. 05 août 2024 06:00:00 +0200', '2024-08-05T04:00:00.000Z'],
	['5 de mayo de 2024', '2024-05-05T00:00:00.000Z'],
	['quarta-feira, 6 fev 2024 06:00:00 GMT', '2024-02-06T06:00:00.000Z'],
	['5 marraskuuta 2024', '2024-11-05T00:00:00.000Z'],
	['Ср, 06 мар 2024 06:00:00 +0300', '2024-03-06T03:00:00.000Z'],
	['05.06.2024 07:30', '2024-06-05T07:30:00.000Z'],
	['2024年3月6日 06:00', '2024-03-06T06:00:00.000Z'],
	// An unknown zone: better off by hours than no date, which sorts last.
	['Wed, 25 Nov 2026 09:05:00 Etc/UTC', '2026-11-25T09:05:00.000Z'],
])('%j is %s in any server time zone', (text, iso) => {
	for (const place of ['UTC', 'America/New_York', 'Asia/Tokyo']) {
		process.env.TZ = place
		expect(new Date(parseDate(text) ?? Number.NaN).toISOString()).toBe(iso)
	}
})

test.each([
	'',
	'Episode 12',
	'tomorrow',
	'12/25/2020',
	'2020-13-45',
	'Mon, 1 Jan 0001 00:00:00 GMT',
	'1 Foo 2020',
	'20200101',
	'30 Feb 2026',
	'1 Jan 2026 25:00',
	'1 Jan 2026 13:00 PM soon',
	'2026-00-10',
])('%j is not a date', (text) => {
	expect(parseDate(text)).toBeNull()
})

test("resolves an ambiguous month name in the feed's language", () => {
	const day = (language: string | null) =>
		new Date(parseDate('6 listopada 2024', language) ?? 0).toISOString().slice(0, 10)
	expect([day('pl'), day('hr-HR'), day(null)]).toEqual(['2024-11-06', '2024-10-06', '1970-01-01'])
	expect(parseDate('6 Mar 2024', 'no language at all')).not.toBeNull()
})
