import type { CommentInput } from '#src/features/comments/shown-comment.ts'
import type { SentAs } from '#src/lib/api/fields.ts'
import { mutation, put, query } from '#src/lib/api/query.ts'
import { list } from '#src/lib/api/query-list.ts'
import { recountUnread } from '#src/lib/lists/unread.ts'
import { firstLineOf } from '#src/lib/text/line-of.ts'
import { listCategories, listCategoryQuestions } from './category-contract.ts'
import {
	createComment,
	createQuestion,
	deleteComment,
	deleteQuestion,
	type FollowState,
	followQuestion,
	getQuestion,
	type ListOrder,
	listComments,
	listQuestions,
	lockQuestion,
	markHelpful,
	moveQuestion,
	type Question,
	type QuestionBody,
	type QuestionComment,
	readQuestion,
	type ShownKind,
	similarQuestions,
	updateComment,
	updateQuestion,
} from './contract.ts'
import { createIntroduction, type IntroductionBody } from './introduction-contract.ts'
import { getUnreadQuestions, readAllQuestions, type UnreadQuestions } from './unread-contract.ts'

/** Questions per page of the list. */
export const PAGE_SIZE = 20

/** Comments per page, after the first page, which the question contains. */
const COMMENTS_PAGE = 100

export type Filters = {
	category: string
	search: string
	show: ShownKind | ''
	/** Empty for the usual order, by last activity. */
	sort: ListOrder | ''
}

export const listCategoriesQuery = query(listCategories)

export const listQuestionsQuery = ({ category, search, show, sort }: Filters) =>
	list(listQuestions, {
		query: {
			limit: PAGE_SIZE,
			category: category || undefined,
			show: show || undefined,
			sort: sort || 'activity',
			search: search.trim() ? search : undefined,
		},
	})

export const getUnreadQuestionsQuery = query(getUnreadQuestions)

export const similarQuestionsQuery = (title: string) => query(similarQuestions, { query: { title } })

/** Marks all counted unread questions as read, including those that are not on the screen. */
export const readAllQuestionsMutation = mutation(readAllQuestions, {
	input: ({ until }: UnreadQuestions) => ({ body: { until } }),
	failed: ['Failed to mark them as read', ''],
	follows: recountUnread,
	refreshes: [listQuestions, getUnreadQuestions],
})

export const listCategoryQuestionsQuery = (id: string) =>
	list(listCategoryQuestions, { params: { id }, query: { limit: PAGE_SIZE } })

export const getQuestionQuery = (id: string) => query(getQuestion, { params: { id } })

/** Queries to invalidate after any change: the lists and the question. */
export const QUESTIONS = [getQuestion, listQuestions, listCategories, listCategoryQuestions]

export const createQuestionMutation = mutation(createQuestion, {
	input: (body: QuestionBody & SentAs) => ({ body }),
	done: { title: 'Question posted', afterNavigation: true },
	failed: 'Failed to post question',
	// The category may have been deleted.
	refreshesAfterFailure: [listCategories],
})

/** A repeated request returns the question that the first one created. */
export const createIntroductionMutation = mutation(createIntroduction, {
	input: (body: IntroductionBody) => ({ body }),
	done: { title: 'Question posted', afterNavigation: true },
	fallback: 'Failed to post your introduction',
})

export const updateQuestionMutation = (id: string) =>
	mutation(updateQuestion, {
		input: (body: QuestionBody & { version?: number | undefined }) => ({ params: { id }, body }),
		done: 'Question updated',
		fallback: 'Failed to update question',
		// The category may have been deleted, or the question changed.
		refreshesAfterFailure: QUESTIONS,
		refreshes: QUESTIONS,
	})

export const deleteQuestionMutation = (id: string) =>
	mutation(deleteQuestion, {
		input: () => ({ params: { id } }),
		done: { title: 'Question deleted', afterNavigation: true },
		follows: () => window.location.assign('/questions'),
		fallback: 'Failed to delete',
	})

/** Deletes the text of the viewer's own question. Its answers stay. */
export const deleteQuestionTextMutation = (id: string) =>
	mutation(deleteQuestion, {
		input: () => ({ params: { id } }),
		done: 'Question deleted',
		failed: 'Failed to delete',
		refreshes: QUESTIONS,
	})

export const moveQuestionMutation = (id: string) =>
	mutation(moveQuestion, {
		input: (categoryId: string) => ({ params: { id }, body: { categoryId } }),
		done: 'Question moved',
		fallback: 'Failed to move question',
		refreshes: QUESTIONS,
	})

export const lockQuestionMutation = (id: string) =>
	mutation(lockQuestion, {
		input: (isLocked: boolean) => ({ params: { id }, body: { isLocked } }),
		done: (_, isLocked) => (isLocked ? 'Question locked' : 'Question unlocked'),
		failed: ['Failed to lock or unlock the question', ''],
		refreshes: QUESTIONS,
	})

/** Follows or mutes a question; optimistic. */
export const followQuestionMutation = (id: string, before: FollowState) => {
	const show = (follow: FollowState) => put(getQuestionQuery(id), (question) => ({ ...question, follow }))
	return mutation(followQuestion, {
		input: (state: FollowState) => ({ params: { id }, body: { state } }),
		ahead(state) {
			show(state)
			return () => show(before)
		},
		failed: ['Failed to change notifications', ''],
		// Muting a question also removes its notifications.
		follows: recountUnread,
	})
}

/** Records how far the viewer has read. Silent, even on failure: the unread mark stays until the next visit. */
export const readQuestionMutation = (id: string) =>
	mutation(readQuestion, {
		input: (commentId: string | null) => ({ params: { id }, body: { commentId } }),
		follows: recountUnread,
	})

/** Marks a comment as helpful or removes the mark; optimistic. */
export const markHelpfulMutation = (
	id: string,
	{ id: commentId, body }: Pick<QuestionComment, 'id' | 'body'>,
	before: Question['helpful'],
) => {
	const show = (helpful: Question['helpful']) => put(getQuestionQuery(id), (question) => ({ ...question, helpful }))
	return mutation(markHelpful, {
		input: (isSet: boolean) => ({ params: { id }, body: { commentId: isSet ? commentId : null } }),
		ahead(isSet) {
			show(isSet ? { id: commentId, line: firstLineOf(body) } : null)
			return () => show(before)
		},
		failed: ['Failed to mark the comment', ''],
		refreshesAfterFailure: [getQuestion],
	})
}

export const listCommentsQuery = (id: string) => list(listComments, { params: { id }, query: { limit: COMMENTS_PAGE } })

export const createCommentMutation = (questionId: string) =>
	mutation(createComment, {
		input: ({ body, idempotencyKey }: CommentInput) => ({ params: { id: questionId }, body: { body, idempotencyKey } }),
		done: 'Comment posted',
		// A comment marks the question as read.
		follows: recountUnread,
		failed: 'Failed to post comment',
	})

export const updateCommentMutation = (questionId: string, commentId: string) =>
	mutation(updateComment, {
		input: ({ body, version }: CommentInput) => ({ params: { id: questionId, commentId }, body: { body, version } }),
		done: 'Comment updated',
		fallback: 'Failed to update comment',
	})

export const deleteCommentMutation = (questionId: string, commentId: string) =>
	mutation(deleteComment, {
		input: () => ({ params: { id: questionId, commentId } }),
		done: 'Comment deleted',
		fallback: 'Failed to delete',
	})
