import * as z from 'zod/mini'
import { contract } from '#src/lib/api/contract.ts'
import { NO_MAIL } from '#src/lib/forms/no-mail.ts'

// The owner's desk: what surrounds the admin screens of all features.

/** How much waits in each section of the admin screens, by the address of the section. */
export const getWaiting = contract({
	method: 'GET',
	path: '/api/admin/waiting',
	access: 'admin',
	response: z.object({ waiting: z.record(z.string(), z.number()) }),
})

/** As many of each kind are shown; who looks for another writes more. */
export const SEARCH_LIMIT = 5

const hit = z.object({
	title: z.string(),
	/** What tells two of one name apart; may be empty. */
	detail: z.string(),
	href: z.string(),
})
const hitsOfKind = z.object({
	kind: z.string(),
	hits: z.array(hit),
	/** The list that has them all, where there are more. */
	more: z.nullable(z.string()),
})
export type Hit = z.output<typeof hit>
export type HitsOfKind = z.output<typeof hitsOfKind>

/** Screens, members, courses and questions by what was typed, kind by kind; a kind without any is left out. */
export const searchAdmin = contract({
	method: 'GET',
	path: '/api/admin/desk/search',
	access: 'admin',
	query: z.object({
		q: z.string().check(z.minLength(1, 'Type what to look for'), z.maxLength(200, 'Search for at most 200 characters')),
	}),
	response: z.array(hitsOfKind),
})

const step = z.object({
	id: z.string(),
	title: z.string(),
	/** One line: why, or what to do. */
	how: z.string(),
	isDone: z.boolean(),
	/** What does it. Without an address: the mail with a link to press. */
	button: z.object({ label: z.string(), href: z.nullable(z.string()) }),
})
export type Step = z.output<typeof step>
const firstSteps = z.object({ isHidden: z.boolean(), steps: z.array(step) })
export type FirstSteps = z.output<typeof firstSteps>

/** What a new club needs, each found out from how things stand. */
export const getFirstSteps = contract({
	method: 'GET',
	path: '/api/admin/first-steps',
	access: 'admin',
	response: firstSteps,
})

/** Hides the first steps from the dashboard of all admins, or shows them again. */
export const updateFirstSteps = contract({
	method: 'PUT',
	path: '/api/admin/first-steps',
	access: 'admin',
	body: z.object({ isHidden: z.boolean('Say whether they are hidden') }),
	response: firstSteps,
})

/** Sends the caller a mail with a link: only its opening proves that mails arrive. */
export const sendProofMail = contract({
	method: 'POST',
	path: '/api/admin/first-steps/mail',
	access: 'admin',
	body: z.object({}),
	response: z.object({ to: z.string() }),
	errors: { noMail: NO_MAIL },
})
