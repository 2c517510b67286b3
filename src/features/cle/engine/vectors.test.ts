import { expect, test } from 'vitest'
import { shippedRules } from '../rules/shipped.ts'
import type { RuleSet } from '../rules-schema.ts'
import { codesFor } from './codes.ts'
import { creditsByCategory, creditsOf, speakingCredits } from './credits.ts'
import { currentCycle, cyclesOf, groupOfName, trainingDay } from './cycles.ts'
import { evaluate } from './evaluate.ts'
import type { AdmissionFacts, CreditFacts } from './types.ts'
import vectors from './vectors.json' with { type: 'json' }

const rulesOf = (jurisdiction: string): RuleSet => {
	const found = shippedRules.find((rules) => rules.jurisdiction === jurisdiction)
	if (!found) throw new Error(`No rules of ${jurisdiction}`)
	return found
}
const newYork = rulesOf('US-NY')
const california = rulesOf('US-CA')

const admission: AdmissionFacts = {
	admittedOn: '2010-06-01',
	birthday: null,
	groupNo: null,
	assignedDay: null,
	cycleKind: 'experienced',
	inactiveMonths: [],
	filings: [],
	extensions: [],
}

test('every section of the vectors is tested here or in the attendance tests', () => {
	expect(Object.keys(vectors)).toEqual([
		...['about', 'checked', 'creditFromMinutes', 'speaker', 'mixedCategories', 'cycles', 'groups'],
		...['proportionalCalifornia', 'carryOver', 'evaluation', 'codes', 'watched'],
	])
	const { about: _, checked: __, ...sections } = vectors
	const ids = Object.values(sections).flatMap((rows) => rows.map(({ id }) => id))
	expect([ids.length, new Set(ids).size]).toEqual([75, 75])
})

test.each(vectors.creditFromMinutes)('$id: $minutes minutes give $credits', ({ jurisdiction, minutes, credits }) => {
	expect(creditsOf(minutes, rulesOf(jurisdiction))).toBe(credits)
})

test.each(vectors.speaker)('$id: speaking $minutes minutes gives $credits', (row) => {
	const talk = { minutes: row.minutes, isFirst: row.first, attendedMinutes: row.attendedMinutes ?? 0 }
	expect(speakingCredits(talk, rulesOf(row.jurisdiction))).toBe(row.credits)
})

test.each(vectors.mixedCategories)(
	'$id: minutes in several categories',
	({ jurisdiction, minutes, credits, atMost }) => {
		expect(creditsByCategory(minutes as unknown as Record<string, number>, rulesOf(jurisdiction))).toEqual({
			credits,
			atMost,
		})
	},
)

const dated = vectors.cycles.filter((row) => 'birthday' in row || 'group' in row)
test.each(dated)('$id: due $due', (row) => {
	const facts = {
		...admission,
		admittedOn: row.admitted ?? admission.admittedOn,
		birthday: row.birthday ?? null,
		groupNo: row.group ?? null,
	}
	const asOf = row.asOf ?? ''
	const cycle = currentCycle(cyclesOf(facts, rulesOf(row.jurisdiction), asOf), asOf)
	// New York: the last day to file; California: the day of the report.
	expect(cycle?.report).toBe(row.due)
	if (row.from) expect([cycle?.cycleFrom, cycle?.due]).toEqual([row.from, row.to])
})

test.each(vectors.cycles.filter(({ newlyAdmitted }) => newlyAdmitted))('$id: year $year ends $due', (row) => {
	const facts = { ...admission, admittedOn: row.admitted ?? '', birthday: '1998-05-05', cycleKind: 'newly' as const }
	const cycle = cyclesOf(facts, newYork, '2026-11-22').find(({ kind }) => kind === `newly-${row.year}`)
	expect(cycle?.lastDay).toBe(row.due)
})

test.each(vectors.cycles.filter(({ newAttorneyTraining }) => newAttorneyTraining))('$id: by $due', (row) => {
	expect(trainingDay(row.admitted ?? '', california.training?.months ?? 0)).toBe(row.due)
})

test('every row of the cycles is tested', () => {
	const others = vectors.cycles.filter((row) => row.newlyAdmitted || row.newAttorneyTraining)
	expect(dated.length + others.length).toBe(vectors.cycles.length)
})

test.each(vectors.groups)('$id: $lastName is in group $group', ({ lastName, group }) => {
	const { experienced } = california.cycles
	expect(groupOfName(lastName, experienced.kind === 'groups' ? experienced.groups : [])).toBe(group)
})

test.each(vectors.proportionalCalifornia)('$id: $months months require $hours hours', ({ months, hours, ethics }) => {
	const activeMonths = months === 36 ? null : months
	const { requirements, assumptions } = evaluate(
		{ kind: 'experienced', due: '2028-03-29', activeMonths },
		[],
		california,
	)
	const needs = Object.fromEntries(requirements.map(({ id, need }) => [id, need]))
	const inHundredths = (number: number | null) => (number === null ? null : number * 100)
	expect([needs.total, needs.ethics]).toEqual([inHundredths(hours), inHundredths(ethics)])
	expect(needs.participatory).toBe(hours === null ? null : hours * 50)
	// Without a number, nothing is reported as missing, and the assumptions say that it is unchecked.
	if (hours === null) {
		expect(requirements.find(({ id }) => id === 'total')?.missing).toBe(0)
		expect(assumptions.join()).toContain('unchecked')
	}
})

const credit = (category: string, amount: number, format: CreditFacts['format'] = 'live'): CreditFacts => ({
	...{ id: `${category}-${format}`, date: '2026-05-05', format, credits: { [category]: amount } },
})

/** Returns New York credits with a given total and surplus of ethics that meet the cycle's requirements. */
function earnedIn(cycle: string, earned: number, ethics: number): CreditFacts[] {
	if (cycle === 'experienced') {
		const own = [credit('ethics', 400), credit('bias', 100), credit('cyber-general', 100)]
		return [...own, credit('areas', earned - 600)]
	}
	return [credit('skills', 600), credit('ethics', 300 + ethics), credit('areas', earned - 900 - ethics)]
}

test.each(vectors.carryOver)('$id: $earned earned carries $carries', (row) => {
	const kinds = { 'newly-year-1': 'newly-1', 'newly-year-2': 'newly-2' } as const
	const kind = kinds[row.cycle as keyof typeof kinds] ?? 'experienced'
	const credits =
		row.jurisdiction === 'US-CA'
			? [credit('general', row.earned)]
			: earnedIn(row.cycle, row.earned, row.surplusEthics ?? 0)
	const evaluation = evaluate({ kind, due: '2027-04-11', activeMonths: null }, credits, rulesOf(row.jurisdiction))
	expect(evaluation.carryOut).toBe(row.carries)
})

test.each(vectors.evaluation)('$id: lacks $missing', (row) => {
	const selfStudy = row.selfStudy ?? 0
	let remaining = selfStudy
	// Turns credits into self-study, filling up the first categories first.
	const credits = Object.entries(row.credits as unknown as Record<string, number>).flatMap(([category, amount]) => {
		const selfStudyPart = Math.min(remaining, amount)
		remaining -= selfStudyPart
		return [credit(category, selfStudyPart, 'self-study'), credit(category, amount - selfStudyPart)]
	})
	const cycle = { kind: 'experienced', due: '2027-04-11', activeMonths: null } as const
	const { requirements, overCap, assumptions } = evaluate(cycle, credits, rulesOf(row.jurisdiction))
	const missing = requirements.filter((each) => each.missing > 0).map((each) => [each.id, each.missing])
	expect(Object.fromEntries(missing)).toEqual(row.missing)
	if (selfStudy > 1250) expect(overCap).toMatchObject([{ id: 'self-study', credits: selfStudy - 1250 }])
	if (row.id === 'NY-E4') expect(assumptions.join()).toContain('Confirm whether a credit may serve both')
})

test.each(vectors.codes)('$id: $minutes minutes require codes', ({ minutes, atLeast, lastBetweenMinutesBeforeEnd }) => {
	for (let seed = 0; seed < 200; seed++) {
		const times = codesFor(minutes * 60, newYork, seed)
		expect(times.length).toBeGreaterThanOrEqual(atLeast)
		for (const [at, time] of times.entries()) expect(time - (times[at - 1] ?? 0)).toBeGreaterThanOrEqual(300)
		expect(times.at(-1)).toBeLessThan(minutes * 60)
		const [latest = 0, earliest = 0] = times.length === 1 ? (lastBetweenMinutesBeforeEnd ?? []) : []
		if (earliest) {
			expect(times[0]).toBeGreaterThanOrEqual((minutes - earliest) * 60)
			expect(times[0]).toBeLessThanOrEqual((minutes - latest) * 60)
		}
	}
})

test('all codes of a recording shorter than the rules assume are within the recording', () => {
	const each = { verification: { ...newYork.verification, codesEveryMinutes: 1 } }
	for (let seed = 0; seed < 200; seed++) {
		const times = codesFor(120, each, seed)
		expect(times).toHaveLength(2)
		expect(times[0]).toBeGreaterThan(0)
		expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(15)
		expect(times[1]).toBeLessThan(120)
		expect(codesFor(120, each, seed)).toEqual(times)
		const [lone = 0] = codesFor(300, newYork, seed)
		expect(lone).toBeGreaterThanOrEqual(150)
		expect(lone).toBeLessThanOrEqual(225)
	}
})
