import { mutation } from '#src/lib/api/query.ts'
import { list } from '#src/lib/api/query-list.ts'
import {
	COMMENTS_PAGE,
	type Comment,
	createComment,
	deleteComment,
	listComments,
	listReplies,
	pinComment,
} from './contract.ts'

const query = { limit: COMMENTS_PAGE }

export const listCommentsQuery = (moduleId: string) => list(listComments, { params: { id: moduleId }, query })

export const listRepliesQuery = (commentId: string) => list(listReplies, { params: { id: commentId }, query })

/** Queries to invalidate after a change: the comments, and the replies of the parent. */
const discussion = (moduleId: string, parentId: string | null | undefined) => [
	[listComments, { id: moduleId }] as const,
	...(parentId ? [[listReplies, { id: parentId }] as const] : []),
]

export const createCommentMutation = (moduleId: string, parentId?: string) =>
	mutation(createComment, {
		input: (content: string) => ({ params: { id: moduleId }, body: { content, ...(parentId ? { parentId } : {}) } }),
		done: 'Comment added',
		failed: 'Error adding comment',
		refreshes: discussion(moduleId, parentId),
	})

export const deleteCommentMutation = (moduleId: string, { id, parentId }: Comment) =>
	mutation(deleteComment, {
		input: () => ({ params: { id } }),
		done: 'Comment deleted',
		failed: 'Error deleting comment',
		refreshes: discussion(moduleId, parentId),
	})

export const pinCommentMutation = (moduleId: string, { id }: Comment) =>
	mutation(pinComment, {
		input: (isPinned: boolean) => ({ params: { id }, body: { isPinned } }),
		done: 'Comment updated',
		failed: 'Error updating comment',
		refreshes: discussion(moduleId, undefined),
	})
