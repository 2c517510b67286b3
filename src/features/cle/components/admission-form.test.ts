import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Jurisdiction } from '../ledger-schema.ts'
import {
	type AdmissionForm,
	admissionForm,
	emptyAdmission,
	proposedGroup,
	readMonths,
	toAdmission,
	toForm,
	writeMonths,
} from './admission-form.ts'

const none = { birthday: false, assignedDay: false, newly: false, groups: [] }
const newYork = { ...none, birthday: true, newly: true }
const california = {
	...none,
	groups: [
		{ no: 1, label: 'A to G', letters: 'AG' },
		{ no: 2, label: 'H to M', letters: 'HM' },
		{ no: 3, label: 'N to Z', letters: 'NZ' },
	],
}
const needs: Record<string, Jurisdiction['needs']> = { 'US-NY': newYork, 'US-CA': california }
const schema = admissionForm((jurisdiction) => needs[jurisdiction])
const typed: AdmissionForm = {
	...emptyAdmission,
	jurisdiction: 'US-NY',
	admittedOn: '2015-06-17',
	birthday: '1980-03-12',
}
const errorsOf = (form: Partial<AdmissionForm>) =>
	z.safeParse(schema, { ...typed, ...form }).error?.issues.map(({ path, message }) => [path.join('.'), message])

test('requires the fields that the jurisdiction needs', () => {
	expect(errorsOf({})).toBeUndefined()
	expect(errorsOf({ birthday: '' })).toEqual([['birthday', 'Enter your birthday: New York counts from it']])
	expect(errorsOf({ jurisdiction: 'US-CA', birthday: '' })).toEqual([['groupNo', 'Choose your compliance group']])
	expect(errorsOf({ jurisdiction: 'US-CA', birthday: '', groupNo: '2' })).toBeUndefined()
	expect(errorsOf({ admittedOn: '' })).toEqual([['admittedOn', 'Enter the date of admission']])
	expect(errorsOf({ inactiveMonths: 'March' })?.[0]?.[0]).toBe('inactiveMonths')
})

test('sends no birthday if the jurisdiction does not need it', () => {
	const body = z.parse(schema, { ...typed, groupNo: '2', cycleKind: 'newly' })
	expect(toAdmission(body, newYork)).toMatchObject({ birthday: '1980-03-12', groupNo: null, cycleKind: 'newly' })
	expect(toAdmission(body, california)).toMatchObject({ birthday: null, groupNo: 2, cycleKind: 'experienced' })
})

test('parses and formats months as ranges', () => {
	expect(readMonths('2025-11 to 2026-02\n\n2026-06, 2026-05')).toEqual([
		...['2025-11', '2025-12', '2026-01', '2026-02', '2026-05', '2026-06'],
	])
	expect(readMonths('')).toEqual([])
	expect([readMonths('2026-13'), readMonths('2026-05 to 2026-03')]).toEqual([undefined, undefined])
	expect(writeMonths(['2026-06', '2025-12', '2026-01', '2026-05'])).toBe('2025-12 to 2026-01\n2026-05 to 2026-06')
	expect(writeMonths(['2026-06'])).toBe('2026-06')
})

test('shows a saved admission as it was typed', () => {
	const form: AdmissionForm = {
		...{ ...typed, groupNo: '3', inactiveMonths: '2026-03 to 2026-05' },
		filings: [{ due: '2025-04-11', filedOn: '2025-03-20' }],
	}
	expect(toForm(z.parse(schema, form))).toEqual(form)
})

test.each([
	['Maria Garcia', '1'],
	['Ann Hughes', '2'],
	['Lars Östergaard', '3'],
	['', ''],
])('suggests a group for %s', (name, no) => {
	expect(proposedGroup(california, name, '')).toBe(no)
})

test('suggests a group for a birthday', () => {
	const byMonth = {
		...none,
		groups: [
			{ no: 1, label: 'January to June', months: [1, 6] },
			{ no: 2, label: 'Rest', months: [7, 12] },
		],
	}
	expect([proposedGroup(byMonth, 'Ann Hughes', '1980-07-31'), proposedGroup(byMonth, 'Ann Hughes', '')]).toEqual([
		'2',
		'',
	])
})
