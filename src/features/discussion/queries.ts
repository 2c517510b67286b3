import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '#src/lib/api-client.ts'
import { failureToast } from '#src/lib/failure-toast.ts'
import { showToast } from '#src/lib/toast.ts'
import {
	COMMENTS_PAGE,
	type Comment,
	cursorAfterComment,
	cursorAfterReply,
	deleteComment,
	getComments,
	getReplies,
	pinComment,
	postComment,
} from './contract.ts'

const keys = {
	comments: (moduleId: string) => ['comments', moduleId] as const,
	replies: (commentId: string) => ['replies', commentId] as const,
}

const next = (cursorAfter: (comment: Comment) => string) => (page: Comment[]) => {
	const last = page.at(-1)
	return last && page.length === COMMENTS_PAGE ? cursorAfter(last) : undefined
}

export const commentsQuery = (moduleId: string) =>
	infiniteQueryOptions({
		queryKey: keys.comments(moduleId),
		queryFn: ({ pageParam, signal }) =>
			call(getComments, { params: { id: moduleId }, query: { limit: COMMENTS_PAGE, cursor: pageParam }, signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: next(cursorAfterComment),
	})

export const repliesQuery = (commentId: string) =>
	infiniteQueryOptions({
		queryKey: keys.replies(commentId),
		queryFn: ({ pageParam, signal }) =>
			call(getReplies, { params: { id: commentId }, query: { limit: COMMENTS_PAGE, cursor: pageParam }, signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: next(cursorAfterReply),
	})

/** What every change of a discussion refreshes: the list, and the replies of the comment that it was about. */
const refresh = (client: QueryClient, moduleId: string, parentId: string | null | undefined) =>
	Promise.all([
		client.invalidateQueries({ queryKey: keys.comments(moduleId) }),
		parentId ? client.invalidateQueries({ queryKey: keys.replies(parentId) }) : undefined,
	])

export const addCommentMutation = (client: QueryClient, moduleId: string, parentId?: string) => ({
	mutationFn: (content: string) =>
		call(postComment, { params: { id: moduleId }, body: { content, ...(parentId ? { parentId } : {}) } }),
	onSuccess() {
		showToast({ title: 'Comment added' })
		return refresh(client, moduleId, parentId)
	},
	onError: failureToast('Error adding comment'),
})

export const deleteCommentMutation = (client: QueryClient, moduleId: string, comment: Comment) => ({
	mutationFn: () => call(deleteComment, { params: { id: comment.id } }),
	onSuccess() {
		showToast({ title: 'Comment deleted' })
		return refresh(client, moduleId, comment.parentId)
	},
	onError: failureToast('Error deleting comment'),
})

export const pinCommentMutation = (client: QueryClient, moduleId: string, comment: Comment) => ({
	mutationFn: (isPinned: boolean) => call(pinComment, { params: { id: comment.id }, body: { isPinned } }),
	onSuccess() {
		showToast({ title: 'Comment updated' })
		return refresh(client, moduleId, undefined)
	},
	onError: failureToast('Error updating comment'),
})
