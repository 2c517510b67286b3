import * as z from 'zod/mini'
import { contract } from '#src/lib/api/contract.ts'
import { MAIL_QUOTES } from '#src/lib/forms/mail-quotes.ts'

export const preferences = z.object({
	mentions: z.boolean(),
	comments: z.boolean(),
	reminders: z.boolean(),
	feedback: z.boolean(),
	news: z.boolean(),
	/** Unanswered questions that the member may be able to answer. */
	offers: z.boolean(),
	/** Last days of credit cycles. */
	deadlines: z.boolean(),
	/** How much of questions and comments emails quote, up to the club's maximum. */
	quotes: z.enum(MAIL_QUOTES, 'Choose what emails quote'),
})
export type Preferences = z.output<typeof preferences>

export const getPreferences = contract('GET /api/user/notifications', { access: 'account', response: preferences })

export const updatePreferences = contract('PUT /api/user/notifications', {
	access: 'account',
	/** Absent fields stay unchanged: older clients send only three kinds. */
	body: z.extend(preferences, {
		feedback: z.optional(preferences.shape.feedback),
		news: z.optional(preferences.shape.news),
		offers: z.optional(preferences.shape.offers),
		deadlines: z.optional(preferences.shape.deadlines),
		quotes: z.optional(preferences.shape.quotes),
	}),
	response: preferences,
})

/**
 * Unsubscribes from what an email's link is for. The token in the URL is the authorization, so no sign-in is needed.
 * Email clients post here automatically (RFC 8058), see `one-click.ts`.
 */
export const unsubscribe = contract('POST /api/unsubscribe/:token', {
	access: 'public',
	body: z.object({}),
	response: z.object({ what: z.string() }),
	errors: { notFound: [404, 'This link is no longer valid'] },
})

/** Redirects to the unsubscribe page. Changes nothing: mail scanners open every link. */
export const openUnsubscribe = contract('GET /api/unsubscribe/:token', {
	access: 'public',
	status: 302,
	response: z.string(),
})
