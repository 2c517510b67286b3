import * as z from 'zod/mini'
import { contract } from '#src/lib/api/contract.ts'

// Actions of members and moderators on a post of any kind. The services are in the feature `moderation`.

export const postKind = z.enum(['question', 'questionComment', 'courseComment'])
export type PostKind = z.output<typeof postKind>

const params = z.object({ kind: postKind, id: z.string() })
export const noPost = [404, 'This post no longer exists'] as const

/** State of a hidden post; null if it is visible. Only its author and moderators get the text and the reason. */
export const hiddenState = z.nullable(
	z.object({
		/** A moderator's reason; null while only reports hide the post. */
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

/** Open reports by this many members hide a post until a moderator decides. */
export const REPORTS_TO_HIDE = 3

const NOTE_LIMIT = 500

/** Reports a post. A member can have one open report per post; a moderator's decision closes it. */
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

/** Hides a post from members, and notifies its author of the reason. Closes its open reports. */
export const hidePost = contract('PUT /api/admin/posts/:kind/:id/hidden', {
	access: 'moderator',
	params,
	body: z.object({
		reason: z
			.string('Enter a reason')
			.check(
				z.trim(),
				z.minLength(1, 'Enter a reason'),
				z.maxLength(NOTE_LIMIT, `The reason can have at most ${NOTE_LIMIT} characters`),
			),
	}),
	errors: { notFound: noPost },
})

/** Keeps a reported post, or restores a hidden one. Closes its open reports. Moderators cannot keep their own posts. */
export const keepPost = contract('POST /api/admin/posts/:kind/:id/keep', {
	access: 'moderator',
	params,
	errors: {
		notFound: noPost,
		own: [403, 'This is your own post. Another moderator or an admin must decide on it.'],
	},
})
