import * as z from 'zod/mini'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'

/** Maximum count of comments or questions per notification; at the maximum, the text adds "or more". */
export const MAX_NEWS = 20

/** Maximum count of new answers; the home page shows `99+` from here on. */
export const MAX_ANSWERS = 100

export const notificationKind = z.enum([
	'answer',
	'mention',
	'helpful',
	'feedback',
	'session',
	'question',
	'applications',
	'mail',
	'reply',
	'instructor',
	'offer',
	'hidden',
	'report',
])

/** Filters of the list with their kinds. Unread notifications can be of any kind. */
export const KINDS_SHOWN = {
	unread: notificationKind.options,
	answers: ['answer', 'helpful', 'reply', 'instructor'],
	mentions: ['mention'],
	watched: ['question', 'offer'],
	coaching: ['session'],
	journals: ['feedback'],
	club: ['applications', 'mail', 'hidden', 'report'],
} as const satisfies Record<string, readonly z.output<typeof notificationKind>[]>
export type ShownKind = keyof typeof KINDS_SHOWN

export const shownKind = z.enum(Object.keys(KINDS_SHOWN) as [ShownKind, ...ShownKind[]], 'Choose which ones to show')

/** A notification: one per subject, which later events update. */
export const notification = z.object({
	id: z.string(),
	kind: notificationKind,
	/** Title of the question, session or module, or name of the category. */
	title: z.string(),
	/** Names of the people who caused it, in order and without duplicates; empty if not relevant. */
	actors: z.array(z.string()),
	/** Number of new comments, questions, waiting applications or emails; `MAX_NEWS` means that many or more. */
	count: z.number(),
	/** Whether the caller asked the question. */
	isOwn: z.boolean(),
	change: z.nullable(z.enum(['planned', 'moved', 'cancelled'])),
	/** Outcome for a reported post, or whether the caller's own post is `hidden` or visible again (`kept`). */
	outcome: z.nullable(z.enum(['kept', 'hidden', 'deleted'])),
	/** Time of the session, and the time zone in which it was entered. */
	scheduledAt: z.nullable(timestamp),
	timeZone: z.nullable(z.string()),
	/** Path of its subject, including the hash of a comment. */
	href: z.string(),
	at: timestamp,
	isUnread: z.boolean(),
})
export type Notification = z.output<typeof notification>

/** Number of unread notifications; `MAX_UNREAD` means that many or more. */
export const unreadCount = z.object({ unread: z.number() })

/** The caller's notifications whose subject is still visible to them, newest first. */
export const listNotifications = contract('GET /api/notifications', {
	access: 'member',
	query: z.object({ ...pageQuery, show: z.optional(shownKind) }),
	response: z.array(notification),
})

export const getUnread = contract('GET /api/notifications/count', { access: 'member', response: unreadCount })

const WHICH = 'Send ids, or all'

/**
 * Marks notifications as read: those with `ids`, all, or all that match the filter `show`. Never marks ones newer than
 * `until`, the time of the newest one that the caller saw. Returns the number of unread notifications.
 */
export const readNotifications = contract('POST /api/notifications/read', {
	access: 'member',
	body: z
		.object({
			ids: z.optional(z.array(z.string(), WHICH).check(z.maxLength(100, 'Please name at most 100 at a time'))),
			all: z.optional(z.literal(true, WHICH)),
			show: z.optional(shownKind),
			until: z.optional(z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'Enter a valid time'))),
		})
		.check(z.refine(({ ids, all }) => (ids === undefined) !== (all === undefined), WHICH)),
	response: unreadCount,
})
