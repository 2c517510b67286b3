import * as z from 'zod/mini'
import { plainCredits } from '../../cle-text.ts'
import { parseHundredths } from '../hundredths.ts'

// Reads the numbers that owners change most from the text of the rules and writes them back. The text is the form's
// only value, so that no other part of the rules can get lost.

const marked = { confidence: z.optional(z.string()) }
/** Loose, since other parts of the text may be invalid. A null number could not be parsed. */
const requirement = z.looseObject({
	label: z.string(),
	credits: z.optional(z.nullable(z.number())),
	...{ since: z.optional(z.string()), until: z.optional(z.string()), ...marked },
})
const carry = z.looseObject({ most: z.nullable(z.number()), ...marked })
const rules = z.looseObject({
	requirements: z.record(z.string(), z.array(requirement)),
	carryOver: z.record(z.string(), carry),
	sources: z.array(z.looseObject({ url: z.string(), what: z.string() })),
})
type Rules = z.output<typeof rules>

/** Parses the text. Returns the JSON value itself, since the schema would reorder its keys. */
function parseRules(json: string): Rules | undefined {
	try {
		const value: unknown = JSON.parse(json)
		return z.safeParse(rules, value).success ? (value as Rules) : undefined
	} catch {
		return undefined
	}
}

export interface CommonNumber {
	/** Unique key among the numbers. */
	key: string
	label: string
	/** In hundredths; null if it could not be parsed. */
	value: number | null
	isChecked: boolean
	/** Returns the text with another value, in hundredths. */
	withValue: (value: number | null) => string
	/** Returns the text with the number marked as read in the rule, or with the mark removed. */
	withChecked: (isChecked: boolean) => string
}

export interface CommonNumbers {
	kind: string
	numbers: CommonNumber[]
}

const labelWithDates = ({ label, since, until }: z.output<typeof requirement>) =>
	[label, since && `from ${since}`, until && `until ${until}`].filter(Boolean).join(', ')

/** Returns the required and carried-over credits by kind of cycle; undefined if the text is invalid. */
export function commonNumbers(json: string): CommonNumbers[] | undefined {
	const found = parseRules(json)
	if (!found) return undefined
	/** Returns the text after `change` edited the part that `of` selects in a copy. */
	const withChange = <Part>(select: (copy: Rules) => Part | undefined, change: (part: Part) => unknown): string => {
		const copy = structuredClone(found)
		const part = select(copy)
		if (part) change(part)
		return JSON.stringify(copy, null, 2)
	}
	const setChecked = (isChecked: boolean) => (part: { confidence?: string | undefined; needsChecking?: unknown }) => {
		part.confidence = isChecked ? 'verified' : 'secondary'
		if (isChecked) delete part.needsChecking
	}
	return Object.entries(found.requirements).map(([kind, requirements]) => {
		const numbers = requirements.flatMap((one, at): CommonNumber[] => {
			const { credits, confidence } = one
			if (credits === undefined) return []
			const part = (copy: Rules) => copy.requirements[kind]?.[at]
			return [
				{
					...{ key: `${kind} ${at}`, label: labelWithDates(one), value: credits, isChecked: confidence === 'verified' },
					withValue: (value) => withChange(part, (own) => Object.assign(own, { credits: value })),
					withChecked: (isChecked) => withChange(part, setChecked(isChecked)),
				},
			]
		})
		const carryOver = found.carryOver[kind]
		if (carryOver) {
			const part = (copy: Rules) => copy.carryOver[kind]
			numbers.push({
				...{ key: `${kind} carry`, label: 'Carry-over, at most', value: carryOver.most },
				isChecked: carryOver.confidence === 'verified',
				withValue: (value) => withChange(part, (own) => Object.assign(own, { most: value })),
				withChecked: (isChecked) => withChange(part, setChecked(isChecked)),
			})
		}
		return { kind, numbers }
	})
}

/** Parses `1.5` as 150; null if it is not a number. */
export function readCredits(text: string): number | null {
	const hundredths = parseHundredths(text)
	return Number.isNaN(hundredths) ? null : hundredths
}

export const creditsText = (value: number | null): string => (value === null ? '' : plainCredits(value))

/** Formats the sources, one per line: the URL and a description. */
export const formatSources = (json: string): string =>
	(parseRules(json)?.sources ?? []).map(({ url, what }) => `${url} ${what}`).join('\n')

/** Returns the text of the rules with the sources from `lines`. */
export function withSources(json: string, lines: string): string {
	const found = parseRules(json)
	if (!found) return json
	const sources = lines
		.split('\n')
		.map((line) => line.trim())
		.filter(Boolean)
		.map((line) => {
			const [url = '', ...what] = line.split(/\s+/)
			return { url, what: what.join(' ') }
		})
	return JSON.stringify({ ...found, sources }, null, 2)
}
