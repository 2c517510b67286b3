import { describe, expect, test } from 'vitest'
import { audioOf, fileLink, parseDuration, safeLink } from './feed-values.ts'

describe('parseDuration', () => {
	test.each([
		['6384', 6_384],
		['1:46:24', 6_384],
		['01:01:55', 3_715],
		['62:10', 3_730],
		['1:75:00', 8_100],
		['10:61', 661],
		['00:45', 45],
		[' 45 ', 45],
		['45.6', 46],
		['1:02:03.5', 3_724],
		['1h 20m', 4_800],
		['45 min', 2_700],
		['1 hour, 2 minutes 3 seconds', 3_723],
		['PT1H46M24S', 6_384],
		['PT90M', 5_400],
		['95s', 95],
		['00:27:46:00', 1_666],
		['1:02:03:04:05', 3_723],
		['3,600', 3_600],
		['1,234.5', 1_235],
		['27:46.', 1_666],
		['00:27:46,500', 1_667],
		['P0DT0H27M46S', 1_666],
		['00:27:46;12', 1_666],
		['27:46 min', 1_666],
		['1:02:03 hours', 3_723],
	])('%j is %i seconds', (text, seconds) => {
		expect(parseDuration(text)).toBe(seconds)
	})

	test.each(['', 'long', '-5', 'PT', '1h 20', '20m 1h', '12:', ':30', '0', '00:00:00', '9999999', '1e3', '5 000'])(
		'%j is unknown',
		(text) => {
			expect(parseDuration(text)).toBeNull()
		},
	)
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

	test('upgrades a relative link of a feed on plain http too', () => {
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
	])('rejects %j', (text) => {
		expect(link(text)).toBeNull()
	})
})

test('keeps plain http for a file that only the server reads, and rejects other schemes', () => {
	const link = (text: string) => fileLink(text, 'http://feeds.example/show/feed.xml')
	expect(link('t.vtt')).toBe('http://feeds.example/show/t.vtt')
	expect(link('http://old.example/t.vtt')).toBe('http://old.example/t.vtt')
	for (const text of ['file:///etc/passwd', 'https://user@cdn.example/t', '']) expect(link(text), text).toBeNull()
})

test.each([
	['https://a.example/x', 'audio/mpeg', 'audio'],
	['https://a.example/x.MP3?token=1', '', 'audio'],
	['https://a.example/x.m4a', 'x-audio/mp3', 'audio'],
	['https://a.example/live?format=.mp3', '', 'audio'],
	['https://a.example/x?id=1', 'mp3', 'audio'],
	['https://a.example/x/2', 'application/octet-stream', 'unknown'],
	['https://a.example/mp3', '', 'unknown'],
	['https://a.example/x.mp4', 'video/mp4', 'other'],
	['https://a.example/x.mp4', '', 'other'],
	['https://a.example/x.pdf', 'application/pdf', 'other'],
	['https://a.example/x.jpg', 'application/octet-stream', 'other'],
])('%s of type "%s" is %s', (url, type, expected) => {
	expect(audioOf(url, type)).toBe(expected)
})
