import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Jurisdiction } from '../ledger-schema.ts'
import { type CreditForm, creditForm, emptyCredit, sourcesOf, toCredit } from './credit-form.ts'

const typed: CreditForm = {
	...emptyCredit('a1', '2026-11-29'),
	...{ title: 'Escrow basics', provider: 'City Bar', category: 'ethics', minutes: '75' },
}
const california = { mustBeAway: true, speaking: true, takesCarryOver: false } as Jurisdiction
const newYork = { mustBeAway: false, speaking: true, takesCarryOver: true } as Jurisdiction
const errorsOf = (form: CreditForm) =>
	z.safeParse(creditForm, form).error?.issues.map(({ path, message }) => [path.join('.'), message])

test.each([
	['1', 100],
	['1.5', 150],
	['0.25', 25],
	['12,75', 1275],
])('parses %s credits', (credits, hundredths) => {
	expect(z.parse(creditForm, { ...typed, minutes: '', credits }).credits).toBe(hundredths)
})

test('takes either minutes or credits, not both', () => {
	expect(z.parse(creditForm, typed)).toMatchObject({ minutes: 75, credits: null })
	const missing = [['minutes', 'Enter the minutes or the credits']]
	expect(errorsOf({ ...typed, minutes: '' })).toEqual(missing)
	expect(errorsOf({ ...typed, credits: '1.5' })).toEqual(missing)
	expect(errorsOf({ ...typed, credits: 'two', minutes: '' })?.[0]).toEqual([
		'credits',
		'Enter the credits, from 0.25 to 100',
	])
	expect(errorsOf({ ...typed, more: [{ category: 'bias', minutes: '', credits: '' }] })).toEqual([
		['more.0.minutes', 'Enter the minutes or the credits'],
	])
})

test('sends only the fields that the form showed', () => {
	const input = z.parse(creditForm, {
		...typed,
		...{ isRepeat: true, attendedMinutes: '40', approval: 'other', wasAway: true },
	})
	const more = { mediaId: null, force: false }
	expect(toCredit(input, newYork, more)).toMatchObject({
		...{ isRepeat: false, attendedMinutes: 0, approval: 'own', wasAway: false },
	})
	expect(toCredit({ ...input, source: 'speaking' }, california, more)).toMatchObject({
		...{ isRepeat: true, attendedMinutes: 40, approval: 'other', wasAway: true },
	})
})

test('offers only the sources that the rules support', () => {
	expect(sourcesOf(california)).toEqual(['outside', 'speaking'])
	expect(sourcesOf(newYork)).toEqual(['outside', 'speaking', 'carry'])
})
