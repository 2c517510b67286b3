import { expect, test } from 'vitest'
import { joinedWhole, joinedWords, typedConditions } from './joined-words.ts'
import { excerptAround, markWords } from './search/text-marks.ts'

test.each([
	['The 401(k) was divided.', '401k'],
	['F.R.C.P.', 'FR FRC FRCP RC RCP CP'],
	['12(b)(6)', '12b 12b6 b6'],
	['e-discovery, non\u2011profit', 'ediscovery nonprofit'],
	['$1,500.22', '1500 150022 50022'],
	['[sic] (k) end. Next, one - two', ''],
	['Señor.Núñez', 'SeñorNúñez'],
	['and/or O’Brien 3:15', ''],
])('%s is also indexed as %j', (text, joined) => {
	expect(joinedWords(text)).toBe(joined)
})

test('joins up to six adjacent words of a long run, up to the maximum word length', () => {
	const joined = joinedWords('a.b.c.d.e.f.g.h').split(' ')
	expect(joined).toContain('cdefgh')
	expect(joined.filter((word) => word.length > 6)).toEqual([])
	expect(joinedWords(`${'x'.repeat(40)}.y`)).toBe('')
})

test('joins text only if it is a single run', () => {
	expect(['F.R.C.P.', '$401(k)', 'plain', 'a.b c.d', ''].map(joinedWhole)).toEqual([
		'FRCP',
		'401k',
		undefined,
		undefined,
		undefined,
	])
})

test('matches a run by its separate or joined words, up to ten words in total', () => {
	const quote = (word: string, isLast: boolean) => `"${word}"${isLast ? '*' : ''}`
	expect(typedConditions('fee 401(k)', quote)).toEqual(['"fee"', '(("401" AND "k"*) OR "401k"*)'])
	expect(typedConditions(' "*" ', quote)).toEqual([])
	expect(typedConditions(`${'a '.repeat(9)}b.c.d`, quote)).toHaveLength(10)
	expect(typedConditions(`${'a '.repeat(9)}b.c.d`, quote).at(-1)).toBe('"b"*')
})

const marked = (text: string, typed: string) => markWords(text, typed).marks.map(([from, to]) => text.slice(from, to))

test.each([
	['The 401(k) was divided.', '401k', ['401(k)']],
	['The 401k was divided.', '401(k)', ['401k']],
	['Under F.R.C.P. 56, and FRCP.', 'FRCP', ['F.R.C.P', 'FRCP']],
	['Under Rule 12(b)(6)-style motions', '12b6', ['12(b)(6)']],
	['An attorney-client matter', 'attor', ['attorney']],
	['An e-discovery-plan', 'ediscov', ['e-discovery']],
	['The client-side', 'client side', ['client', 'side']],
])('marks in %j the words of %j', (text, typed, marks) => {
	expect(marked(text, typed)).toEqual(marks)
})

test('cuts the excerpt around the words and keeps the marks inside it', () => {
	const { text, marks } = excerptAround(`${'Something else. '.repeat(40)}The 401(k) was divided.`, '401k', 80)
	expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(['401(k)'])
})
