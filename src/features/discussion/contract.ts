import * as z from 'zod/mini'
import { notAuthor, notYours, sentBefore } from '#src/features/comments/contract.ts'
import { hiddenState } from '#src/features/comments/post-contract.ts'
import { NOT_FOUND, NOT_OPEN } from '#src/features/course-access/errors.ts'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'
import { idempotencyKey } from '#src/lib/api/fields.ts'
import { changedMeanwhile, versionField } from '#src/lib/api/version.ts'

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
	/** Whether the author is an admin. */
	isInstructor: z.boolean(),
	parentId: z.nullable(z.string()),
	/** Number of replies; 0 for a reply. */
	replyCount: z.number(),
	/** Number of replies by others since the caller's last visit; 0 if there was no visit. */
	newReplyCount: z.number(),
	/** Whether someone else wrote it since the caller's last visit. */
	isNew: z.boolean(),
	isEdited: z.boolean(),
	/** Whether its author deleted it after others had replied. Its text is then `DELETED`. */
	isDeleted: z.boolean(),
	/** Whether the author of the parent comment marked this reply as helpful. */
	isHelpful: z.boolean(),
	/** Null for a visible comment. Only its author and moderators get the text and author of a hidden one. */
	hidden: hiddenState,
	/** The version that an edit must send. */
	version: z.number(),
	/** Usernames in the text that belong to members. */
	mentions: z.array(z.string()),
})
export type Comment = z.output<typeof comment>

/** Comments or replies per request. */
export const COMMENTS_PAGE = 20

/** Lists top-level comments: pinned ones first, then newest first. */
export const listComments = contract('GET /api/modules/:id/comments', {
	access: 'member',
	query: z.object(pageQuery),
	response: z.array(comment),
	errors: { notFound: NOT_FOUND.module, notOpen: NOT_OPEN },
})

const content = z
	.string('Write something first')
	.check(
		z.trim(),
		z.minLength(1, 'Write something first'),
		z.maxLength(COMMENT_LIMIT, 'Comment must be at most 10,000 characters'),
	)

/** Schema of the comment form. */
export const commentText = z.object({ body: content })

export const createComment = contract('POST /api/modules/:id/comments', {
	access: 'member',
	body: z.object({
		content,
		/** The top-level comment to reply to. */
		parentId: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
		idempotencyKey,
	}),
	response: comment,
	status: 201,
	errors: {
		notFound: NOT_FOUND.module,
		notOpen: NOT_OPEN,
		parentNotFound: [404, 'The comment you are replying to was deleted'],
		replyToReply: [400, 'You cannot reply to a reply. Reply to the comment above instead'],
		sentBefore: sentBefore('comment'),
	},
})

const commentErrors = { notFound: NOT_FOUND.comment, notOpen: NOT_OPEN }

export const getComment = contract('GET /api/comments/:id', {
	access: 'member',
	response: comment,
	errors: commentErrors,
})

export const updateComment = contract('PUT /api/comments/:id', {
	access: 'member',
	body: z.object({ content, ...versionField }),
	response: comment,
	errors: { ...commentErrors, notAuthor, changed: changedMeanwhile('comment') },
	current: comment,
})

/** Lists the replies to a comment, oldest first. */
export const listReplies = contract('GET /api/comments/:id/replies', {
	access: 'member',
	query: z.object(pageQuery),
	response: z.array(comment),
	errors: commentErrors,
})

/** Deletes a comment. If it has replies, its author deletes only the text, and an admin deletes the replies too. */
export const deleteComment = contract('DELETE /api/comments/:id', {
	access: 'member',
	errors: { notFound: NOT_FOUND.comment, notYours },
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

/** Marks a reply as helpful in place of any other, or removes the mark. Only for the author of the parent comment. */
export const markHelpful = contract('PUT /api/comments/:id/helpful', {
	access: 'member',
	body: z.object({ isHelpful: z.boolean() }),
	errors: { ...commentErrors, notAsker: [403, 'Only the author of the comment above can mark a helpful reply'] },
})

/** Lists the discussions below the modules of a course that are open to the caller. */
export const listDiscussions = contract('GET /api/courses/:id/discussions', {
	access: 'member',
	response: z.array(
		z.object({
			moduleId: z.string(),
			/** Number of comments and replies. */
			count: z.number(),
			/** Whether others wrote since the caller's last visit or, if there was none, within `UNREAD_DAYS`. */
			isUnread: z.boolean(),
		}),
	),
})
export type DiscussionState = z.output<typeof listDiscussions.response>[number]

/** Age in days up to which a comment makes a discussion unread if the caller never opened it. */
export const UNREAD_DAYS = 30

/** Records that the caller has read the whole discussion of a module. */
export const readDiscussion = contract('PUT /api/modules/:id/comments/read', {
	access: 'member',
	errors: { notFound: NOT_FOUND.module, notOpen: NOT_OPEN },
})
