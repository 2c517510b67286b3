import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type FormSettings, formSettings, type OwnField, updateApplicationForm } from './form-contract.ts'
import { answersTo, noAnswers, shownFields, toRecord } from './own-fields.ts'

const field = (id: string, overrides: Partial<OwnField> = {}): OwnField => ({
	...{ id: `field-${id}`, kind: 'text', label: `Label ${id}`, choices: '', isRequired: false },
	...overrides,
})
const form = (fields: OwnField[], overrides: Partial<FormSettings> = {}): FormSettings => ({
	...{ hasBarAdmission: false, fields, termsBox: '', termsUrl: '' },
	...overrides,
})

describe('fields of a club', () => {
	const errorOf = (value: unknown) => z.safeParse(formSettings, value).error?.issues[0]?.message

	test('are text, choice and checkbox, with labels that are plain text', () => {
		const html = '<img src=x onerror="alert(1)">'
		const fields = [field('a', { label: html }), field('b', { kind: 'choice', choices: 'One\n\n Two \nOne' })]
		expect(z.parse(formSettings, form(fields)).fields[0]?.label).toBe(html)
		expect(shownFields(form(fields))[1]?.choices).toEqual(['One', 'Two'])
	})

	test.each<[unknown, string]>([
		[form(Array.from({ length: 200 }, (_, at) => field(`${at}`))), 'You can add at most 12 fields'],
		[form([field('a', { label: ' \u200b ' })]), 'Enter a label'],
		[form([field('a', { label: 'x'.repeat(151) })]), 'A label must be at most 150 characters'],
		[
			form([field('a', { label: 'Same' }), field('b', { label: 'same ' })]),
			'Two fields have the same label. Give each its own.',
		],
		[form([field('a', { kind: 'choice', choices: 'Only\n' })]), 'Enter at least two choices, one on each line'],
		[
			form([field('a', { kind: 'choice', choices: `One\n${'x'.repeat(101)}` })]),
			'A choice must be at most 100 characters',
		],
		[
			form([field('a', { kind: 'choice', choices: Array.from({ length: 31 }, (_, at) => at).join('\n') })]),
			'Enter at most 30 choices',
		],
		[form([{ ...field('a'), id: '__proto__' }]), 'Something went wrong. Please try again.'],
		[form([{ ...field('a'), kind: 'file' as never }]), 'Choose text, choice or checkbox'],
		[form([], { termsUrl: 'javascript:alert(1)' }), 'Use a full address that starts with https://'],
	])('are rejected if invalid: %j', (value, message) => {
		expect(errorOf(value)).toBe(message)
		expect(z.safeParse(updateApplicationForm.body, value).success).toBe(false)
	})
})

describe('answers', () => {
	const fields = shownFields(
		form(
			[
				field('text', { isRequired: true }),
				field('choice', { kind: 'choice', choices: 'One\nTwo' }),
				field('box', { kind: 'checkbox' }),
			],
			{ hasBarAdmission: true, termsBox: 'I agree', termsUrl: 'https://club.example/rules' },
		),
	)
	const complete = {
		...{ 'bar-state': 'New York', 'bar-number': ' 12 ', 'field-text': 'Since 2009' },
		'the-terms': true,
	}
	const errorOf = (answers: object) => {
		const [issue] = z.safeParse(answersTo(fields), answers).error?.issues ?? []
		return issue && [issue.path[0], issue.message]
	}

	test('follow the fields, include their labels, and omit answers to unknown fields', () => {
		const answers = z.parse(answersTo(fields), { ...complete, 'field-gone': 'x', constructor: 'x' } as never)
		expect(toRecord(fields, answers)).toEqual([
			{ label: 'State of bar admission', value: 'New York' },
			{ label: 'Bar number', value: '12' },
			{ label: 'Label text', value: 'Since 2009' },
			{ label: 'Label choice', value: '' },
			{ label: 'Label box', value: 'No' },
			{ label: 'I agree', value: 'Yes' },
		])
	})

	test.each([
		[{ 'bar-state': 'Atlantis' }, ['bar-state', 'Please choose one of the options']],
		[{ 'bar-state': '' }, ['bar-state', 'Please choose one of the options']],
		[{ 'bar-number': '  ' }, ['bar-number', 'Please answer this question']],
		[{ 'field-text': 'x'.repeat(1001) }, ['field-text', 'Please keep it under 1,000 characters']],
		[{ 'field-choice': 'Three' }, ['field-choice', 'Please choose one of the options']],
		[{ 'the-terms': false }, ['the-terms', 'Please check this box to continue']],
		[{ 'the-terms': 'yes' }, ['the-terms', 'Please check the box or leave it unchecked']],
	])('are rejected if invalid: %j', (change, message) => {
		expect(errorOf({ ...complete, ...change })).toEqual(message)
	})

	test('of an untouched form match its controls', () => {
		expect(noAnswers(fields)).toEqual({
			...{ 'bar-state': '', 'bar-number': '', 'field-text': '', 'field-choice': '', 'field-box': false },
			'the-terms': false,
		})
	})

	test('include the terms, linked if they have a URL', () => {
		const termsOf = (termsUrl: string, page: string) =>
			shownFields(form([], { termsBox: 'I agree', termsUrl }), page)[0]
		expect(termsOf('', '/terms')?.link).toBe('/terms')
		expect(termsOf('https://club.example/rules', '/terms')?.link).toBe('https://club.example/rules')
		expect(termsOf('', '')).not.toHaveProperty('link')
	})
})
