import * as z from 'zod/mini'
import { contract } from '#src/lib/api/contract.ts'
import { NO_MAIL } from '#src/lib/forms/no-mail.ts'

// The admin home: the parts around the admin screens of all features.

/** Number of pending items per section of the admin screens, by its URL. Omits sections closed to the caller. */
export const getWaiting = contract('GET /api/admin/waiting', {
	access: 'moderator',
	response: z.object({ waiting: z.record(z.string(), z.number()) }),
})

export const SEARCH_LIMIT = 5

const hit = z.object({
	title: z.string(),
	/** Distinguishes hits with the same title; may be empty. */
	detail: z.string(),
	href: z.string(),
})
const hitsOfKind = z.object({
	kind: z.string(),
	hits: z.array(hit),
	/** Link to the full list; null if there are no more hits. */
	more: z.nullable(z.string()),
})
export type Hit = z.output<typeof hit>
export type HitsOfKind = z.output<typeof hitsOfKind>

/** Screens, members, courses and questions that match, by kind; kinds without a hit are omitted. */
export const searchAdmin = contract('GET /api/admin/desk/search', {
	access: 'admin',
	query: z.object({
		q: z.string().check(z.minLength(1, 'Type something to search for'), z.maxLength(200, 'Use at most 200 characters')),
	}),
	response: z.array(hitsOfKind),
})

const step = z.object({
	id: z.string(),
	title: z.string(),
	/** One line: the reason or the action. */
	how: z.string(),
	isDone: z.boolean(),
	/** The button of the step. If `href` is null, the button sends the email with a link to open. */
	button: z.object({ label: z.string(), href: z.nullable(z.string()) }),
})
export type Step = z.output<typeof step>
const firstSteps = z.object({ isHidden: z.boolean(), steps: z.array(step) })
export type FirstSteps = z.output<typeof firstSteps>

/** Setup steps of a new club; whether a step is done is derived from the current state. */
export const getFirstSteps = contract('GET /api/admin/first-steps', { access: 'admin', response: firstSteps })

/** Hides or shows the first steps for all admins. */
export const updateFirstSteps = contract('PUT /api/admin/first-steps', {
	access: 'admin',
	body: z.object({ isHidden: z.boolean('Choose whether to hide them') }),
	response: firstSteps,
})

/** Sends the caller an email with a link. Opening the link proves that email arrives. */
export const sendFirstTestMail = contract('POST /api/admin/first-steps/mail', {
	access: 'admin',
	body: z.object({}),
	response: z.object({ to: z.string() }),
	errors: { noMail: NO_MAIL },
})
