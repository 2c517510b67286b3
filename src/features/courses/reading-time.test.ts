import { describe, expect, it } from 'vitest'
import type { CourseModule } from '#src/features/modules/contract.ts'
import { effortOf, readingMinutes } from './reading-time.ts'

const words = (count: number) => Array(count).fill('word').join(' ')
const module = (type: string, data: object, content = words(500)) =>
	effortOf({ type, content, additionalContent: JSON.stringify(data) } as CourseModule)

describe('reading time', () => {
	it.each([
		['nothing', '', 1],
		['one word', '<p>Word</p>', 1],
		['a minute', words(228), 1],
		['four', `<p>${words(456)}</p><p>${words(456)}</p>`, 4],
		['no tags, attributes or bare signs', `<a href="a b c d">${words(456)}</a>${' - '.repeat(500)}`, 2],
		['words beyond plain English', 'žába – ряд 法 '.repeat(152), 2],
		['words that only tags divide', '<li>one</li><li>two</li>'.repeat(228), 2],
	])('of %s', (_, html, minutes) => expect(readingMinutes(html)).toBe(minutes))
})

describe('module effort', () => {
	// As sent to members: without the right answer.
	const question = { question: 'Why?', options: ['a', 'b'] }
	it.each([
		['text', {}, '2 min read'],
		['journal', { prompt: 'What?' }, '2 min read'],
		['of a former release', {}, '2 min read'],
		['quiz', { questions: [question] }, '1 question'],
		['quiz', { questions: [question, question] }, '2 questions'],
		['video', { duration: '12:30' }, '13 min'],
		['video', { duration: '0:20' }, '1 min'],
		['video', { duration: '1:02:03' }, '62 min'],
		['video', { duration: 'about an hour' }, 'about an hour'],
		['video', {}, ''],
	])('%s %j', (type, data, said) => expect(module(type, data)).toBe(said))
})
