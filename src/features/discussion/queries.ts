import type { CurrentUser } from '#src/features/auth/contract.ts'
import type { CommentInput } from '#src/features/comments/shown-comment.ts'
import { mutation, query as queryOf, type Stale } from '#src/lib/api/query.ts'
import { list } from '#src/lib/api/query-list.ts'
import { recountUnread } from '#src/lib/lists/unread.ts'
import {
	COMMENTS_PAGE,
	type Comment,
	createComment,
	deleteComment,
	getComment,
	listComments,
	listDiscussions,
	listReplies,
	markHelpful,
	pinComment,
	readDiscussion,
	updateComment,
} from './contract.ts'

/** The signed-in reader of a discussion. */
export type Viewer = Pick<CurrentUser, 'id' | 'role' | 'isModerator'>

const query = { limit: COMMENTS_PAGE }

export const listCommentsQuery = (moduleId: string) => list(listComments, { params: { id: moduleId }, query })

export const listRepliesQuery = (commentId: string) => list(listReplies, { params: { id: commentId }, query })

export const getCommentQuery = (id: string) => queryOf(getComment, { params: { id } })

export const listDiscussionsQuery = (courseId: string) => queryOf(listDiscussions, { params: { id: courseId } })

/** Queries to invalidate after a change: the comments, the replies of the parent, and the counts. */
export const discussionQueries = (moduleId: string, parentId: string | null | undefined): Stale[] => [
	[listComments, { id: moduleId }],
	...(parentId ? [[listReplies, { id: parentId }] as const] : []),
	listDiscussions,
]

export const createCommentMutation = (moduleId: string, parentId?: string) =>
	mutation(createComment, {
		input: ({ body, idempotencyKey }: CommentInput) => ({
			params: { id: moduleId },
			body: { content: body, idempotencyKey, ...(parentId ? { parentId } : {}) },
		}),
		done: 'Comment added',
		failed: 'Error adding comment',
		refreshes: discussionQueries(moduleId, parentId),
	})

export const updateCommentMutation = (moduleId: string, { id, parentId }: Comment) =>
	mutation(updateComment, {
		input: ({ body, version }: CommentInput) => ({ params: { id }, body: { content: body, version } }),
		done: 'Comment updated',
		failed: 'Error updating comment',
		refreshes: discussionQueries(moduleId, parentId),
	})

export const deleteCommentMutation = (moduleId: string, { id, parentId }: Comment) =>
	mutation(deleteComment, {
		input: () => ({ params: { id } }),
		done: 'Comment deleted',
		failed: 'Error deleting comment',
		refreshes: discussionQueries(moduleId, parentId),
	})

export const pinCommentMutation = (moduleId: string, { id }: Comment) =>
	mutation(pinComment, {
		input: (isPinned: boolean) => ({ params: { id }, body: { isPinned } }),
		done: 'Comment updated',
		failed: 'Error updating comment',
		refreshes: discussionQueries(moduleId, undefined),
	})

export const markHelpfulMutation = ({ id, parentId }: Comment) =>
	mutation(markHelpful, {
		input: (isHelpful: boolean) => ({ params: { id }, body: { isHelpful } }),
		failed: 'Error updating comment',
		refreshes: [[listReplies, { id: parentId ?? '' }]],
	})

/** Records that the viewer has read a discussion. Silent, even on failure: the dot then stays until the next visit. */
export const readDiscussionMutation = (moduleId: string) =>
	mutation(readDiscussion, {
		input: () => ({ params: { id: moduleId } }),
		follows: recountUnread,
		refreshes: [listDiscussions],
	})
