import * as z from 'zod/mini'
import { contract } from '#src/lib/api/contract.ts'

const step = z.object({
	id: z.string(),
	title: z.string(),
	/** One line about the purpose of the step. */
	how: z.string(),
	isDone: z.boolean(),
	label: z.string(),
	href: z.string(),
})
const welcome = z.object({ isHidden: z.boolean(), steps: z.array(step) })
export type Welcome = z.output<typeof welcome>

/** The caller's first steps in the club; each is derived from the current state. */
export const getWelcome = contract('GET /api/user/welcome', { access: 'member', response: welcome })

/** Hides or shows the caller's first steps. */
export const updateWelcome = contract('PUT /api/user/welcome', {
	access: 'member',
	body: z.object({ isHidden: z.boolean('Choose whether to hide them') }),
	response: welcome,
})
