import * as z from 'zod/mini'
import { NOT_FOUND, NOT_OPEN } from '#src/features/course-access/errors.ts'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'

/** Maximum length of a comment, in characters. */
export const COMMENT_LIMIT = 10_000

export const comment = z.object({
	id: z.string(),
	userId: z.string(),
	user: z.object({ name: z.string(), username: z.string() }),
	/** Plain text. */
	content: z.string(),
	createdAt: timestamp,
	isPinned: z.boolean(),
	/** The author is an admin. */
	isInstructor: z.boolean(),
	parentId: z.nullable(z.string()),
	/** Number of replies; 0 for a reply. */
	replyCount: z.number(),
})
export type Comment = z.output<typeof comment>

/** Comments or replies per request. */
export const COMMENTS_PAGE = 20

/** Top-level comments: pinned ones first, then newest first. */
export const listComments = contract('GET /api/modules/:id/comments', {
	access: 'member',
	query: z.object(pageQuery),
	response: z.array(comment),
	errors: { notFound: NOT_FOUND.module, notOpen: NOT_OPEN },
})

export const commentText = z.object({
	content: z
		.string('Write something first')
		.check(
			z.trim(),
			z.minLength(1, 'Write something first'),
			z.maxLength(COMMENT_LIMIT, 'Comment must be at most 10,000 characters'),
		),
})

export const commentBody = z.extend(commentText, {
	/** The top-level comment of a reply. */
	parentId: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
})

export const createComment = contract('POST /api/modules/:id/comments', {
	access: 'member',
	body: commentBody,
	response: comment,
	status: 201,
	errors: {
		notFound: NOT_FOUND.module,
		notOpen: NOT_OPEN,
		parentNotFound: [404, 'The comment you are replying to was deleted'],
		replyToReply: [400, 'Replies cannot be answered; reply to the comment above'],
	},
})

/** Oldest first. */
export const listReplies = contract('GET /api/comments/:id/replies', {
	access: 'member',
	query: z.object(pageQuery),
	response: z.array(comment),
	errors: { notFound: NOT_FOUND.comment, notOpen: NOT_OPEN },
})

/** Deletes its replies too. */
export const deleteComment = contract('DELETE /api/comments/:id', {
	access: 'member',
	errors: {
		notFound: NOT_FOUND.comment,
		notYours: [403, 'You can only delete your own comments'],
	},
})

export const pinComment = contract('PATCH /api/comments/:id', {
	access: 'admin',
	body: z.object({ isPinned: z.boolean('Say whether the comment is pinned') }),
	response: comment,
	errors: {
		notFound: NOT_FOUND.comment,
		isReply: [400, 'Only top-level comments can be pinned'],
	},
})
