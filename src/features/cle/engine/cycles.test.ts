import { describe, expect, test } from 'vitest'
import { shippedRules } from '../rules/shipped.ts'
import type { RuleSet } from '../rules-schema.ts'
import { currentCycle, cycleOfDay, cyclesOf } from './cycles.ts'
import type { AdmissionFacts } from './types.ts'

const rulesOf = (jurisdiction: string): RuleSet => {
	const found = shippedRules.find((rules) => rules.jurisdiction === jurisdiction)
	if (!found) throw new Error(`No rules of ${jurisdiction}`)
	return found
}

const admission: AdmissionFacts = {
	...{ admittedOn: '2010-06-01', birthday: null, groupNo: null, assignedDay: null, cycleKind: 'experienced' },
	...{ inactiveMonths: [], filings: [], extensions: [] },
}

const currentOf = (jurisdiction: string, on: string, facts: Partial<AdmissionFacts>, rules = rulesOf(jurisdiction)) =>
	currentCycle(cyclesOf({ ...admission, ...facts }, rules, on), on)

describe('the last day and the report', () => {
	test('on a weekend, California moves the report but not the end, and New York moves nothing', () => {
		// March 30, 2025 is a Sunday.
		expect(currentOf('US-CA', '2025-01-01', { groupNo: 1 })).toMatchObject({
			...{ from: '2022-02-01', lastDay: '2025-03-29', report: '2025-03-30', reportBy: '2025-03-31' },
		})
		// April 3, 2027 is a Saturday.
		const later = { ...rulesOf('US-CA'), reportDays: 5 }
		expect(currentOf('US-CA', '2027-01-01', { groupNo: 2 }, later)?.reportBy).toBe('2027-04-05')
		// April 11, 2027 is a Sunday.
		const born = { admittedOn: '2015-06-17', birthday: '1980-03-12' }
		expect(currentOf('US-NY', '2026-11-22', born)).toMatchObject({ lastDay: '2027-04-11', reportBy: '2027-04-11' })
	})

	test('an extension moves both, and only to a later day', () => {
		const extended = (newDue: string) => ({ groupNo: 2, extensions: [{ cycleFrom: '2024-02-01', newDue }] })
		expect(currentOf('US-CA', '2027-04-15', extended('2027-04-30'))).toMatchObject({
			...{ due: '2027-03-29', lastDay: '2027-04-30', reportBy: '2027-05-03' },
		})
		expect(currentOf('US-CA', '2027-01-01', extended('2026-12-31'))?.lastDay).toBe('2027-03-29')
	})

	test('an assigned last day of February is the 29th in leap years', () => {
		for (const assignedDay of ['2028-02-29', '2031-02-28', '2025-02-28'])
			expect(currentOf('US-FL', '2028-02-29', { assignedDay })).toMatchObject({
				...{ from: '2025-03-01', lastDay: '2028-02-29' },
			})
		expect(currentOf('US-FL', '2029-01-01', { assignedDay: '2028-02-29' })?.lastDay).toBe('2031-02-28')
	})

	test('ignores a filing from before its cycle', () => {
		const facts = { ...admission, admittedOn: '2015-06-17', birthday: '1980-03-12' }
		const filings = [{ due: '2025-04-11', filedOn: '1990-01-01' }]
		const cycles = cyclesOf({ ...facts, filings }, rulesOf('US-NY'), '2026-11-22')
		expect(cycles).toEqual(cyclesOf(facts, rulesOf('US-NY'), '2026-11-22'))
		expect(cycleOfDay(cycles, '2018-05-05')?.cycleFrom).toBe('2017-04-12')
	})

	test('a filing ends its own New York cycle, on the day of the filing', () => {
		const facts = { ...admission, admittedOn: '2015-06-17', birthday: '1980-03-12' }
		const filings = [{ due: '2027-04-11', filedOn: '2027-03-20' }]
		const cycles = cyclesOf({ ...facts, filings }, rulesOf('US-NY'), '2027-03-21')
		expect(cycleOfDay(cycles, '2027-03-20')).toMatchObject({ cycleFrom: '2025-04-12', lastDay: '2027-03-20' })
		expect(cycleOfDay(cycles, '2027-03-21')).toMatchObject({ cycleFrom: '2027-04-12', from: '2027-03-21' })
		const late = [{ due: '2027-04-11', filedOn: '2027-05-02' }]
		expect(
			cycleOfDay(cyclesOf({ ...facts, filings: late }, rulesOf('US-NY'), '2027-05-01'), '2027-05-01'),
		).toMatchObject({
			cycleFrom: '2025-04-12',
		})
	})
})

describe('the cycles of the templates', () => {
	test('Texas: the first cycle ends 24 months after the first birth month, then yearly; report one month later', () => {
		const facts = { admittedOn: '2024-06-15', birthday: '1990-03-09' }
		expect(currentOf('US-TX', '2026-11-22', facts)).toMatchObject({
			...{ from: '2024-06-15', lastDay: '2027-02-28', reportBy: '2027-03-31' },
		})
		expect(currentOf('US-TX', '2027-03-01', facts)).toMatchObject({
			...{ from: '2027-03-01', lastDay: '2028-02-29', reportBy: '2028-03-31' },
		})
	})

	test('Florida: three years that end on the assigned day', () => {
		expect(currentOf('US-FL', '2026-11-22', { assignedDay: '2027-01-31' })).toMatchObject({
			...{ cycleFrom: '2024-02-01', lastDay: '2027-01-31' },
		})
		expect(currentOf('US-FL', '2027-02-01', { assignedDay: '2027-01-31' })?.lastDay).toBe('2030-01-31')
	})

	test('Illinois: July to June, ending in even years for A to M and in odd years for N to Z', () => {
		expect(currentOf('US-IL', '2026-11-22', { groupNo: 1 })).toMatchObject({
			from: '2026-07-01',
			lastDay: '2028-06-30',
		})
		expect(currentOf('US-IL', '2026-11-22', { groupNo: 2 })).toMatchObject({
			from: '2025-07-01',
			lastDay: '2027-06-30',
		})
	})

	test('Georgia: the year 2025, then two years each, with the report due on February 14', () => {
		expect(currentOf('US-GA', '2025-06-01', {})).toMatchObject({ from: '2025-01-01', lastDay: '2025-12-31' })
		expect(currentOf('US-GA', '2026-11-22', {})).toMatchObject({
			...{ from: '2026-01-01', lastDay: '2027-12-31', reportBy: '2028-02-14' },
		})
	})

	test('New Jersey: ends in odd years for births in January to June, in even years for July to December', () => {
		expect(currentOf('US-NJ', '2026-11-22', { birthday: '1980-06-30' })?.lastDay).toBe('2027-12-31')
		expect(currentOf('US-NJ', '2026-11-22', { birthday: '1980-07-01' })?.lastDay).toBe('2026-12-31')
	})
})

test('inactive months count only if they are complete and inside the cycle', () => {
	const inactiveMonths = ['2024-01', '2025-03', '2025-04', '2027-03', '2028-01']
	const months = (facts: Partial<AdmissionFacts>) => currentOf('US-CA', '2026-11-22', facts)?.activeMonths
	expect(months({ groupNo: 2, inactiveMonths })).toBe(34)
	expect(months({ groupNo: 2 })).toBeNull()
	expect(months({ groupNo: 2, admittedOn: '2026-02-10' })).toBe(12)
})

test('New York: the first cycle overlaps the second year if the registration is due before that year ends', () => {
	const kinds = (birthday: string, on: string) =>
		cyclesOf({ ...admission, admittedOn: '2026-06-15', birthday, cycleKind: 'newly' }, rulesOf('US-NY'), on).map(
			({ kind, from, overlapsNewly }) => [kind, from, overlapsNewly],
		)
	// The registration is due on April 11, 2028, and the second year ends on June 15.
	expect(kinds('1998-03-12', '2028-05-01').at(-1)).toEqual(['experienced', '2028-06-16', true])
	expect(kinds('1998-08-12', '2028-05-01').at(-1)).toEqual(['experienced', '2028-09-12', false])
})
