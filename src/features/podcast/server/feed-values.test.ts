import { afterEach, describe, expect, test } from 'vitest'
import { isAudio, parseDate, parseDuration, safeLink } from './feed-values.ts'

describe('parseDuration', () => {
	test.each([
		['6384', 6_384],
		['1:46:24', 6_384],
		['01:01:55', 3_715],
		['62:10', 3_730],
		['00:45', 45],
		[' 45 ', 45],
		['45.6', 46],
		['1:02:03.5', 3_724],
	])('%j is %i seconds', (text, seconds) => {
		expect(parseDuration(text)).toBe(seconds)
	})

	test.each([
		'',
		'long',
		'1h 20m',
		'-5',
		'1:75:00',
		'10:61',
		'1:2:3:4',
		'12:',
		':30',
		'0',
		'00:00:00',
		'9999999',
		'1e3',
		'5 000',
	])('%j is unknown', (text) => {
		expect(parseDuration(text)).toBeNull()
	})
})

describe('parseDate', () => {
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
	])('%j is %s, wherever the server stands', (text, iso) => {
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
	])('%j is none', (text) => {
		expect(parseDate(text)).toBeNull()
	})
})

describe('safeLink', () => {
	const link = (text: string, base = 'https://feeds.example/show/feed.xml') =>
		safeLink(text, base, 'http://club.lan:4321')

	test.each([
		['https://cdn.example/a.mp3?x=1&y=2', 'https://cdn.example/a.mp3?x=1&y=2'],
		[' /a b.mp3 ', 'https://feeds.example/a%20b.mp3'],
		['a.mp3', 'https://feeds.example/show/a.mp3'],
		['//cdn.example/a.mp3', 'https://cdn.example/a.mp3'],
		['http://old.example/a.mp3', 'https://old.example/a.mp3'],
		['http://localhost:4550/a.mp3', 'http://localhost:4550/a.mp3'],
		['http://127.0.0.1/a.mp3', 'http://127.0.0.1/a.mp3'],
		['http://club.lan:4321/a.mp3', 'http://club.lan:4321/a.mp3'],
	])('%s becomes %s', (text, url) => {
		expect(link(text)).toBe(url)
	})

	test('a relative link of a feed on plain http is upgraded too', () => {
		expect(link('a.mp3', 'http://feeds.example/feed.xml')).toBe('https://feeds.example/a.mp3')
	})

	test.each([
		'',
		'  ',
		'javascript:alert(1)',
		'data:audio/mpeg;base64,AAAA',
		'file:///etc/passwd',
		'ftp://old.example/a.mp3',
		'https://user:secret@cdn.example/a.mp3',
		'https://user@cdn.example/a.mp3',
		'https://',
		`https://cdn.example/${'a'.repeat(2_048)}`,
		`https://cdn.example/${'é'.repeat(1_000)}`,
	])('%j is refused', (text) => {
		expect(link(text)).toBeNull()
	})
})

test.each([
	['https://a.example/x', 'audio/mpeg', true],
	['https://a.example/x.MP3?token=1', '', true],
	['https://a.example/x.m4a', 'x-audio/mp3', true],
	['https://a.example/live?format=.mp3', '', true],
	['https://a.example/x.mp4', 'video/mp4', false],
	['https://a.example/x.pdf', 'application/pdf', false],
	['https://a.example/mp3', '', false],
])('%s of type "%s" is audio: %s', (url, type, expected) => {
	expect(isAudio(url, type)).toBe(expected)
})
