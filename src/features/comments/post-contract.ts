import * as z from 'zod/mini'
import { contract } from '#src/lib/api/contract.ts'

// What members and moderators do with a post of any kind. The server's part is in the feature `moderation`.

export const postKind = z.enum(['question', 'questionComment', 'courseComment'])
export type PostKind = z.output<typeof postKind>

const params = z.object({ kind: postKind, id: z.string() })
export const noPost = [404, 'This post no longer exists'] as const

/** A hidden post, as its author and moderators see it; others get no text and no reason. */
export const hiddenState = z.nullable(
	z.object({
		/** A moderator's reason; null while reports alone hide it. */
		reason: z.nullable(z.string()),
	}),
)
export type HiddenState = z.output<typeof hiddenState>

export const REPORT_REASONS = {
	rude: 'Insulting or hostile',
	client: 'Confidential information about a client',
	ads: 'Advertising or spam',
	other: 'Something else',
} as const
export const reportReason = z.enum(['rude', 'client', 'ads', 'other'], 'Choose a reason')
export type ReportReason = z.output<typeof reportReason>

/** Open reports by this many members hide a post until a moderator has looked. */
export const REPORTS_TO_HIDE = 3

const NOTE_LIMIT = 500

/** Reports a post. A member has one open report of it; it becomes closed when a moderator has looked. */
export const reportPost = contract('POST /api/posts/:kind/:id/report', {
	access: 'member',
	params,
	body: z.object({
		reason: reportReason,
		note: z._default(
			z.string().check(z.trim(), z.maxLength(NOTE_LIMIT, `Please keep it under ${NOTE_LIMIT} characters`)),
			'',
		),
	}),
	errors: {
		notFound: noPost,
		own: [403, 'This is your own post. You can edit or delete it.'],
		already: [409, 'You have already reported this post. A moderator will look at it.'],
		tooMany: [429, 'You have reported many posts in the last hour. Please try again later.'],
	},
})

/** Hides a post from members, and tells its author why. Its open reports are answered. */
export const hidePost = contract('PUT /api/admin/posts/:kind/:id/hidden', {
	access: 'moderator',
	params,
	body: z.object({
		reason: z
			.string('Enter a reason')
			.check(
				z.trim(),
				z.minLength(1, 'Enter a reason'),
				z.maxLength(NOTE_LIMIT, `The reason has at most ${NOTE_LIMIT} characters`),
			),
	}),
	errors: { notFound: noPost },
})

/** Keeps a reported post, or shows a hidden one again. Its open reports are answered. Moderators cannot keep their own. */
export const keepPost = contract('POST /api/admin/posts/:kind/:id/keep', {
	access: 'moderator',
	params,
	errors: {
		notFound: noPost,
		own: [403, 'This is your own post. Another moderator or an admin decides about it.'],
	},
})
