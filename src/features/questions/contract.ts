import * as z from 'zod/mini'
import { notAuthor, notYours, sentBefore } from '#src/features/comments/contract.ts'
import { hiddenState } from '#src/features/comments/post-contract.ts'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'
import { idempotencyKey, lineBetween } from '#src/lib/api/fields.ts'
import { changedMeanwhile, versionField } from '#src/lib/api/version.ts'
import { categoryId, noSuchCategory } from './category-contract.ts'

/** Replaces the form below a locked question (docs/product.md, Questions). */
export const LOCKED = 'This question is locked and cannot receive new comments.'

/** Title of a hidden question, for members other than its author. */
export const HIDDEN = 'This question is hidden'

/** Replaces the form below a hidden question. */
export const HIDDEN_NOW = 'This question is hidden for now and cannot receive new comments.'

/**
 * Maximum number of search results: the newest matches. Bounds the cost of a common word in a club of any size; more
 * search terms reach further back.
 */
export const MAX_MATCHES = 100

/**
 * A question that the caller never opened counts as unread only if it has a post from the last `UNREAD_DAYS` days, so
 * a new member does not find the whole forum unread.
 */
export const UNREAD_DAYS = 30

/** Maximum count of new comments. */
export const MAX_NEW = 100

/** Maximum number of similar questions. */
export const MAX_SIMILAR = 3

/** Maximum total that a filtered list counts; the real one may be higher. */
export const MAX_COUNTED = 1000

/** Filters of the list: new to the caller, without comments, asked by the caller, followed by the caller. */
export const shownKind = z.enum(['unread', 'unanswered', 'mine', 'followed'])
export type ShownKind = z.output<typeof shownKind>

/** Orders of the list. `activity`: by newest comment, or by question if it has none. `newest`: by question. */
export const listOrder = z.enum(['activity', 'newest'])
export type ListOrder = z.output<typeof listOrder>

const notFound = [404, 'Question not found'] as const
const noComment = [404, 'Comment not found'] as const
const locked = [409, LOCKED] as const
const lockedPost = [409, 'This question is locked and cannot be changed.'] as const

/** Null once the account is deleted. */
const author = z.nullable(z.object({ name: z.string(), username: z.string() }))

const categoryName = z.object({ name: z.string() })

export const questionSummary = z.object({
	id: z.string(),
	title: z.string(),
	/** The start of the body; in a search, the matching part. */
	preview: z.string(),
	/** Matching parts of title and preview, as [start, end] in UTF-16 units. */
	titleMarks: z.array(z.tuple([z.number(), z.number()])),
	previewMarks: z.array(z.tuple([z.number(), z.number()])),
	categoryId: z.string(),
	category: categoryName,
	author,
	commentCount: z.number(),
	isLocked: z.boolean(),
	createdAt: timestamp,
	/** Time of the newest comment, or of the question if it has none. */
	lastActivityAt: timestamp,
	/** Author of the newest comment; null if there is none, or once the account is deleted. */
	lastAuthor: author,
	/** It has posts that are new to the caller (`UNREAD_DAYS`) and not marked as read. */
	isUnread: z.boolean(),
	/** Number of comments since the caller's last visit, up to `MAX_NEW`; 0 if the caller never visited. */
	newCount: z.number(),
	/** Its author marked a comment as helpful. */
	hasHelpful: z.boolean(),
})
export type QuestionSummary = z.output<typeof questionSummary>

/** A question in a short list of the most recently active ones. */
export type LastActive = Pick<
	QuestionSummary,
	'id' | 'title' | 'isUnread' | 'newCount' | 'lastActivityAt' | 'lastAuthor'
> & {
	/** If true, `lastAuthor` wrote the newest comment; otherwise, `lastAuthor` asked the question. */
	hasAnswers: boolean
}

export const questionComment = z.object({
	id: z.string(),
	body: z.string(),
	author,
	createdAt: timestamp,
	isEdited: z.boolean(),
	isOwn: z.boolean(),
	/** The author of the question marked it as helpful. */
	isHelpful: z.boolean(),
	hidden: hiddenState,
	/** The version that an edit must send. */
	version: z.number(),
	/** Usernames in the body that belong to members. */
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
	/** The version that an edit must send. */
	version: z.number(),
	isLocked: z.boolean(),
	/** Its author deleted it after others had answered: its title is `DELETED`, and its body is empty. */
	isDeleted: z.boolean(),
	/** Except for its author and moderators, a hidden question has the title `HIDDEN` and an empty body. */
	hidden: hiddenState,
	commentCount: z.number(),
	mentions: z.array(z.string()),
	follow: followState,
	/** It has unseen comments, was never opened, or has an unread notification. */
	isUnread: z.boolean(),
	/** As in the list. */
	newCount: z.number(),
	/** Id of the first new comment, or null. */
	firstNewId: z.nullable(z.string()),
	/** The comment that the question's author marked as helpful, with its first line. */
	helpful: z.nullable(z.object({ id: z.string(), line: z.string() })),
	/** The first page, oldest first. */
	comments: z.array(questionComment),
	/** Cursor of the next page of comments, or null. */
	nextComments: z.nullable(z.string()),
})
export type Question = z.output<typeof question>

/** The fields that a question's author can edit. */
export const questionText = z.pick(question, { title: true, body: true, categoryId: true, version: true })

const TOO_LONG = 'Please keep it under 20,000 characters'
export const questionBody = z.object({
	title: lineBetween('Title', 10, 200),
	body: z
		.string('Question body must be at least 20 characters')
		.check(z.trim(), z.minLength(20, 'Question body must be at least 20 characters'), z.maxLength(20_000, TOO_LONG)),
	categoryId,
})
export type QuestionBody = z.input<typeof questionBody>

export const newQuestion = z.extend(questionBody, { idempotencyKey })
export const questionChange = z.extend(questionBody, versionField)

export const commentBody = z.object({
	body: z
		.string('Comment must be at least 5 characters')
		.check(z.trim(), z.minLength(5, 'Comment must be at least 5 characters'), z.maxLength(20_000, TOO_LONG)),
})
export const newComment = z.extend(commentBody, { idempotencyKey })
export const commentChange = z.extend(commentBody, versionField)

/**
 * Lists newest first, or by last activity; with `search`, questions with all words in the title first. Searches for
 * unread questions among the `MAX_LOOKED_AT` most recently active ones.
 */
export const listQuestions = contract('GET /api/questions', {
	access: 'member',
	query: z.object({
		...pageQuery,
		category: z.optional(z.string()),
		show: z.optional(shownKind),
		sort: z.optional(listOrder),
		search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words'))),
	}),
	response: z.array(questionSummary),
})

/** Lists questions whose titles resemble one that is being typed, the most similar first. */
export const similarQuestions = contract('GET /api/questions/similar', {
	access: 'member',
	query: z.object({ title: z.string().check(z.maxLength(200, 'Please keep it under 200 characters')) }),
	response: z.array(z.object({ id: z.string(), title: z.string(), commentCount: z.number() })),
})

export const createQuestion = contract('POST /api/questions', {
	access: 'member',
	body: newQuestion,
	response: z.object({ id: z.string() }),
	status: 201,
	errors: { noSuchCategory, sentBefore: sentBefore('question') },
})

export const getQuestion = contract('GET /api/questions/:id', {
	access: 'member',
	response: question,
	errors: { notFound },
})

export const updateQuestion = contract('PATCH /api/questions/:id', {
	access: 'member',
	body: questionChange,
	errors: { notFound, notAuthor, locked: lockedPost, noSuchCategory, changed: changedMeanwhile('question') },
	current: questionText,
})

/** Deletes a question with its comments. Once others have answered, its author deletes only its text. */
export const deleteQuestion = contract('DELETE /api/questions/:id', {
	access: 'member',
	errors: { notFound, notYours: [403, 'You can only delete your own questions'] },
})

export const lockQuestion = contract('PUT /api/questions/:id/lock', {
	access: 'moderator',
	body: z.object({ isLocked: z.boolean() }),
	errors: { notFound },
})

/** Moves a question into another category. Its author can do that by editing. */
export const moveQuestion = contract('PUT /api/questions/:id/category', {
	access: 'moderator',
	body: z.object({ categoryId }),
	errors: { notFound, noSuchCategory },
})

/** Lists oldest first. The cursor is the id of the last received comment. */
export const listComments = contract('GET /api/questions/:id/comments', {
	access: 'member',
	query: z.object(pageQuery),
	response: z.array(questionComment),
	errors: { notFound },
})

export const createComment = contract('POST /api/questions/:id/comments', {
	access: 'member',
	body: newComment,
	response: questionComment,
	status: 201,
	errors: { notFound, locked, hidden: [409, HIDDEN_NOW], sentBefore: sentBefore('comment') },
})

export const updateComment = contract('PATCH /api/questions/:id/comments/:commentId', {
	access: 'member',
	body: commentChange,
	response: questionComment,
	errors: { notFound: noComment, notAuthor, locked: lockedPost, changed: changedMeanwhile('comment') },
	current: questionComment,
})

export const deleteComment = contract('DELETE /api/questions/:id/comments/:commentId', {
	access: 'member',
	errors: { notFound: noComment, notYours },
})

export const followQuestion = contract('PUT /api/questions/:id/follow', {
	access: 'member',
	body: z.object({ state: followState }),
	errors: { notFound },
})

/** Records how far the caller has read: up to this comment, or only the question if null. Never goes back. */
export const readQuestion = contract('PUT /api/questions/:id/read', {
	access: 'member',
	body: z.object({ commentId: z.nullable(z.string()) }),
	errors: { notFound },
})

/** Marks one comment as helpful, instead of any other; null removes the mark. Only for the question's author. */
export const markHelpful = contract('PUT /api/questions/:id/helpful', {
	access: 'member',
	body: z.object({ commentId: z.nullable(z.string()) }),
	errors: { notFound, noComment, notAsker: [403, 'Only the author of the question can mark a helpful comment'] },
})
