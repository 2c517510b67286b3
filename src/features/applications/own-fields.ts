import * as z from 'zod/mini'
import type { ApplicantAnswer } from '#src/features/auth/applicant-record.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { choicesOf, type FormSettings, MAX_FIELDS, type OwnField } from './form-contract.ts'

/** A field as the form shows it. */
export interface ShownField extends Pick<OwnField, 'id' | 'kind' | 'label' | 'isRequired'> {
	readonly choices: readonly string[]
	/** URL of the terms, linked below the checkbox. */
	readonly link?: string
	/** Set for a single-line text field. */
	readonly isLine?: true
}

/** The jurisdictions that admit lawyers, and a choice for other countries. */
const STATES =
	'Alabama,Alaska,American Samoa,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,District of Columbia,Florida,Georgia,Guam,Hawaii,Idaho,Illinois,Indiana,Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,Massachusetts,Michigan,Minnesota,Mississippi,Missouri,Montana,Nebraska,Nevada,New Hampshire,New Jersey,New Mexico,New York,North Carolina,North Dakota,Northern Mariana Islands,Ohio,Oklahoma,Oregon,Pennsylvania,Puerto Rico,Rhode Island,South Carolina,South Dakota,Tennessee,Texas,Utah,Vermont,Virgin Islands,Virginia,Washington,West Virginia,Wisconsin,Wyoming,Outside the United States'.split(
		',',
	)

const BAR_ADMISSION: readonly ShownField[] = [
	{ id: 'bar-state', kind: 'choice', label: 'State of bar admission', choices: STATES, isRequired: true },
	{ id: 'bar-number', kind: 'text', label: 'Bar number', choices: [], isRequired: true, isLine: true },
]

/** Returns the fields that follow the standard ones, in order. `termsPage` is the club's own page, or empty. */
export function shownFields(
	{ hasBarAdmission, fields, termsBox, termsUrl }: FormSettings,
	termsPage = '',
): ShownField[] {
	const link = termsUrl || termsPage
	return [
		...(hasBarAdmission ? BAR_ADMISSION : []),
		...fields.map((field) => ({ ...field, choices: choicesOf(field) })),
		...(termsBox
			? [
					{
						id: 'the-terms',
						kind: 'checkbox' as const,
						label: termsBox,
						choices: [],
						isRequired: true,
						...(link && { link }),
					},
				]
			: []),
	]
}

const ANSWER_LIMIT = 1_000
const TOO_LONG = `Please keep it under ${formatNumber(ANSWER_LIMIT)} characters`
const answer = z.union([z.boolean(), z.string().check(z.maxLength(ANSWER_LIMIT, TOO_LONG))], TOO_LONG)

/** Answers by field id, as sent. The server then compares them with the club's fields. */
export const sentAnswers = z.record(z.string().check(z.maxLength(50)), answer, 'Please answer the questions').check(
	// Two for the bar admission, the club's own fields, and one for the terms.
	z.refine((answers) => Object.keys(answers).length <= MAX_FIELDS + 3, 'There are more answers than questions'),
)
type Answers = Record<string, string | boolean | undefined>

function answerTo({ kind, isRequired, choices }: ShownField) {
	if (kind === 'checkbox') {
		const box = z._default(z.boolean('Please check the box or leave it unchecked'), false)
		return isRequired ? box.check(z.refine(Boolean, 'Please check this box to continue')) : box
	}
	const missing = kind === 'choice' ? 'Please choose one of the options' : 'Please answer this question'
	const text = z.string(missing).check(z.trim(), z.maxLength(ANSWER_LIMIT, TOO_LONG))
	const known = text.check(
		z.refine((value) => kind === 'text' || value === '' || choices.includes(value), 'Please choose one of the options'),
	)
	return isRequired ? known.check(z.minLength(1, missing)) : z._default(known, '')
}

/** Returns the schema of answers to these fields. It ignores other answers, such as those from an older form. */
export const answersTo = (fields: readonly ShownField[]): z.ZodMiniType<Record<string, string | boolean>, Answers> =>
	z.object(Object.fromEntries(fields.map((field) => [field.id, answerTo(field)])))

/** Returns the empty answers of a form. */
export const noAnswers = (fields: readonly ShownField[]): Record<string, string | boolean> =>
	Object.fromEntries(fields.map(({ id, kind }) => [id, kind === 'checkbox' ? false : '']))

const textOf = (value: string | boolean | undefined) =>
	typeof value === 'boolean' ? (value ? 'Yes' : 'No') : (value ?? '')

/** Returns the answers as they are stored and shown. */
export const toRecord = (fields: readonly ShownField[], answers: Answers): ApplicantAnswer[] =>
	fields.map(({ id, label }) => ({ label, value: textOf(answers[id]) }))
