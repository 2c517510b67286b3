import * as z from 'zod/mini'
import { type Credit, type CreditBody, createCredit, creditFields, MAX_MINUTES } from '../contract.ts'
import type { Jurisdiction } from '../ledger-schema.ts'
import { parseHundredths } from './hundredths.ts'

// Form fields hold text; API calls take integers. An empty amount becomes null.

const AMOUNT = createCredit.errors.amount[1]

const wholeNumber = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)
const orNull =
	(read: (text: string) => number) =>
	(text: string): number | null =>
		text.trim() === '' ? null : read(text)

const minutes = z.pipe(z.pipe(z.string(), z.transform(orNull(wholeNumber))), creditFields.minutes)
const credits = z.pipe(z.pipe(z.string(), z.transform(orNull(parseHundredths))), creditFields.credits)

const part = { category: creditFields.category, minutes, credits }

/** Requires exactly one of minutes and credits. */
const hasAmount = ({ minutes, credits }: { minutes: number | null; credits: number | null }) =>
	(minutes === null) !== (credits === null)
const amountCheck = z.refine<{ minutes: number | null; credits: number | null }>(hasAmount, {
	error: AMOUNT,
	path: ['minutes'],
})

export const creditForm = z
	.object({
		admissionId: creditFields.admissionId,
		source: creditFields.source,
		title: creditFields.title,
		provider: creditFields.provider,
		date: creditFields.date,
		format: creditFields.format,
		...part,
		more: z.array(z.object(part).check(amountCheck)),
		isRepeat: z.boolean(),
		attendedMinutes: z.pipe(
			z.pipe(
				z.string(),
				z.transform((text) => orNull(wholeNumber)(text) ?? 0),
			),
			z.int('Enter the minutes').check(z.gte(0, 'Enter the minutes'), z.lte(MAX_MINUTES, 'Enter the minutes')),
		),
		approval: z.enum(['own', 'other']),
		wasAway: z.boolean(),
	})
	.check(amountCheck)

export type CreditForm = z.input<typeof creditForm>

export const emptyPart = { category: '', minutes: '', credits: '' }

export const emptyCredit = (admissionId: string, today: string): CreditForm => ({
	...{ admissionId, source: 'outside', title: '', provider: '', date: today, format: 'live' },
	...{ ...emptyPart, more: [] },
	...{ isRepeat: false, attendedMinutes: '', approval: 'own', wasAway: false },
})

export const creditLabels = {
	admissionId: 'Admission',
	source: 'What you did',
	title: 'Title',
	provider: 'Provider',
	date: 'Date',
	format: 'Format',
	category: 'Category',
	minutes: 'Minutes',
	credits: 'Credits',
	more: 'Further categories',
	isRepeat: 'I gave this talk before',
	attendedMinutes: 'Minutes you listened to others',
	approval: 'Approved by',
	wasAway: 'I was outside this state',
}

export const SOURCE_LABELS: Readonly<Record<Credit['source'], string>> = {
	ours: 'From this club',
	outside: 'Attended elsewhere',
	speaking: 'Spoke or taught',
	carry: 'Carried over from an earlier cycle',
}

/** Returns the sources that a member can enter. */
export const sourcesOf = ({ speaking, takesCarryOver }: Jurisdiction) =>
	(['outside', 'speaking', 'carry'] as const).filter(
		(source) => (source !== 'speaking' || speaking) && (source !== 'carry' || takesCarryOver),
	)

/** Builds the request. Fields that the form did not show get their defaults. */
export function toCredit(
	input: z.output<typeof creditForm>,
	{ mustBeAway }: Jurisdiction,
	extras: Pick<CreditBody, 'mediaId' | 'force'>,
): CreditBody {
	const isSpeaking = input.source === 'speaking'
	const needsApproval = mustBeAway && input.source !== 'carry'
	return {
		...input,
		...extras,
		isRepeat: isSpeaking && input.isRepeat,
		attendedMinutes: isSpeaking ? input.attendedMinutes : 0,
		approval: needsApproval ? input.approval : 'own',
		wasAway: needsApproval && input.approval === 'other' && input.wasAway,
	}
}
