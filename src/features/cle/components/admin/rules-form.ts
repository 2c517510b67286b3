import * as z from 'zod/mini'
import { day } from '#src/lib/api/fields.ts'
import { formatCredits } from '../../cle-text.ts'
import { type Confidence, type RuleSet, ruleSet } from '../../rules-schema.ts'

/** Fields that are set separately from the JSON. */
const FORM_FIELDS = ['version', 'validFrom', 'checkedAt', 'status'] as const
type RulesBody = Omit<RuleSet, (typeof FORM_FIELDS)[number]>

const withoutFormFields = (rules: RuleSet): RulesBody =>
	Object.fromEntries(
		Object.entries(rules).filter(([name]) => !FORM_FIELDS.some((field) => field === name)),
	) as RulesBody

/** Formats the rules as text to edit. */
export const toJson = (rules: RuleSet): string => JSON.stringify(withoutFormFields(rules), null, 2)

const SYNTAX = 'This is not JSON. Check commas, quotes and brackets.'

/** Names the line at which the JSON is invalid, if the browser's error reveals it. */
function syntaxProblem(text: string, error: unknown): string {
	const { message } = error as SyntaxError
	const at = /position (\d+)/.exec(message)?.[1]
	const line = /line (\d+)/.exec(message)?.[1] ?? (at && text.slice(0, Number(at)).split('\n').length)
	const last = text.trimEnd().split('\n').length
	const where = line ?? (/end of/i.test(message) ? last : undefined)
	return where === undefined
		? SYNTAX
		: `Line ${where} or the one before it is not JSON. Check commas, quotes and brackets.`
}

type FormFields = Pick<RuleSet, (typeof FORM_FIELDS)[number]>
const PLACEHOLDERS: FormFields = { version: 1, validFrom: '2000-01-01', checkedAt: '2000-01-01', status: 'unchecked' }

/** Returns the first error in the text of the rules, with its line or path; undefined if the text is valid. */
export function problemIn(text: string): string | undefined {
	let value: unknown
	try {
		value = JSON.parse(text)
	} catch (error) {
		return syntaxProblem(text, error)
	}
	if (typeof value !== 'object' || value === null) return SYNTAX
	const result = z.safeParse(ruleSet, { ...value, ...PLACEHOLDERS })
	const [issue] = result.error?.issues ?? []
	return issue && `${issue.path.join('.') || 'The rules'}: ${issue.message}`
}

/** Builds a version from the form. */
export const toRules = (json: string, fields: FormFields): RuleSet => ({
	...(JSON.parse(json) as RulesBody),
	...fields,
})

export const rulesForm = z.object({
	validFrom: day,
	checkedAt: day,
	status: z.enum(['verified', 'unchecked'], 'Choose whether it was checked'),
	json: z.string().check(({ value, issues }) => {
		const problem = problemIn(value)
		if (problem) issues.push({ code: 'custom', input: value, message: problem })
	}),
})

export const STATUS_LABELS = {
	verified: 'Checked in the rule itself',
	unchecked: 'Unchecked: from secondary sources',
}

export const CONFIDENCE_LABELS: Readonly<Record<Confidence, string>> = {
	verified: 'Read in the rule',
	secondary: 'Secondary page',
	memory: 'From memory',
	open: 'Open',
}

export interface Mark {
	path: string
	label: string
	/** The numbers with their names. */
	values: string
	confidence: Confidence
	needsChecking: string | undefined
}

const marked = z.looseObject({
	confidence: z.enum(['verified', 'secondary', 'memory', 'open']),
	needsChecking: z.optional(z.string()),
	label: z.optional(z.string()),
})

/** Labels of the parts of the rules, by their JSON key. */
const PARTS: Readonly<Record<string, string>> = {
	credit: 'Credit hour',
	speaker: 'Speaking',
	cycles: 'Cycle',
	requirements: 'Requirement',
	caps: 'Limit',
	carryOver: 'Carry-over',
	proportional: 'Proportion of active months',
	training: 'Training of new attorneys',
	verification: 'Verification of attendance',
	keepYears: 'Years of keeping records',
	providerDuties: 'Duty of the provider',
	evaluation: 'Evaluation forms',
}

const NON_NUMBER_KEYS = ['confidence', 'needsChecking', 'label', 'id', 'of', 'text']

/** Keys whose numbers are hundredths of credits. */
const HUNDREDTHS_KEYS = ['credits', 'most', 'mostInYears', 'mostOf', 'alsoNext', 'unitCredits']

const isList = (value: unknown): value is unknown[] => Array.isArray(value)

/** Turns `unitMinutes` into `unit minutes`. */
const inWords = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

function valueText(value: unknown, isCredits = false): string {
	if (isCredits && typeof value === 'number') return formatCredits(value)
	if (isList(value)) return value.map((each) => valueText(each)).join(', ')
	if (typeof value !== 'object' || value === null) return String(value)
	return Object.entries(value)
		.map(([key, each]) =>
			key === 'category'
				? String(each)
				: `${inWords(key)} ${valueText(each, isCredits || HUNDREDTHS_KEYS.includes(key))}`,
		)
		.join(' ')
}

const valuesOf = (part: object) =>
	Object.entries(part)
		.filter(([name, value]) => !NON_NUMBER_KEYS.includes(name) && !(isList(value) && value.length === 0))
		.map(([name, value]) => {
			const text = valueText(value, HUNDREDTHS_KEYS.includes(name))
			return name === 'credits' ? text : `${inWords(name)} ${text}`
		})
		.join('; ')

/** Lists each number of the rules with its confidence, in the order of the text. */
export function marksOf(value: unknown, path: readonly string[] = []): Mark[] {
	if (typeof value !== 'object' || value === null) return []
	const parsed = z.safeParse(marked, value)
	const [part = '', kind] = path
	const mark = parsed.success && {
		path: path.join('.'),
		label: parsed.data.label ?? [PARTS[part] ?? part, kind && !/^\d+$/.test(kind) && kind].filter(Boolean).join(', '),
		values: valuesOf(parsed.data),
		...{ confidence: parsed.data.confidence, needsChecking: parsed.data.needsChecking },
	}
	return [...(mark ? [mark] : []), ...Object.entries(value).flatMap(([name, each]) => marksOf(each, [...path, name]))]
}
