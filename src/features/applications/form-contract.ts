import * as z from 'zod/mini'
import { contract } from '#src/lib/api/contract.ts'
import { changedMeanwhile, versionField } from '#src/lib/api/version.ts'
import { oneLine } from '#src/lib/one-line.ts'
import { isSafeLink } from '#src/lib/site/links.ts'
import { lineOf } from '#src/lib/text/line-of.ts'

// The club's own part of the application form: fields after the standard ones, and a checkbox for the terms.

export const FIELD_KINDS = ['text', 'choice', 'checkbox'] as const
export const MAX_FIELDS = 12
const MAX_CHOICES = 30
const CHOICE_LIMIT = 100

/** Returns the choices of a field, one per line, without blank or repeated lines. */
export const choicesOf = ({ choices }: { choices: string }): string[] => [
	...new Set(choices.split('\n').map(lineOf).filter(Boolean)),
]

const LABEL = 'Enter a label'
const CHOICES = 'Enter the choices, one on each line'

const ownField = z
	.object({
		/** Created by the editor. Stays the same when the field is renamed or moved. */
		id: z.string('Something went wrong. Please try again.').check(
			// The hyphen rules out properties that every object has, such as `constructor`.
			z.regex(/^field-[\da-z]{1,40}$/, 'Something went wrong. Please try again.'),
		),
		kind: z.enum(FIELD_KINDS, 'Choose text, choice or checkbox'),
		label: z
			.string(LABEL)
			.check(oneLine, z.minLength(1, LABEL), z.maxLength(150, 'A label must be at most 150 characters')),
		/** One per line. Only for a choice field. */
		choices: z.string(CHOICES).check(
			z.trim(),
			z.maxLength(MAX_CHOICES * (CHOICE_LIMIT + 1), 'There are too many choices'),
			z.refine((text) => choicesOf({ choices: text }).length <= MAX_CHOICES, `Enter at most ${MAX_CHOICES} choices`),
			z.refine(
				(text) => choicesOf({ choices: text }).every((one) => one.length <= CHOICE_LIMIT),
				`A choice must be at most ${CHOICE_LIMIT} characters`,
			),
		),
		isRequired: z.boolean('Choose whether an answer is required'),
	})
	.check(
		z.refine((field) => field.kind !== 'choice' || choicesOf(field).length > 1, {
			error: 'Enter at least two choices, one on each line',
			path: ['choices'],
		}),
	)
export type OwnField = z.output<typeof ownField>

const LINK = 'Use a full address that starts with https://'

export const formFields = {
	/** Whether to ask for the state and number of the bar admission, before the club's own fields. */
	hasBarAdmission: z.boolean('Choose whether to ask for the bar admission'),
	fields: z.array(ownField, 'Enter the fields').check(
		z.maxLength(MAX_FIELDS, `You can add at most ${MAX_FIELDS} fields`),
		z.refine(
			(fields) => new Set(fields.map(({ label }) => lineOf(label).toLowerCase())).size === fields.length,
			'Two fields have the same label. Give each its own.',
		),
		z.refine((fields) => new Set(fields.map(({ id }) => id)).size === fields.length, 'Two fields have the same id'),
	),
	/** The text next to the checkbox; empty for no checkbox. */
	termsBox: z
		.string('The words must be text')
		.check(oneLine, z.maxLength(200, 'The words must be at most 200 characters')),
	/** Empty for the club's page `/terms`. */
	termsUrl: z.string(LINK).check(
		z.trim(),
		z.refine((text) => text === '' || isSafeLink(text), LINK),
	),
} as const

/** Labels on the screen and in the audit. */
export const formLabels = {
	hasBarAdmission: 'Ask for the bar admission: state and number',
	fields: 'Fields of your own',
	termsBox: 'Words next to a box for the terms',
	termsUrl: 'Address of the terms',
} as const satisfies Record<keyof typeof formFields, string>

export const formSettings = z.object(formFields)
export type FormSettings = z.output<typeof formSettings>

export const savedForm = z.object({
	...formFields,
	/** 0 before the first save. */
	version: z.number(),
})
export type SavedForm = z.output<typeof savedForm>

export const getApplicationForm = contract('GET /api/admin/application-form', { access: 'admin', response: savedForm })

export const updateApplicationForm = contract('PUT /api/admin/application-form', {
	access: 'admin',
	body: z.object({ ...formFields, ...versionField }),
	response: savedForm,
	errors: {
		changed: changedMeanwhile('application form'),
		noTerms: [
			400,
			'The box needs a link: enter the address of the terms, or write your Terms page in the settings first',
		],
		notAdmin: [403, 'You do not have permission to do this'],
	},
	current: savedForm,
})
