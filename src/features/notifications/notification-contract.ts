import * as z from 'zod/mini'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'

/** How many comments or questions behind one notification are counted; of more it says "or more". */
export const MAX_NEWS = 20

export const notificationKind = z.enum([
	'answer',
	'mention',
	'helpful',
	'feedback',
	'session',
	'question',
	'applications',
	'mail',
])

/** What a list of notifications can be narrowed to, with the kinds that belong to it. Unread ones are of any kind. */
export const KINDS_SHOWN = {
	unread: notificationKind.options,
	answers: ['answer', 'helpful'],
	mentions: ['mention'],
	watched: ['question'],
	coaching: ['session'],
	journals: ['feedback'],
	club: ['applications', 'mail'],
} as const satisfies Record<string, readonly z.output<typeof notificationKind>[]>
export type ShownKind = keyof typeof KINDS_SHOWN

export const shownKind = z.enum(Object.keys(KINDS_SHOWN) as [ShownKind, ...ShownKind[]], 'Choose which ones to show')

/** Something that concerns the caller: one for each cause, however often something is added to it. */
export const notification = z.object({
	id: z.string(),
	kind: notificationKind,
	/** What it is about: the title of a question, session or module, or the name of a category. */
	title: z.string(),
	/** Names of who did it, the first ones first, each once; empty where that does not matter. */
	actors: z.array(z.string()),
	/** Of new comments, questions, waiting applications or mails; at most `MAX_NEWS`, which means as many or more. */
	count: z.number(),
	/** Whether the question is the caller's own. */
	isOwn: z.boolean(),
	/** What became of a session. */
	change: z.nullable(z.enum(['planned', 'moved', 'cancelled'])),
	/** When the session is, and in which zone it was entered. */
	scheduledAt: z.nullable(timestamp),
	timeZone: z.nullable(z.string()),
	/** Where it leads: a path of ours, to the very comment. */
	href: z.string(),
	/** When something was last added to it. */
	at: timestamp,
	isUnread: z.boolean(),
})
export type Notification = z.output<typeof notification>

/** How many the caller has not read; at most `MAX_UNREAD`, which means as many or more. */
export const unreadCount = z.object({ unread: z.number() })

/** What concerns the caller and what they may still see, the newest first. */
export const listNotifications = contract({
	method: 'GET',
	path: '/api/notifications',
	access: 'member',
	query: z.object({ ...pageQuery, show: z.optional(shownKind) }),
	response: z.array(notification),
})

export const getUnread = contract({
	method: 'GET',
	path: '/api/notifications/count',
	access: 'member',
	response: unreadCount,
})

const WHICH = 'Say which ones: ids, or all'

/**
 * Marks these as read, or all, or all of what `show` narrows the list to; never what was added after `until`, the newest of what the caller was shown. Answers how
 * many are left.
 */
export const readNotifications = contract({
	method: 'POST',
	path: '/api/notifications/read',
	access: 'member',
	body: z
		.object({
			ids: z.optional(z.array(z.string(), WHICH).check(z.maxLength(100, 'Please name at most 100 at a time'))),
			all: z.optional(z.literal(true, WHICH)),
			show: z.optional(shownKind),
			until: z.optional(z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'That is no time'))),
		})
		.check(z.refine(({ ids, all }) => (ids === undefined) !== (all === undefined), WHICH)),
	response: unreadCount,
})
