import * as z from 'zod/mini'
import { contract, pageQuery, timestamp } from '#src/lib/contract.ts'
import { oneLine } from '#src/lib/fields.ts'
import { changedMeanwhile, versionField } from '#src/lib/version.ts'

/** What stands in place of the form below a locked question (docs/product.md, Questions). */
export const LOCKED = 'This question is locked and cannot receive new comments.'

/**
 * Most questions that one search finds: the newest matches. It bounds what a search for a common word costs,
 * whatever the size of the club; more words reach further back.
 */
export const MAX_MATCHES = 100

const id = z.object({ id: z.string() })
const comment = z.object({ id: z.string(), commentId: z.string() })
const notFound = [404, 'Question not found'] as const
const noComment = [404, 'Comment not found'] as const
const locked = [409, LOCKED] as const
const lockedPost = [409, 'This question is locked and cannot be changed.'] as const
const notAuthor = [403, 'Only the author can edit this'] as const

export const category = z.object({
	id: z.string(),
	name: z.string(),
	slug: z.string(),
	parentCategoryId: z.nullable(z.string()),
	questionCount: z.number(),
	/** The version, for a change. */
	version: z.number(),
})
export type Category = z.output<typeof category>

/** Null once the account is deleted. */
const author = z.nullable(z.object({ name: z.string(), username: z.string() }))

const categoryName = z.object({ name: z.string() })

export const questionSummary = z.object({
	id: z.string(),
	title: z.string(),
	/** The beginning of the body; in a search, the place that was found. */
	preview: z.string(),
	/** Parts of title and preview that a search found, as [start, end] in UTF-16 units. */
	titleMarks: z.array(z.tuple([z.number(), z.number()])),
	previewMarks: z.array(z.tuple([z.number(), z.number()])),
	categoryId: z.string(),
	category: categoryName,
	author,
	commentCount: z.number(),
	isLocked: z.boolean(),
	createdAt: timestamp,
})
export type QuestionSummary = z.output<typeof questionSummary>

export const questionComment = z.object({
	id: z.string(),
	body: z.string(),
	author,
	createdAt: timestamp,
	isEdited: z.boolean(),
	/** Whether the caller wrote it. */
	isOwn: z.boolean(),
	/** The version, for a change. */
	version: z.number(),
	/** Usernames in the body that are members. */
	mentions: z.array(z.string()),
})
export type QuestionComment = z.output<typeof questionComment>

export const followState = z.enum(['none', 'following', 'muted'])
export type FollowState = z.output<typeof followState>

export const question = z.object({
	id: z.string(),
	title: z.string(),
	body: z.string(),
	categoryId: z.string(),
	category: categoryName,
	author,
	createdAt: timestamp,
	isEdited: z.boolean(),
	isOwn: z.boolean(),
	/** The version, for a change. */
	version: z.number(),
	isLocked: z.boolean(),
	commentCount: z.number(),
	mentions: z.array(z.string()),
	follow: followState,
	/** The first page, oldest first. */
	comments: z.array(questionComment),
	/** The cursor of the next page of comments; null where there is none. */
	nextComments: z.nullable(z.string()),
})
export type Question = z.output<typeof question>

/** What the author of a question can change. */
export const questionText = z.pick(question, { title: true, body: true, categoryId: true, version: true })

const categoryId = z.string('Please select a category').check(z.minLength(1, 'Please select a category'))

const TOO_LONG = 'Please keep it under 20,000 characters'
export const questionBody = z.object({
	title: z.string('Title must be at least 10 characters').check(
		// It stands in sentences of our mails, which it must not go on in a paragraph of its own.
		oneLine,
		z.minLength(10, 'Title must be at least 10 characters'),
		z.maxLength(200, 'Title must be at most 200 characters'),
	),
	body: z
		.string('Question body must be at least 20 characters')
		.check(z.trim(), z.minLength(20, 'Question body must be at least 20 characters'), z.maxLength(20_000, TOO_LONG)),
	categoryId,
})
export type QuestionBody = z.input<typeof questionBody>
export const questionChange = z.extend(questionBody, versionField)

export const commentBody = z.object({
	body: z
		.string('Comment must be at least 5 characters')
		.check(z.trim(), z.minLength(5, 'Comment must be at least 5 characters'), z.maxLength(20_000, TOO_LONG)),
})
export type CommentBody = z.input<typeof commentBody>
export const commentChange = z.extend(commentBody, versionField)

const noSuchCategory = [400, 'Please select a category'] as const

export const listCategories = contract({
	method: 'GET',
	path: '/api/questions/categories',
	access: 'member',
	response: z.array(category),
})

/** Newest first; with `search` those with all words in the title first. */
export const listQuestions = contract({
	method: 'GET',
	path: '/api/questions',
	access: 'member',
	query: z.object({
		...pageQuery,
		category: z.optional(z.string()),
		search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words'))),
	}),
	response: z.array(questionSummary),
})

export const createQuestion = contract({
	method: 'POST',
	path: '/api/questions',
	access: 'member',
	body: questionBody,
	response: z.object({ id: z.string() }),
	status: 201,
	errors: { noSuchCategory },
})

export const getQuestion = contract({
	method: 'GET',
	path: '/api/questions/:id',
	access: 'member',
	params: id,
	response: question,
	errors: { notFound },
})

export const updateQuestion = contract({
	method: 'PATCH',
	path: '/api/questions/:id',
	access: 'member',
	params: id,
	body: questionChange,
	errors: { notFound, notAuthor, locked: lockedPost, noSuchCategory, changed: changedMeanwhile('question') },
	current: questionText,
})

export const deleteQuestion = contract({
	method: 'DELETE',
	path: '/api/questions/:id',
	access: 'admin',
	params: id,
	errors: { notFound },
})

export const lockQuestion = contract({
	method: 'PUT',
	path: '/api/questions/:id/lock',
	access: 'admin',
	params: id,
	body: z.object({ isLocked: z.boolean() }),
	errors: { notFound },
})

/** Puts a question into another category; its author may do that by editing it. */
export const moveQuestion = contract({
	method: 'PUT',
	path: '/api/questions/:id/category',
	access: 'admin',
	params: id,
	body: z.object({ categoryId }),
	errors: { notFound, noSuchCategory },
})

/** Oldest first. The cursor is the id of the last comment had. */
export const listComments = contract({
	method: 'GET',
	path: '/api/questions/:id/comments',
	access: 'member',
	params: id,
	query: z.object(pageQuery),
	response: z.array(questionComment),
	errors: { notFound },
})

export const createComment = contract({
	method: 'POST',
	path: '/api/questions/:id/comments',
	access: 'member',
	params: id,
	body: commentBody,
	response: questionComment,
	status: 201,
	errors: { notFound, locked },
})

export const updateComment = contract({
	method: 'PATCH',
	path: '/api/questions/:id/comments/:commentId',
	access: 'member',
	params: comment,
	body: commentChange,
	response: questionComment,
	errors: { notFound: noComment, notAuthor, locked: lockedPost, changed: changedMeanwhile('comment') },
	current: questionComment,
})

export const deleteComment = contract({
	method: 'DELETE',
	path: '/api/questions/:id/comments/:commentId',
	access: 'admin',
	params: comment,
	errors: { notFound: noComment },
})

export const followQuestion = contract({
	method: 'PUT',
	path: '/api/questions/:id/follow',
	access: 'member',
	params: id,
	body: z.object({ state: followState }),
	errors: { notFound },
})

/** Members whose username begins with `q`, for completion while typing. */
export const suggestMembers = contract({
	method: 'GET',
	path: '/api/questions/members',
	access: 'member',
	query: z.object({ q: z._default(z.string().check(z.maxLength(40)), '') }),
	response: z.array(z.object({ name: z.string(), username: z.string() })),
})

export const categoryBody = z.object({
	name: z
		.string('Name must be at least 2 characters')
		.check(
			z.trim(),
			z.minLength(2, 'Name must be at least 2 characters'),
			z.maxLength(60, 'Name must be at most 60 characters'),
		),
	/** Null for a top-level category. */
	parentCategoryId: z.nullable(z.string()),
})
export type CategoryBody = z.input<typeof categoryBody>
export const categoryChange = z.extend(categoryBody, versionField)

const categoryErrors = {
	notFound: [404, 'Category not found'],
	nameTaken: [409, 'There is already a category of that name'],
	badParent: [400, 'Please choose a top-level category as the parent'],
	hasChildren: [409, 'This category has categories below it, so it stays at the top level'],
} as const

export const createCategory = contract({
	method: 'POST',
	path: '/api/admin/question-categories',
	access: 'admin',
	body: categoryBody,
	response: category,
	status: 201,
	errors: categoryErrors,
})

export const updateCategory = contract({
	method: 'PUT',
	path: '/api/admin/question-categories/:id',
	access: 'admin',
	params: id,
	body: categoryChange,
	errors: { ...categoryErrors, changed: changedMeanwhile('category') },
	current: category,
})

export const orderCategories = contract({
	method: 'PUT',
	path: '/api/admin/question-categories/order',
	access: 'admin',
	body: z.object({ ids: z.array(z.string()).check(z.maxLength(500)) }),
})

export const deleteCategory = contract({
	method: 'DELETE',
	path: '/api/admin/question-categories/:id',
	access: 'admin',
	params: id,
	errors: { ...categoryErrors, inUse: [409, 'Move its questions and categories elsewhere first'] },
})

/** The questions of this category alone, newest first: to choose those that move. The cursor is the last one's id. */
export const listCategoryQuestions = contract({
	method: 'GET',
	path: '/api/admin/question-categories/:id/questions',
	access: 'admin',
	params: id,
	query: z.object(pageQuery),
	response: z.array(z.object({ id: z.string(), title: z.string(), createdAt: timestamp })),
	errors: { notFound: categoryErrors.notFound },
})

/** Most questions that are chosen one by one and moved together. */
export const MAX_CHOSEN = 100

/** Moves questions out of a category into another: all of them, or the chosen ones. */
export const moveQuestions = contract({
	method: 'POST',
	path: '/api/admin/question-categories/:id/move',
	access: 'admin',
	params: id,
	body: z.object({
		categoryId,
		/** Ids of the chosen ones, which are left alone if they are no longer in this category; all without it. */
		questionIds: z.optional(
			z
				.array(z.string(), 'Please choose questions')
				.check(
					z.minLength(1, 'Please choose questions'),
					z.maxLength(MAX_CHOSEN, 'Please choose at most 100 questions'),
				),
		),
	}),
	response: z.object({ moved: z.number() }),
	errors: {
		notFound: categoryErrors.notFound,
		noSuchCategory,
		sameCategory: [400, 'Please choose another category than the present one'],
	},
})
