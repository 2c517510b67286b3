import { expect, test } from 'vitest'
import { readLines, toLines } from './chapter-lines.ts'

const CHAPTERS = [
	{ start: 0, title: 'Welcome', url: null },
	{ start: 754, title: 'Raising fees: how to say it', url: 'https://more.example/fees' },
	{ start: 3723, title: '2 letters', url: null },
]

test('converts chapters to lines and back', () => {
	const lines = '0:00 Welcome\n12:34 Raising fees: how to say it https://more.example/fees\n1:02:03 2 letters'
	expect(toLines(CHAPTERS)).toBe(lines)
	expect(readLines(lines)).toEqual({ chapters: CHAPTERS })
})

test('reads lines as written in show notes', () => {
	const lines =
		'\n(0:00) Welcome\n\n[12:34] - Raising fees: how to say it https://more.example/fees \n1h2m3s – 2 letters\n'
	expect(readLines(lines)).toEqual({ chapters: CHAPTERS })
	expect(readLines(' \n')).toEqual({ chapters: [] })
})

test.each(['Welcome', '0:00 Welcome\n12.34 Then', '0:00 Welcome\n\n0:05'])(
	'names the line that is not a chapter: %s',
	(lines) => {
		const line = lines.split('\n').length
		expect(readLines(lines)).toEqual({ problem: `Line ${line} must start with a time, such as 12:34, and a title` })
	},
)
