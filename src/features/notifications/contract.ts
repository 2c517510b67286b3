import * as z from 'zod/mini'
import { contract } from '#src/lib/api/contract.ts'
import { MAIL_QUOTES } from '#src/lib/forms/mail-quotes.ts'

export const preferences = z.object({
	/** A mail when somebody writes `@username`. */
	mentions: z.boolean(),
	/** Mails about new comments on questions one follows. */
	comments: z.boolean(),
	/** A mail the day before a coaching session. */
	reminders: z.boolean(),
	/** A mail when an instructor answers a journal entry. */
	feedback: z.boolean(),
	/** Mails that the people who run the club write to many. */
	news: z.boolean(),
	/** What mails show of questions and comments, as far as the owner's settings allow it. */
	quotes: z.enum(MAIL_QUOTES, 'Choose what mails quote'),
})
export type Preferences = z.output<typeof preferences>

export const getPreferences = contract({
	method: 'GET',
	path: '/api/user/notifications',
	access: 'member',
	response: preferences,
})

export const updatePreferences = contract({
	method: 'PUT',
	path: '/api/user/notifications',
	access: 'member',
	/** What is left out stays as it is: callers of before know three kinds. */
	body: z.extend(preferences, {
		feedback: z.optional(preferences.shape.feedback),
		news: z.optional(preferences.shape.news),
		quotes: z.optional(preferences.shape.quotes),
	}),
	response: preferences,
})

/**
 * Switches off what the link in a mail is about. The secret in the address is the right to do it: it works signed
 * out. Mail programs post here by themselves (RFC 8058), see `one-click.ts`.
 */
export const unsubscribe = contract({
	method: 'POST',
	path: '/api/unsubscribe/:token',
	access: 'public',
	params: z.object({ token: z.string() }),
	body: z.object({}),
	response: z.object({ what: z.string() }),
	errors: { notFound: [404, 'This link is no longer valid'] },
})

/** Leads to the page on which one can unsubscribe. Changes nothing itself: scanners of mail open every link. */
export const openUnsubscribe = contract({
	method: 'GET',
	path: '/api/unsubscribe/:token',
	access: 'public',
	params: z.object({ token: z.string() }),
	status: 302,
	response: z.string(),
})
