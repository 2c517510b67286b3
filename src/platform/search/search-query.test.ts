import { expect, test } from 'vitest'
import { looseTier, parseSearch, searchTiers } from './search-query.ts'

const INDEX = {
	table: 't',
	rows: 'r',
	title: 'heading',
	columns: 'heading text',
	within: 'tags : kcourses',
	hasPrefixes: true,
}
const termsOf = (typed: string) => parseSearch(typed).terms.map((term) => term.words.join(' '))

test.each([
	['retainer letter', ['retainer', 'letter']],
	['"retainer letter" fee', ['retainer letter', 'fee']],
	['“retainer letter”', ['retainer letter']],
	['1500.22', ['1500 22']],
	["O'Brien", ['O Brien']],
	['e-discovery -fee', ['e discovery']],
	['"unbalanced', ['unbalanced']],
	['§ 1983', ['1983']],
	['AND OR NOT NEAR', ['AND', 'OR', 'NOT', 'NEAR']],
	['...', []],
	['a b c d e f g h i j k l', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']],
])('parses %s to the terms %j', (typed, expected) => {
	expect(termsOf(typed)).toEqual(expected)
})

test.each([
	['in:podcast fee', 'podcast'],
	['fee IN:Courses', 'courses'],
	['in:question fee', 'questions'],
	['in:episodes fee', 'podcast'],
	['in:nothing fee', undefined],
])('%s searches the tab %s', (typed, tab) => {
	expect(parseSearch(typed).tab).toBe(tab)
})

test('parses excluded words and phrases', () => {
	expect(parseSearch('fee -retainer -"flat fee"').without).toEqual([['retainer'], ['flat', 'fee']])
})

test('treats only an unfinished last word of three to five letters as a prefix', () => {
	const last = (typed: string) => searchTiers(INDEX, parseSearch(typed)).at(-1)?.expression
	expect(last('the ret')).toContain('"ret" *')
	for (const typed of ['the ret ', '"the ret"', 'the re', 'the retain', 'the ret.', 'ret -x '])
		expect(last(typed), typed).not.toContain('*')
})

test('applies words, index filter and exclusions in every tier', () => {
	const tiers = searchTiers(INDEX, parseSearch('retainer letter -fee'))
	expect(tiers.map(({ tier }) => tier)).toEqual([8, 5, 3, 1])
	for (const { expression } of tiers)
		expect(expression).toMatch(/^\(\(tags : kcourses AND .*\)\) NOT \(\{heading text\} : "fee"\)$/)
})

test('still matches if any one word is missing, but not if two are', () => {
	const letters = ['a', 'b', 'c', 'd', 'e']
	const [tier] = looseTier({ ...INDEX, within: '' }, parseSearch(letters.join(' ')))
	const condition = (tier?.expression ?? '')
		.replace('{heading text} : ', '')
		.replaceAll('AND', '&&')
		.replaceAll('OR', '||')
	const holds = (has: readonly string[]) =>
		// biome-ignore lint/security/noGlobalEval: the expression is built by this test
		Boolean(eval(condition.replaceAll(/"(\w)"/g, (_, letter: string) => String(has.includes(letter)))))
	for (const missing of letters) expect(holds(letters.filter((letter) => letter !== missing))).toBe(true)
	for (const one of letters)
		for (const other of letters)
			if (one !== other) expect(holds(letters.filter((letter) => letter !== one && letter !== other))).toBe(false)
	expect(looseTier(INDEX, parseSearch('alone'))).toEqual([])
})

test('searches titles only by their marked words', () => {
	const [title] = searchTiers({ ...INDEX, title: 'tags', mark: 'h' }, parseSearch('"trust account" fee'))
	expect(title).toMatchObject({ tier: 8, isRare: true })
	expect(title?.expression).toMatch(/^\(tags : kcourses AND \{tags\} : .*"hfee".*\)$/)
	expect(title?.expression).toContain('"htrust haccount"')
})
