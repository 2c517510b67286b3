import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import ny from '../../rules/us-ny.json' with { type: 'json' }
import { ruleSet } from '../../rules-schema.ts'
import { commonNumbers, formatSources, readCredits, withSources } from './rule-edit.ts'
import { problemIn, toJson } from './rules-form.ts'

const text = toJson(z.parse(ruleSet, ny))
const numberOf = (json: string, label: string, kind = 'experienced') => {
	const found = commonNumbers(json)
		?.find((group) => group.kind === kind)
		?.numbers.find((number) => number.label === label)
	if (!found) throw new Error(`No number ${label}`)
	return found
}

test('lists the required and carried-over credits by kind of cycle', () => {
	expect(commonNumbers(text)?.map(({ kind }) => kind)).toEqual(['experienced', 'newly-1', 'newly-2'])
	expect(numberOf(text, 'All credits')).toMatchObject({ value: 2400, isChecked: true })
	expect(numberOf(text, 'Carry-over, at most')).toMatchObject({ value: 600 })
	expect(numberOf(text, 'Skills', 'newly-1')).toMatchObject({ value: 600, isChecked: false })
})

test('changes one number and nothing else', () => {
	const changed = numberOf(text, 'All credits').withValue(2650)
	expect(numberOf(changed, 'All credits').value).toBe(2650)
	expect(changed.replace('"credits": 2650', '"credits": 2400')).toBe(text)
	const checked = numberOf(text, 'Skills', 'newly-1').withChecked(true)
	expect(numberOf(checked, 'Skills', 'newly-1').isChecked).toBe(true)
	expect(problemIn(checked)).toBeUndefined()
})

test('turns invalid input into a missing number and names its path', () => {
	const changed = numberOf(text, 'Carry-over, at most').withValue(readCredits('six'))
	expect(numberOf(changed, 'Carry-over, at most').value).toBeNull()
	expect(problemIn(changed)).toBe('carryOver.experienced.most: Enter a whole number')
	expect(commonNumbers('{')).toBeUndefined()
	expect([readCredits('1,5'), readCredits('2'), readCredits('')]).toEqual([150, 200, null])
})

test('writes sources as lines', () => {
	const lines = 'https://www.nycourts.gov/cle The board\n\nhttps://example.org 22 NYCRR 1500'
	const changed = withSources(text, lines)
	expect(formatSources(changed)).toBe(lines.replace('\n\n', '\n'))
	expect(problemIn(withSources(text, 'nycourts.gov The board'))).toBe('sources.0.url: Use a URL with https://')
})
