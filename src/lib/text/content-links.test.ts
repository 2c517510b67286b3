import { expect, test } from 'vitest'
import { contentLinks, MAX_LINKS } from './content-links.ts'

const describeLinks = (text: string) =>
	contentLinks(text, 'https://club.example').map(({ toKind, toId, start }) => `${toKind} ${toId} ${start}`)

test.each<[string, string[]]>([
	['See https://club.example/podcast/raising-fees?t=12:34.', ['episode raising-fees 754']],
	['See http://CLUB.example/podcast/raising-fees#t-90, and', ['episode raising-fees 90']],
	['(/podcast/raising-fees#t=1h2m3s)', ['episode raising-fees 3723']],
	['<a href="/podcast/raising-fees?a=1&amp;t=90s">', ['episode raising-fees 90']],
	['{"text":"<a href=\\"/podcast/raising-fees\\">it</a>"}', ['episode raising-fees null']],
	['/podcast/raising-fees?t=never', ['episode raising-fees null']],
	['/podcast/raising-fees/transcript.txt', ['episode raising-fees null']],
	['[the course](/courses/client-intake?m=1)', ['course client-intake null']],
	['/podcast/one /podcast/one /podcast/one?t=5', ['episode one null', 'episode one 5']],
	['https://club.example/courses/019aaf', ['course 019aaf null']],
])('finds the links in %s', (text, links) => {
	expect(describeLinks(text)).toEqual(links)
})

test.each([
	'https://other.example/podcast/raising-fees',
	'https://club.example.evil.example/podcast/raising-fees',
	'https://evil.example/?to=/podcast/raising-fees',
	'https://evil.example#/podcast/raising-fees',
	'https://club.example@evil.example/podcast/raising-fees',
	'their/podcast/raising-fees',
	'//podcast/raising-fees',
	'/podcast/',
	'/podcast/page/2 and /podcast/player',
	'/podcasts/raising-fees',
])('finds nothing in %s', (text) => {
	expect(describeLinks(text)).toEqual([])
})

test('parses half a megabyte of links and keeps the first ones', () => {
	const text = Array.from({ length: 20_000 }, (_, at) => `/podcast/episode-${at}?t=${at}`).join(' ')
	expect(describeLinks(text)).toHaveLength(MAX_LINKS)
	expect(describeLinks(`${'/podcast/'.repeat(60_000)}${'/'.repeat(60_000)}`)).toEqual([])
})
