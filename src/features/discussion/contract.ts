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
	/** The author is an admin. */
	isInstructor: z.boolean(),
	parentId: z.nullable(z.string()),
	/** Number of replies; 0 for a reply. */
	replyCount: z.number(),
	/** Replies of others since the caller's last visit; 0 without a visit. */
	newReplyCount: z.number(),
	/** By someone else, since the caller's last visit. */
	isNew: z.boolean(),
	isEdited: z.boolean(),
	/** Its author deleted it while others had replied: `DELETED` is its text. */
	isDeleted: z.boolean(),
	/** A reply that the author of the comment above marked as helpful. */
	isHelpful: z.boolean(),
	/** For others than its author and moderators it has no text and no author. */
	hidden: hiddenState,
	/** The version that an edit must send. */
	version: z.number(),
	/** Usernames in the text that belong to members. */
	mentions: z.array(z.string()),
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

const content = z
	.string('Write something first')
	.check(
		z.trim(),
		z.minLength(1, 'Write something first'),
		z.maxLength(COMMENT_LIMIT, 'Comment must be at most 10,000 characters'),
	)

/** The form of a comment. */
export const commentText = z.object({ body: content })

export const createComment = contract('POST /api/modules/:id/comments', {
	access: 'member',
	body: z.object({
		content,
		/** The top-level comment of a reply. */
		parentId: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
		idempotencyKey,
	}),
	response: comment,
	status: 201,
	errors: {
		notFound: NOT_FOUND.module,
		notOpen: NOT_OPEN,
		parentNotFound: [404, 'The comment you are replying to was deleted'],
		replyToReply: [400, 'Replies cannot be answered; reply to the comment above'],
		sentBefore: sentBefore('comment'),
	},
})

const ofComment = { notFound: NOT_FOUND.comment, notOpen: NOT_OPEN }

export const getComment = contract('GET /api/comments/:id', { access: 'member', response: comment, errors: ofComment })

export const updateComment = contract('PUT /api/comments/:id', {
	access: 'member',
	body: z.object({ content, ...versionField }),
	response: comment,
	errors: { ...ofComment, notAuthor, changed: changedMeanwhile('comment') },
	current: comment,
})

/** Oldest first. */
export const listReplies = contract('GET /api/comments/:id/replies', {
	access: 'member',
	query: z.object(pageQuery),
	response: z.array(comment),
	errors: ofComment,
})

/** An author deletes only the text of a comment with replies, an admin the replies too. */
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

/** Marks the reply that helped instead of another, or removes the mark. Only for the author of the comment above. */
export const markHelpful = contract('PUT /api/comments/:id/helpful', {
	access: 'member',
	body: z.object({ isHelpful: z.boolean() }),
	errors: { ...ofComment, notAsker: [403, 'Only the author of the comment above can mark a helpful reply'] },
})

/** The discussions below the modules of a course that are open to the caller. */
export const listDiscussions = contract('GET /api/courses/:id/discussions', {
	access: 'member',
	response: z.array(
		z.object({
			moduleId: z.string(),
			/** Comments and replies. */
			count: z.number(),
			/** Others have written since the caller's last visit; without one, within `UNREAD_DAYS`. */
			isUnread: z.boolean(),
		}),
	),
})
export type DiscussionState = z.output<typeof listDiscussions.response>[number]

/** A discussion that the caller never opened counts as unread after a comment within this many days. */
export const UNREAD_DAYS = 30

/** Records that the caller has read the whole discussion of a module. */
export const readDiscussion = contract('PUT /api/modules/:id/comments/read', {
	access: 'member',
	errors: { notFound: NOT_FOUND.module, notOpen: NOT_OPEN },
})
