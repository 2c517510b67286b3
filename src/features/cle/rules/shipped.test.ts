import { describe, expect, test } from 'vitest'
import { speakingCredits } from '../engine/credits.ts'
import { evaluate } from '../engine/evaluate.ts'
import type { CreditFacts } from '../engine/types.ts'
import type { CycleKind, Format, RuleSet } from '../rules-schema.ts'
import { shippedRules } from './shipped.ts'

const rulesOf = (jurisdiction: string): RuleSet => {
	const found = shippedRules.find((rules) => rules.jurisdiction === jurisdiction)
	if (!found) throw new Error(`No rules of ${jurisdiction}`)
	return found
}

/** Credits in hundredths: `['areas', 100]`, or with their format. */
type CreditEntry = [category: string, credits: number, format?: Format, date?: string]

const factsOf = (given: readonly CreditEntry[]): CreditFacts[] =>
	given.map(([category, credits, format = 'live', date = '2026-05-05'], at) => ({
		...{ id: `c${at}`, date, format, credits: { [category]: credits } },
	}))

const judge = (rules: RuleSet, given: readonly CreditEntry[], kind: CycleKind = 'experienced', due = '2027-12-31') =>
	evaluate({ kind, due, activeMonths: null }, factsOf(given), rules)

const missingOf = (...args: Parameters<typeof judge>) =>
	Object.fromEntries(
		judge(...args).requirements.flatMap(({ id, missing }) => (missing > 0 ? [[id, missing] as const] : [])),
	)

const needsOf = (jurisdiction: string, due = '2027-12-31') =>
	Object.fromEntries(
		judge(rulesOf(jurisdiction), [], 'experienced', due).requirements.map(({ id, need }) => [id, need]),
	)

test('Illinois carries over 10 hours, at most 6 of them from all categories of professional responsibility', () => {
	const given: CreditEntry[] = [
		['responsibility', 3_700],
		['diversity', 300],
		['mental-health', 300],
	]
	expect(judge(rulesOf('US-IL'), given).carryOut).toBe(600)
	expect(judge(rulesOf('US-IL'), [...given, ['general', 300]]).carryOut).toBe(900)
	expect(judge(rulesOf('US-IL'), [...given, ['general', 700]]).carryOut).toBe(1_000)
})

describe('New York, newly admitted', () => {
	const newYork = rulesOf('US-NY')
	const skills: CreditEntry = ['skills', 600]
	const ethics: CreditEntry = ['ethics', 300]

	test.each(['newly-1', 'newly-2'] as const)('%s requires 7 of practice, 6 of skills and 3 of ethics', (kind) => {
		const cyber = kind === 'newly-2' ? { cyber: 100 } : {}
		expect(missingOf(newYork, [], kind)).toEqual({ total: 1600, practice: 700, skills: 600, ethics: 300, ...cyber })
		const given: CreditEntry[] = [['areas', 400], ['management', 200], ['cyber-general', 100], skills, ethics]
		expect(missingOf(newYork, given, kind)).toEqual({})
	})

	test('accepts skills and ethics only from a classroom or an interactive session', () => {
		const alone: CreditEntry[] = [
			['areas', 700],
			['skills', 600, 'recorded'],
			['ethics', 300, 'self-study'],
		]
		expect(missingOf(newYork, alone, 'newly-1')).toEqual({ skills: 600, ethics: 300 })
		expect(missingOf(newYork, [['areas', 700, 'recorded'], ['skills', 600, 'online'], ethics], 'newly-1')).toEqual({})
	})

	test('accepts the cybersecurity credit from either year, and 3 of cyber-ethics from both years together', () => {
		const second = (earlier: readonly CreditEntry[], own: readonly CreditEntry[]) => {
			const judged = { kind: 'newly-2' as const, due: '2028-01-15', activeMonths: null }
			const { requirements } = evaluate(judged, factsOf(own), newYork, { earlier: factsOf(earlier) })
			return Object.fromEntries(requirements.map(({ id, missing }) => [id, missing]))
		}
		const cyber: CreditEntry = ['cyber-ethics', 300]
		expect(second([], [])).toMatchObject({ cyber: 100, ethics: 300 })
		expect(second([['cyber-general', 100, 'recorded']], [])).toMatchObject({ cyber: 0, ethics: 300, total: 1600 })
		expect(second([], [cyber])).toMatchObject({ cyber: 0, ethics: 0 })
		expect(second([cyber], [cyber])).toMatchObject({ cyber: 0, ethics: 300 })
		expect(
			second(
				[
					['cyber-ethics', 200],
					['ethics', 100],
				],
				[cyber],
			),
		).toMatchObject({ ethics: 200 })
		// The first year needed no cyber-ethics, so the limit of 3 is still unused.
		expect(second([cyber, ethics], [cyber])).toMatchObject({ ethics: 0 })
	})

	test('counts half a credit of cybersecurity once, even if it is carried over', () => {
		const half: CreditFacts = { ...{ id: 'x', date: '2026-05-05', format: 'live' }, credits: { 'cyber-general': 50 } }
		const judged = { kind: 'newly-2' as const, due: '2028-01-15', activeMonths: null }
		const { requirements } = evaluate(judged, [{ ...half, age: 1 }], newYork, { earlier: [half] })
		expect(requirements.find(({ id }) => id === 'cyber')?.missing).toBe(50)
	})

	test('carries over neither ethics nor cyber-ethics', () => {
		const given: CreditEntry[] = [['areas', 700], skills, ethics, ['ethics', 200], ['cyber-ethics', 200]]
		expect(judge(newYork, given, 'newly-1').carryOut).toBe(0)
		expect(judge(newYork, given, 'newly-2').carryOut).toBe(0)
	})
})

describe('California', () => {
	const california = rulesOf('US-CA')

	test('counts 12.5 hours of self-study and reports the latest credits as excess', () => {
		const given: CreditEntry[] = [
			['general', 500, 'self-study', '2026-01-01'],
			['general', 500, 'self-study', '2026-03-01'],
			['general', 300, 'self-study', '2026-02-01'],
			['ethics', 100, 'self-study', '2026-02-15'],
		]
		expect(judge(california, given).overCap).toEqual([
			{ id: 'self-study', label: 'Self-study', credits: 150, creditIds: ['c1'] },
		])
		expect(judge(california, [...given, ['general', 450, 'self-study', '2026-02-20']]).overCap).toMatchObject([
			{ credits: 600, creditIds: ['c1', 'c4'] },
		])
	})

	test('counts implicit bias toward bias and prevention toward competence, but not the reverse', () => {
		expect(
			missingOf(california, [
				['bias', 200],
				['competence', 200],
			]),
		).toMatchObject({
			...{ 'implicit-bias': 100, prevention: 100 },
		})
		const missing = missingOf(california, [
			['implicit-bias', 200],
			['prevention', 200],
		])
		for (const id of ['bias', 'implicit-bias', 'competence', 'prevention']) expect(missing).not.toHaveProperty(id)
	})

	test('reduces the total and ethics for fewer active months, but not the subfields', () => {
		const reduced = evaluate({ kind: 'experienced', due: '2027-03-29', activeMonths: 20 }, [], california)
		expect(Object.fromEntries(reduced.requirements.map(({ id, need }) => [id, need]))).toEqual({
			...{ total: 1400, participatory: 700, ethics: 300, bias: 200, 'implicit-bias': 100 },
			...{ competence: 200, prevention: 100, technology: 100, civility: 100 },
		})
		expect(reduced.assumptions.join()).toContain('not reduced until that rule is checked')
	})

	test('requires training of new attorneys within a year, which our courses do not cover', () => {
		expect(california.training).toMatchObject({ months: 12, text: expect.stringContaining('10 hours') })
		expect(california.providerDuties).toMatchObject([{ kind: 'upload', withinDays: 60 }, { kind: 'keep' }])
	})
})

describe('the templates', () => {
	test('are unchecked, unlike New York and California', () => {
		const unchecked = shippedRules.filter(({ status }) => status === 'unchecked')
		expect(unchecked.map(({ jurisdiction }) => jurisdiction).toSorted()).toEqual([
			...['US-FL', 'US-GA', 'US-IL', 'US-NJ', 'US-TX'],
		])
	})

	test.each<[string, string, Record<string, number>]>([
		['US-TX', '2027-02-28', { total: 1500, ethics: 300 }],
		['US-FL', '2027-01-31', { total: 3000, technology: 300, ethics: 500, 'bar-course': 200 }],
		['US-IL', '2028-06-30', { total: 3000, responsibility: 600, diversity: 100, 'mental-health': 100 }],
		['US-GA', '2025-12-31', { total: 1200, ethics: 100, professionalism: 100 }],
		['US-GA', '2027-12-31', { total: 1800, ethics: 300, professionalism: 200 }],
		['US-NJ', '2026-12-31', { total: 2400, ethics: 500, diversity: 200 }],
		['US-NJ', '2027-12-31', { total: 2400, ethics: 500, diversity: 200, technology: 100 }],
	])('%s requires its hours by %s', (jurisdiction, due, needs) => {
		expect(needsOf(jurisdiction, due)).toEqual(needs)
	})

	test.each<[string, number, number]>([
		['US-TX', 52, 75],
		['US-TX', 53, 100],
		['US-FL', 50, 100],
		['US-GA', 59, 50],
		['US-GA', 60, 100],
		['US-NJ', 24, 0],
		['US-NJ', 25, 50],
	])('%s: %i minutes give %i', async (jurisdiction, minutes, credits) => {
		const { creditsOf } = await import('../engine/credits.ts')
		expect(creditsOf(minutes, rulesOf(jurisdiction))).toBe(credits)
	})

	test('apply their limits: self-study in Texas, recordings in New Jersey', () => {
		const texas: CreditEntry[] = [
			['general', 1_200],
			['ethics', 300, 'self-study'],
			['general', 200, 'self-study'],
		]
		expect(missingOf(rulesOf('US-TX'), texas)).toEqual({ ethics: 200 })
		expect(judge(rulesOf('US-TX'), texas).overCap).toMatchObject([{ credits: 200 }])
		const newJersey: CreditEntry[] = [
			['general', 2_000, 'recorded'],
			['diversity', 200],
			['ethics', 300],
			['technology', 100],
		]
		expect(missingOf(rulesOf('US-NJ'), newJersey)).toEqual({ total: 600 })
	})

	test.each<[string, CreditEntry[], number]>([
		[
			'US-TX',
			[
				['general', 3_000],
				['ethics', 300],
			],
			1_500,
		],
		['US-TX', [['ethics', 2_400]], 300],
		['US-FL', [['general', 6_000]], 0],
		[
			'US-IL',
			[
				['general', 5_000],
				['responsibility', 600],
			],
			1_000,
		],
		[
			'US-GA',
			[
				['general', 5_000],
				['ethics', 300],
				['professionalism', 200],
			],
			1_800,
		],
		[
			'US-NJ',
			[
				['general', 5_000],
				['ethics', 300],
				['diversity', 200],
			],
			1_200,
		],
	])('%s carries over at most its limit', (jurisdiction, given, carries) => {
		expect(judge(rulesOf(jurisdiction), given).carryOut).toBe(carries)
	})

	test('have no number for speaking', () => {
		for (const { speaker } of shippedRules.filter(({ status }) => status === 'unchecked')) expect(speaker).toBeNull()
		expect(speakingCredits({ minutes: 60, isFirst: true }, rulesOf('US-TX'))).toBeUndefined()
	})
})

describe('the format also supports', () => {
	const base = rulesOf('US-IL')
	const carry = base.carryOver.experienced
	if (!carry) throw new Error('No carry-over')

	test('North Carolina: twelve carried over toward the total only', () => {
		const rules: RuleSet = {
			...base,
			carryOver: { experienced: { ...carry, most: 1_200, totalOnly: true, mostOf: {} } },
		}
		const carried: CreditFacts = {
			...{ id: 'x', date: '2025-01-01', format: 'live' as const },
			credits: { responsibility: 600 },
			age: 1,
		}
		const { requirements } = evaluate({ kind: 'experienced', due: '2028-06-30', activeMonths: null }, [carried], rules)
		expect(requirements.find(({ id }) => id === 'total')?.have).toBe(600)
		expect(requirements.find(({ id }) => id === 'responsibility')?.have).toBe(0)
	})

	test('Iowa: credits carry over twice, but not a third time', () => {
		const rules: RuleSet = { ...base, carryOver: { experienced: { ...carry, most: 3_000, periods: 2, mostOf: {} } } }
		const carriedAt = (age: number) => {
			const facts = { ...{ id: 'x', date: '2025-01-01', format: 'live' as const }, credits: { general: 4_000 }, age }
			return evaluate({ kind: 'experienced', due: '2028-06-30', activeMonths: null }, [facts], rules).carryOut
		}
		expect([carriedAt(0), carriedAt(1), carriedAt(2)]).toEqual([1_000, 1_000, 0])
	})

	test('Pennsylvania: only live credits carry over', () => {
		const rules: RuleSet = { ...base, carryOver: { experienced: { ...carry, formats: ['live'], mostOf: {} } } }
		expect(
			judge(rules, [
				['general', 3_500, 'recorded'],
				['general', 300],
			]).carryOut,
		).toBe(300)
	})
})
