import { expect, test } from 'vitest'
import {
	chaptersFileOf,
	chooseTranscript,
	highlightsOf,
	inlineChapters,
	numberOf,
	peopleOf,
	typeOf,
} from './feed-tags.ts'

/** Builds an element like the parser's. */
const element = (attributes: Record<string, string>, text = '') => ({ $: attributes, _: text })
const toLink = (link: string) => (URL.canParse(link) ? new URL(link).href : null)
const transcript = (url: string, type: string, attributes: Record<string, string> = {}) =>
	element({ url: `https://files.example/${url}`, type, ...attributes })
const chosenFile = (...elements: object[]) => chooseTranscript(elements, 'en-us', toLink)?.url.split('/').at(-1)

test('treats captions as timed, whatever their type', () => {
	const page = transcript('page', 'text/html')
	const captions = transcript('captions', 'text/html', { rel: 'captions' })
	expect(chosenFile(page, captions)).toBe('captions')
	expect(chosenFile(page, transcript('odd', 'application/octet-stream', { rel: 'captions' }))).toBe('odd')
	expect(chosenFile(page, transcript('odd', 'application/octet-stream'))).toBe('page')
	expect(chosenFile(transcript('odd', 'application/pdf'))).toBeUndefined()
})

test('falls back to the file extension for an unclear type', () => {
	const chosenType = (...elements: object[]) => chooseTranscript(elements, 'en', toLink)?.type
	expect(chosenType(transcript('a.vtt', ''))).toBe('text/vtt')
	expect(chosenType(transcript('a.srt?v=2', 'text/plain; charset=utf-8'))).toBe('application/srt')
	expect(chosenType(transcript('a.json', 'application/octet-stream'))).toBe('application/json')
	expect(chosenType(transcript('a.txt', ''))).toBe('text/plain')
	expect(chosenType(transcript('a.mp3', ''))).toBeUndefined()
	for (const odd of ['plain/txt', 'txt', 'application/x-unknown'])
		expect(chosenType(transcript('a.txt', odd))).toBe('text/plain')
	expect(chosenType(transcript('a', 'plain/txt'))).toBe('text/plain')
	expect(chosenType(transcript('a?format=1', 'application/webvtt'))).toBe('text/vtt')
	// A specific type wins over the file name.
	expect(chosenType(transcript('a.vtt', 'application/json'))).toBe('application/json')
	expect(chosenType(transcript('a.vtt', 'application/pdf'))).toBeUndefined()
	expect(chosenFile(transcript('b.txt', 'text/plain'), transcript('a.srt', 'text/plain'))).toBe('a.srt')
})

test("prefers the feed's language, then the richest format", () => {
	const forms = [
		...[transcript('text', 'text/plain'), transcript('html', 'text/html'), transcript('json', 'application/json')],
		...[transcript('srt', 'text/srt'), transcript('vtt', 'text/vtt')],
	]
	for (const count of [5, 4, 3, 2, 1])
		expect(chosenFile(...forms.slice(0, count))).toBe(['text', 'html', 'json', 'srt', 'vtt'][count - 1])
	const spanish = transcript('es', 'text/vtt', { language: 'es' })
	expect(chosenFile(spanish, transcript('english', 'text/plain', { language: 'EN-gb' }))).toBe('english')
	expect(chosenFile(spanish)).toBe('es')
})

test('limits names to 128 characters, defaults the role to host, and keeps only https links', () => {
	const people = peopleOf(
		[
			element({}, 'a'.repeat(200)),
			element({ role: 'Guest', href: 'http://plain.example/' }, 'Bea'),
			element({ href: 'https://cy.example/' }, ' <b>Cy</b> '),
			element({ href: 'javascript:alert(1)' }, 'Di'),
			element({}, ' '),
		],
		toLink,
	)
	expect(people.map(({ name, role, href }) => [name.length > 20 ? name.length : name, role, href])).toEqual([
		[128, 'host', null],
		['Bea', 'guest', null],
		['Cy', 'host', 'https://cy.example/'],
		['Di', 'host', null],
	])
})

test('reads chapters from JSON of either type, or from the feed', () => {
	const file = (type: string) => chaptersFileOf([element({ url: 'https://files.example/c', type })], toLink)
	for (const type of ['application/json+chapters', 'application/json', '']) expect(file(type)?.type).toBe(type)
	expect(file('text/html')).toBeNull()
	expect(chaptersFileOf([element({ url: 'https://files.example/c.json', type: 'text/html' })], toLink)).not.toBeNull()
	const inline = (start: string) =>
		inlineChapters({ 'psc:chapter': [element({ start, title: 'One', href: 'http://plain.example/' })] }, toLink)
	expect(inline('00:01:02.5')).toEqual([{ start: 62_500, end: null, title: 'One', url: null }])
	expect(inline('soon')).toEqual([])
})

test('takes at most three highlights with a start and a length', () => {
	const bite = (startTime: string, duration: string) => element({ startTime, duration }, 'Hear this')
	const four = ['1', '2', '3', '4'].map((start) => bite(start, '30'))
	expect(highlightsOf(four)).toHaveLength(3)
	expect(highlightsOf([bite('33.84', '60.1')])).toEqual([{ start: 33_840, duration: 60_100, title: 'Hear this' }])
	expect(highlightsOf([bite('', '30'), bite('-1', '30'), bite('5', '0'), bite('x', 'y')])).toEqual([])
})

test('takes the first integer, and treats any type but trailer and bonus as full', () => {
	expect(numberOf('x', '7')).toBe(7)
	expect([numberOf('1.5'), numberOf('-1'), numberOf(), numberOf('1234567')]).toEqual([null, null, null, null])
	expect(['Trailer', ' bonus ', 'full', 'odd'].map(typeOf)).toEqual(['trailer', 'bonus', 'full', 'full'])
})
