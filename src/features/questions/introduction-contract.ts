import * as z from 'zod/mini'
import { contract } from '#src/lib/api/contract.ts'

/** Slug of the category in which new members introduce themselves. A renamed category keeps it. */
export const INTRODUCTIONS = 'introductions'

const answer = (message?: string) =>
	z.string(message).check(z.trim(), z.maxLength(2_000, 'Please keep it under 2,000 characters'))

const PRACTICE_REQUIRED = 'Please write a few words about your practice'
export const introductionBody = z.object({
	practice: answer(PRACTICE_REQUIRED).check(z.minLength(5, PRACTICE_REQUIRED)),
	work: z._default(answer(), ''),
	help: z._default(answer(), ''),
})
export type IntroductionBody = z.input<typeof introductionBody>

/** Returns the question's text, composed of the answers that are not empty. */
export const introductionText = ({ practice, work = '', help = '' }: IntroductionBody): string =>
	[
		['My practice', practice],
		['What I am working on', work],
		['Ask me about', help],
	]
		.filter(([, text]) => text !== '')
		.map(([label, text]) => `${label}: ${text}`)
		.join('\n\n')

/** Posts the caller's introduction in the category `Introductions`, once: two tabs create only one question. */
export const createIntroduction = contract('POST /api/questions/introduction', {
	access: 'member',
	body: introductionBody,
	response: z.object({ id: z.string() }),
	status: 201,
	errors: {
		noCategory: [404, 'This club has no introductions'],
		already: [409, 'You have already introduced yourself. Open your introduction to change it.'],
	},
})
