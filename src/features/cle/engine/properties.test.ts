import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shippedRules } from '../rules/shipped.ts'
import { CYCLE_KINDS, FORMATS, type RuleSet } from '../rules-schema.ts'
import { codesFor } from './codes.ts'
import { creditsByCategory, creditsOf } from './credits.ts'
import { currentCycle, cyclesOf } from './cycles.ts'
import { evaluate } from './evaluate.ts'
import type { CreditFacts } from './types.ts'

const day = (from: string, to: string) =>
	fc
		.date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
		.map((date) => date.toISOString().slice(0, 10))

const creditOf = (rules: RuleSet) =>
	fc.record({
		id: fc.uuid(),
		date: day('2024-01-01', '2027-12-31'),
		format: fc.constantFrom(...FORMATS),
		credits: fc.dictionary(
			fc.constantFrom(...rules.categories.map(({ id }) => id)),
			fc.integer({ min: 1, max: 40 }).map((steps) => steps * rules.credit.unitCredits),
			{ minKeys: 1, maxKeys: 3 },
		),
		age: fc.constantFrom(0, 0, 0, 1),
	})

const evaluationInput = fc.constantFrom(...shippedRules).chain((rules) =>
	fc.record({
		rules: fc.constant(rules),
		kind: fc.constantFrom(...CYCLE_KINDS.filter((kind) => rules.requirements[kind])),
		credits: fc.array(creditOf(rules), { maxLength: 25 }),
		extraCredit: creditOf(rules),
		activeMonths: fc.option(fc.integer({ min: 0, max: 36 })),
	}),
)

const sumOf = (credits: readonly CreditFacts[]) =>
	credits.flatMap((each) => Object.values(each.credits)).reduce((sum, each) => sum + each, 0)

test('an additional credit never increases what is missing', () => {
	fc.assert(
		fc.property(evaluationInput, ({ rules, kind, credits, extraCredit, activeMonths }) => {
			const cycle = { kind, due: '2027-12-31', activeMonths }
			const before = evaluate(cycle, credits, rules).requirements
			const after = evaluate(cycle, [...credits, extraCredit], rules).requirements
			for (const [at, { missing }] of after.entries()) expect(missing).toBeLessThanOrEqual(before[at]?.missing ?? 0)
		}),
		{ numRuns: 1_000 },
	)
})

test('a reduced cycle whose parts need more than its cap counts each part and states that assumption', () => {
	const rules = shippedRules.find(({ jurisdiction }) => jurisdiction === 'US-CA')
	if (!rules) throw new Error('No rules of California')
	const cycle = { kind: 'experienced', due: '2027-12-31', activeMonths: 5 } as const
	const credit = (id: string, credits: Record<string, number>): CreditFacts => {
		return { id, date: '2027-01-01', format: 'self-study', credits }
	}
	const first = credit('first', { civility: 25, general: 25 })
	const found = evaluate(cycle, [first, credit('second', { prevention: 150, bias: 50 })], rules)
	const missing = Object.fromEntries(found.requirements.map((each) => [each.id, each.missing]))
	expect(missing).toMatchObject({ total: 200, bias: 150, competence: 50, civility: 75 })
	expect(found.overCap).toMatchObject([{ id: 'self-study', credits: 50 }])
	expect(found.assumptions[0]).toMatch(/^Some credits above a limit for their format count toward a part/)
	expect(evaluate(cycle, [first], rules).assumptions[0]).toMatch(/^Reduced for 5 of 36/)
})

test('the total never exceeds the sum of the credits, and no two requirements share a credit', () => {
	fc.assert(
		fc.property(evaluationInput, ({ rules, kind, credits, activeMonths }) => {
			const found = evaluate({ kind, due: '2027-12-31', activeMonths }, credits, rules)
			const sum = sumOf(credits)
			const [total, ...parts] = found.requirements
			expect(total?.have).toBeLessThanOrEqual(sum)
			const unshared = new Set(
				rules.requirements[kind]?.filter((each) => each.from && !each.within).map(({ id }) => id),
			)
			const shares = parts.filter(({ id }) => unshared.has(id)).map(({ have }) => have)
			expect(shares.reduce((before, each) => before + each, 0)).toBeLessThanOrEqual(sum)
			expect(found.carryOut).toBeLessThanOrEqual(Math.max(0, (total?.have ?? 0) - (total?.need ?? 0)))
			expect((total?.have ?? 0) + found.overCap.reduce((before, each) => before + each.credits, 0)).toBe(sum)
		}),
		{ numRuns: 500 },
	)
})

test('planned credits are shown separately and do not change earned credits', () => {
	fc.assert(
		fc.property(evaluationInput, ({ rules, kind, credits, extraCredit, activeMonths }) => {
			const cycle = { kind, due: '2027-12-31', activeMonths }
			const alone = evaluate(cycle, credits, rules)
			const planned = evaluate(cycle, credits, rules, { planned: [extraCredit] })
			const after = evaluate(cycle, [...credits, extraCredit], rules)
			for (const [at, requirement] of planned.requirements.entries()) {
				expect({ ...requirement, planned: 0 }).toEqual(alone.requirements[at])
				expect(requirement.have + requirement.planned).toBeGreaterThanOrEqual(after.requirements[at]?.have ?? 0)
			}
		}),
	)
})

test('more minutes never give fewer credits, and categories never give more than all minutes together', () => {
	const minutes = fc.integer({ min: 0, max: 1_000 })
	fc.assert(
		fc.property(fc.constantFrom(...shippedRules), minutes, minutes, minutes, (rules, a, b, c) => {
			expect(creditsOf(a + b, rules)).toBeGreaterThanOrEqual(creditsOf(a, rules))
			const { credits, atMost } = creditsByCategory({ a, b, c }, rules)
			expect(Object.values(credits).reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(atMost)
		}),
	)
})

test('cycles follow one another without a gap, and each day has a current cycle', () => {
	const facts = fc.record({
		admittedOn: day('1950-01-01', '2026-10-31'),
		birthday: day('1930-01-01', '2003-12-31'),
		groupNo: fc.integer({ min: 1, max: 2 }),
		assignedDay: day('2026-11-22', '2029-11-21'),
		cycleKind: fc.constantFrom('experienced' as const, 'newly' as const),
	})
	fc.assert(
		fc.property(fc.constantFrom(...shippedRules), facts, day('2026-11-22', '2029-12-31'), (rules, given, on) => {
			const cycles = cyclesOf({ ...given, inactiveMonths: [], filings: [], extensions: [] }, rules, on)
			const current = currentCycle(cycles, on)
			expect(current).toBeDefined()
			for (const [at, { from, lastDay, due }] of cycles.entries()) {
				expect(from <= lastDay, `${from} to ${lastDay}`).toBe(true)
				const next = cycles[at + 1]
				// Newly admitted attorneys have no requirements between their first years and the first registration.
				if (next && cycles[at]?.kind === 'experienced') expect(Date.parse(next.from) - Date.parse(due)).toBe(86_400_000)
			}
		}),
		{ numRuns: 1_000 },
	)
})

test('codes ascend within the recording, with at least one per interval of the rules', () => {
	const length = fc.integer({ min: 1, max: 40_000 })
	fc.assert(
		fc.property(fc.constantFrom(...shippedRules), length, fc.integer(), fc.integer({ min: 1, max: 60 }), (...given) => {
			const [rules, seconds, seed, every] = given
			const times = codesFor(seconds, { verification: { ...rules.verification, codesEveryMinutes: every } }, seed)
			expect(times.length).toBeGreaterThanOrEqual(Math.ceil(seconds / (every * 60)))
			for (const [at, time] of times.entries()) {
				expect(Number.isInteger(time)).toBe(true)
				expect(time).toBeGreaterThanOrEqual(times[at - 1] ?? 0)
				expect(time).toBeLessThan(seconds)
			}
		}),
	)
})
