import * as z from 'zod/mini'
import { isNonBlank, moduleType } from '../module-type.ts'

export const journalData = z.object({
	prompt: z._default(z.string().check(z.trim(), z.maxLength(5_000, 'Prompt must be at most 5,000 characters')), ''),
	guidelines: z._default(
		z.string().check(z.trim(), z.maxLength(5_000, 'Guidelines must be at most 5,000 characters')),
		'',
	),
	/** Maximum words of an entry; 0 means no limit. */
	wordLimit: z._default(
		z
			.int('Word limit must be a whole number')
			.check(z.gte(0, 'Word limit must be 0 or more'), z.lte(20_000, 'Word limit must be at most 20,000')),
		0,
	),
})

export const journal = moduleType({
	type: 'journal',
	label: 'Journal',
	standsAlone: true,
	data: journalData,
	isActivity: true,
	findMissing: ({ prompt }) =>
		prompt === '' ? { path: 'prompt', message: 'Write the prompt', text: 'has no prompt' } : undefined,
	contentsOf: ({ prompt, guidelines, wordLimit }) => [
		...(isNonBlank(prompt) ? ['its prompt'] : []),
		...(isNonBlank(guidelines) ? ['its guidelines'] : []),
		...(typeof wordLimit === 'number' && wordLimit > 0 ? ['its word limit'] : []),
	],
	fieldLabel: (path) => ({ prompt: 'Prompt', guidelines: 'Guidelines', wordLimit: 'Word limit' })[path],
	membersLose: 'Members no longer see their entries.',
})

/** Counts whitespace-separated words (docs/product.md, Modules). */
export const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length

/** Returns whether `words` exceeds the limit of an entry. */
export const isOverLimit = (words: number, wordLimit: number) => wordLimit > 0 && words > wordLimit
