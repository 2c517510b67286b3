import * as z from 'zod/mini'
import { type Accreditation, type Activity, accreditationFields } from '../../admin-contract.ts'
import { plainCredits } from '../../cle-text.ts'
import { creditsByCategory } from '../../engine/credits.ts'
import { FORMATS, type Format, type RuleSet } from '../../rules-schema.ts'
import { parseHundredths } from '../hundredths.ts'

// Credits are typed as `1.5`, by category.

const typedCredits = z.pipe(
	z.pipe(
		z.record(z.string(), z.string()),
		z.transform((credits: Record<string, string>) =>
			Object.fromEntries(
				Object.entries(credits)
					.map(([category, text]) => [category, text.trim() === '' ? 0 : parseHundredths(text)] as const)
					.filter(([, hundredths]) => hundredths !== 0),
			),
		),
	),
	accreditationFields.credits,
)

const WRONG_ORDER = 'The last day is before the first day'

export const accreditationForm = z
	.object({
		jurisdiction: accreditationFields.jurisdiction,
		number: accreditationFields.number,
		credits: typedCredits,
		formats: z.pipe(z.array(z.enum(FORMATS)), accreditationFields.formats),
		validFrom: accreditationFields.validFrom,
		validTo: z.pipe(
			z.pipe(
				z.string(),
				z.transform((text) => (text === '' ? null : text)),
			),
			accreditationFields.validTo,
		),
		transitional: z.boolean(),
	})
	.check(
		z.refine(({ validFrom, validTo }) => validTo === null || validFrom <= validTo, {
			error: WRONG_ORDER,
			path: ['validTo'],
		}),
	)
export type AccreditationForm = z.input<typeof accreditationForm>

export const accreditationLabels = {
	jurisdiction: 'Jurisdiction',
	number: 'Number that the board gave',
	credits: 'Credits by category',
	formats: 'Formats',
	validFrom: 'First day',
	validTo: 'Last day',
	transitional: 'Also for newly admitted attorneys (transitional)',
}

const creditTexts = (credits: Readonly<Record<string, number>>) =>
	Object.fromEntries(Object.entries(credits).map(([category, hundredths]) => [category, plainCredits(hundredths)]))

/** Suggests credits from an activity's minutes. The board may have granted different numbers. */
export function proposedCredits(
	{ minutes, minutesByCategory }: Pick<Activity, 'minutes' | 'minutesByCategory'>,
	rules: RuleSet,
): Record<string, string> {
	const known = new Set(rules.categories.map(({ id }) => id))
	const [first] = rules.categories
	const knownEntries = Object.entries(minutesByCategory ?? {}).filter(([category]) => known.has(category))
	const byCategory = knownEntries.length > 0 ? Object.fromEntries(knownEntries) : first ? { [first.id]: minutes } : {}
	return creditTexts(creditsByCategory(byCategory, rules).credits)
}

export const emptyAccreditation = (format: Format, today: string): AccreditationForm => ({
	...{
		jurisdiction: '',
		number: '',
		credits: {},
		formats: [format],
		validFrom: today,
		validTo: '',
		transitional: false,
	},
})

/** Fills the form. Categories without credits get an empty field, so that they do not count as changes. */
export function toAccreditationForm(accreditation: Accreditation, rules: readonly RuleSet[]): AccreditationForm {
	const { jurisdiction, number, formats, validFrom, validTo, transitional } = accreditation
	const own = rules.find((one) => one.jurisdiction === jurisdiction)
	const empty = Object.fromEntries((own?.categories ?? []).map(({ id }) => [id, '']))
	return {
		...{ jurisdiction, number, formats: [...formats], validFrom, validTo: validTo ?? '', transitional },
		credits: { ...empty, ...creditTexts(accreditation.credits) },
	}
}
