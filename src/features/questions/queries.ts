import type { SentAs } from '#src/lib/api/fields.ts'
import { mutation, put, query } from '#src/lib/api/query.ts'
import { list } from '#src/lib/api/query-list.ts'
import { recountUnread } from '#src/lib/lists/unread.ts'
import { listCategories, listCategoryQuestions } from './category-contract.ts'
import {
	type CommentBody,
	createComment,
	createQuestion,
	deleteComment,
	deleteQuestion,
	type FollowState,
	followQuestion,
	getQuestion,
	listComments,
	listQuestions,
	lockQuestion,
	markHelpful,
	moveQuestion,
	type QuestionBody,
	readQuestion,
	type ShownKind,
	suggestMembers,
	updateComment,
	updateQuestion,
} from './contract.ts'

/** Questions per page of the list. */
export const PAGE_SIZE = 20

/** Comments per page, after those that come with the question. */
const COMMENTS_PAGE = 100

/** What the list shows: a category, words, or everything. */
export interface Filters {
	category: string
	search: string
	show: ShownKind | ''
}

export const listCategoriesQuery = query(listCategories)

/** Pages of the list. */
export const listQuestionsQuery = ({ category, search, show }: Filters) =>
	list(listQuestions, {
		query: {
			limit: PAGE_SIZE,
			category: category || undefined,
			show: show || undefined,
			search: search.trim() ? search : undefined,
		},
	})

/** Pages of the questions of one category alone. */
export const listCategoryQuestionsQuery = (id: string) =>
	list(listCategoryQuestions, { params: { id }, query: { limit: PAGE_SIZE } })

export const getQuestionQuery = (id: string) => query(getQuestion, { params: { id } })

/** Members whose name or username begins so, for a mention. */
export const suggestMembersQuery = (typed: string) => query(suggestMembers, { query: { q: typed } })

/** What every change makes stale: the lists and the question itself. */
export const QUESTIONS = [getQuestion, listQuestions, listCategories, listCategoryQuestions]

export const createQuestionMutation = mutation(createQuestion, {
	input: (body: QuestionBody & SentAs) => ({ body }),
	done: { title: 'Question posted', afterNavigation: true },
	failed: 'Failed to post question',
	// The category may be gone by now.
	refreshesAfterFailure: [listCategories],
})

export const updateQuestionMutation = (id: string) =>
	mutation(updateQuestion, {
		input: (body: QuestionBody & { version?: number | undefined }) => ({ params: { id }, body }),
		done: 'Question updated',
		failed: 'Failed to update question',
		// The category may be gone by now, or the question changed.
		refreshesAfterFailure: QUESTIONS,
		refreshes: QUESTIONS,
	})

export const deleteQuestionMutation = (id: string) =>
	mutation(deleteQuestion, {
		input: () => ({ params: { id } }),
		done: { title: 'Question deleted', afterNavigation: true },
		follows: () => window.location.assign('/questions'),
		failed: 'Failed to delete',
	})

export const moveQuestionMutation = (id: string) =>
	mutation(moveQuestion, {
		input: (categoryId: string) => ({ params: { id }, body: { categoryId } }),
		done: 'Question moved',
		failed: 'Failed to move question',
		refreshes: QUESTIONS,
	})

export const lockQuestionMutation = (id: string) =>
	mutation(lockQuestion, {
		input: (isLocked: boolean) => ({ params: { id }, body: { isLocked } }),
		done: (_, isLocked) => (isLocked ? 'Question locked' : 'Question unlocked'),
		failed: ['Failed to change the lock', ''],
		refreshes: QUESTIONS,
	})

/** What the reader wants to hear of a question; shown at once. */
export const followQuestionMutation = (id: string, before: FollowState) => {
	const show = (follow: FollowState) => put(getQuestionQuery(id), (question) => ({ ...question, follow }))
	return mutation(followQuestion, {
		input: (state: FollowState) => ({ params: { id }, body: { state } }),
		ahead(state) {
			show(state)
			return () => show(before)
		},
		failed: ['Failed to change notifications', ''],
		// Of a muted question nothing is told, nor what was told before.
		follows: recountUnread,
	})
}

/** Notes how far the reader has come. It says nothing, also when it fails: the mark then stays until the next time. */
export const readQuestionMutation = (id: string) =>
	mutation(readQuestion, {
		input: (commentId: string | null) => ({ params: { id }, body: { commentId } }),
		follows: recountUnread,
	})

/** Marks what helped, or takes the mark away; shown at once. */
export const markHelpfulMutation = (id: string, before: string | null) => {
	const show = (helpfulCommentId: string | null) =>
		put(getQuestionQuery(id), (question) => ({ ...question, helpfulCommentId }))
	return mutation(markHelpful, {
		input: (commentId: string | null) => ({ params: { id }, body: { commentId } }),
		ahead(commentId) {
			show(commentId)
			return () => show(before)
		},
		failed: ['Failed to mark the comment', ''],
		refreshesAfterFailure: [getQuestion],
	})
}

/** Comments of a question from the first one on. */
export const listCommentsQuery = (id: string) => list(listComments, { params: { id }, query: { limit: COMMENTS_PAGE } })

export const createCommentMutation = (questionId: string) =>
	mutation(createComment, {
		input: (body: CommentBody & SentAs) => ({ params: { id: questionId }, body }),
		done: 'Comment posted',
		// Who writes below has read what stands above.
		follows: recountUnread,
		failed: 'Failed to post comment',
	})

export const updateCommentMutation = (questionId: string, commentId: string) =>
	mutation(updateComment, {
		input: (body: CommentBody & { version?: number | undefined }) => ({ params: { id: questionId, commentId }, body }),
		done: 'Comment updated',
		failed: 'Failed to update comment',
	})

export const deleteCommentMutation = (questionId: string, commentId: string) =>
	mutation(deleteComment, {
		input: () => ({ params: { id: questionId, commentId } }),
		done: 'Comment deleted',
		failed: 'Failed to delete',
	})
