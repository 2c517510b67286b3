import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import ca from '../../rules/us-ca.json' with { type: 'json' }
import ny from '../../rules/us-ny.json' with { type: 'json' }
import { ruleSet } from '../../rules-schema.ts'
import { accreditationForm, emptyAccreditation, proposedCredits, toAccreditationForm } from './accreditation-form.ts'
import { activityForm, emptyActivity, kindAndId, parseMinutes, sourceOf } from './activity-form.ts'
import { marksOf, problemIn, rulesForm, toJson, toRules } from './rules-form.ts'

const newYork = z.parse(ruleSet, ny)
const california = z.parse(ruleSet, ca)

const firstIssue = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).error?.issues[0]?.message

const typed = { ...emptyActivity, source: 'module m 1', title: 'Fee agreements', minutes: '100' }

test('parses an activity as typed', () => {
	const form = { ...typed, minutesByCategory: 'Areas 60\n\n ethics: 40', spokenCodes: 'oak7, PINE2' }
	expect(z.parse(activityForm, form)).toMatchObject({
		minutes: 100,
		minutesByCategory: { areas: 60, ethics: 40 },
		spokenCodes: ['OAK7', 'PINE2'],
	})
	expect(z.parse(activityForm, typed)).toMatchObject({ minutesByCategory: null, spokenCodes: [] })
})

test.each([
	[{ source: '' }, 'Choose what gives credit'],
	[{ minutes: 'an hour' }, 'Enter the minutes of instruction, from 1 to 6,000'],
	[{ minutesByCategory: 'some ethics' }, 'Write one category with its minutes on each line, such as ethics 15'],
	[{ minutesByCategory: 'ethics 101' }, 'The minutes by category add up to more than the minutes of instruction'],
	[{ spokenCodes: 'abc' }, 'A spoken code has 4 to 12 letters and digits'],
])('rejects an activity with %o', (change, message) => {
	expect(firstIssue(activityForm, { ...typed, ...change })).toBe(message)
})

test('keeps the id of a source even if it contains spaces', () => {
	expect(kindAndId(sourceOf({ kind: 'recording', refId: 'a b c' }))).toEqual({ kind: 'recording', refId: 'a b c' })
	expect(parseMinutes('')).toBeNull()
})

test('suggests credits by the rules of each jurisdiction', () => {
	const activity = { minutes: 100, minutesByCategory: { areas: 60, ethics: 40 } }
	expect(proposedCredits(activity, newYork)).toEqual({ areas: '1', ethics: '0.5' })
	// California has no category `areas`, so those minutes suggest no credits.
	expect(proposedCredits(activity, california)).toEqual({ ethics: '0.75' })
	expect(Object.values(proposedCredits({ minutes: 100, minutesByCategory: null }, california))).toEqual(['1.75'])
})

const granted = {
	...emptyAccreditation('recorded', '2026-11-29'),
	...{ jurisdiction: 'US-NY', number: 'C-118', credits: { areas: '1.0', ethics: '0,5', bias: '' } },
}

test('parses an accreditation as typed, with only the categories that have credits', () => {
	expect(z.parse(accreditationForm, granted)).toMatchObject({ credits: { areas: 100, ethics: 50 }, validTo: null })
})

test('fills the form of an accreditation with every category of its jurisdiction', () => {
	const form = toAccreditationForm(
		{
			...{ id: 'a', activityId: 'b', jurisdiction: 'US-NY', number: 'C-118', credits: { areas: 150 }, version: 1 },
			...{ formats: ['recorded'], validFrom: '2026-01-01', validTo: null, transitional: false },
		},
		[newYork, california],
	)
	expect(form.credits).toMatchObject({ areas: '1.5', ethics: '' })
	expect(Object.keys(form.credits).sort()).toEqual(newYork.categories.map(({ id }) => id).sort())
	expect(z.parse(accreditationForm, form).credits).toEqual({ areas: 150 })
})

test.each([
	[{ credits: { areas: 'one' } }, 'Enter credits such as 1.5'],
	[{ formats: [] }, 'Choose a format'],
	[{ validTo: '2026-11-28' }, 'The last day is before the first day'],
	[{ jurisdiction: '' }, 'Choose a jurisdiction'],
])('rejects an accreditation with %o', (change, message) => {
	expect(firstIssue(accreditationForm, { ...granted, ...change })).toBe(message)
})

test('writes rules as text and reads them back, changing only the separate fields', () => {
	const fields = { version: 2, validFrom: '2027-01-01', checkedAt: '2026-12-24', status: 'verified' as const }
	expect(problemIn(toJson(newYork))).toBeUndefined()
	expect(toRules(toJson(newYork), fields)).toEqual({ ...newYork, ...fields })
})

test.each([
	['{', 'Line 1 or the one before it is not JSON. Check commas, quotes and brackets.'],
	['{\n"name": "New York"\n"status": 1}', /^Line 3 or the one before it is not JSON/],
	['[]', /^\w/],
	[toJson({ ...newYork, credit: { ...newYork.credit, unitMinutes: 0 } }), 'credit.unitMinutes: Enter a whole number'],
])('names the line or path of the error in %.20s', (json, message) => {
	const form = { validFrom: '2027-01-01', checkedAt: '2026-12-24', status: 'verified', json }
	expect(firstIssue(rulesForm, form)).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
})

test('lists each number that has a confidence, with its path', () => {
	const marks = marksOf(newYork)
	expect(marks).toContainEqual(
		expect.objectContaining({
			...{ path: 'requirements.experienced.1', label: 'Ethics and professionalism' },
			values: '4.0; from ethics, cyber-ethics most 3.0',
		}),
	)
	expect(marks.find(({ path }) => path === 'speaker')?.needsChecking).toMatch(/repeated talk/)
	expect(marks.find(({ path }) => path === 'credit')).toMatchObject({
		...{ label: 'Credit hour', values: 'unit minutes 25; unit credits 0.5; rounding down; minimum minutes 25' },
	})
	expect(marks.find(({ path }) => path === 'cycles.newly')?.label).toBe('Cycle, newly')
	expect(new Set(marks.map(({ path }) => path)).size).toBe(marks.length)
})
