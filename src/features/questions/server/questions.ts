import { and, eq, exists, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { db, prepared } from '#db/client.ts'
import {
	questionCategories,
	questionComments,
	questionFollows,
	questionReads,
	questions,
} from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { hiddenFor } from '#src/features/comments/server/hidden.ts'
import { hasReadNotices } from '#src/features/notifications/server/notification-reads.ts'
import { notifyWatchers } from '#src/features/notifications/server/notify.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import { firstLineOf } from '#src/lib/text/line-of.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { sealCursor } from '#src/platform/endpoint/paging.ts'
import { changedSince, isVersion, nextVersion } from '#src/platform/endpoint/version.ts'
import { joinedWords } from '#src/platform/joined-words.ts'
import * as contracts from '../contract.ts'
import { HIDDEN, type Question } from '../contract.ts'
import { cursorAfter, listCommentsFor } from './comments.ts'
import { findMentioned, mentionStatements, mentionsStatement } from './mention-records.ts'
import * as posts from './moderate.ts'
import { questionTexts } from './question-links.ts'
import { firstNewId, newCount, newestSeq, readStatement } from './reads.ts'

/** Comments on the first page, which is part of a question. */
const FIRST_COMMENTS = 50

/** Number of characters of a helpful answer to read for its first line. */
const LINE_LENGTH = 200

function helpfulFrom(json: string): Question['helpful'] {
	const [id, body] = JSON.parse(json) as [string, string]
	return { id, line: firstLineOf(body) }
}

/** Returns the statement of a question without its comments. A test checks its query plan. */
export const questionStatement = (id: string | Placeholder, viewerId: string | Placeholder) =>
	db()
		.select({
			id: questions.id,
			title: questions.title,
			body: questions.body,
			categoryId: questions.categoryId,
			category: { name: questionCategories.name },
			authorId: questions.authorId,
			author: { name: users.name, username: users.username },
			createdAt: questions.createdAt,
			editedAt: questions.editedAt,
			version: questions.version,
			isLocked: questions.isLocked,
			deletedAt: questions.deletedAt,
			hiddenAt: questions.hiddenAt,
			hiddenReason: questions.hiddenReason,
			commentCount: questions.commentCount,
			follow: questionFollows.state,
			isUnread: sql`coalesce(${questionReads.seenSeq} < ${newestSeq}, 1) or ${hasReadNotices(viewerId, id)}`.mapWith(
				Boolean,
			),
			newCount,
			firstNewId,
			helpful: sql`(select json_array(h.id, substr(h.body, 1, ${LINE_LENGTH})) from ${questionComments} h
				where h.question_id = ${questions.id} and h.is_helpful = 1 and h.hidden_at is null)`.mapWith(helpfulFrom),
		})
		.from(questions)
		.innerJoin(questionCategories, eq(questionCategories.id, questions.categoryId))
		.leftJoin(users, eq(users.id, questions.authorId))
		.leftJoin(questionReads, and(eq(questionReads.questionId, questions.id), eq(questionReads.userId, viewerId)))
		.leftJoin(questionFollows, and(eq(questionFollows.questionId, questions.id), eq(questionFollows.userId, viewerId)))
		.where(eq(questions.id, id))

const questionOf = prepared(() => questionStatement(sql.placeholder('id'), sql.placeholder('viewer')).prepare())
const mentionsIn = prepared(() => mentionsStatement([sql.placeholder('id')]).prepare())

/** Returns a question with its first comments as `viewer` sees it, or undefined. */
export async function findQuestion(id: string, viewer: CurrentUser): Promise<Question | undefined> {
	const [row, comments, mentioned] = await Promise.all([
		questionOf().get({ id, viewer: viewer.id }),
		listCommentsFor({ questionId: id, after: undefined, limit: FIRST_COMMENTS }, viewer),
		mentionsIn().all({ id }),
	])
	if (!row) return undefined
	const { authorId, editedAt, deletedAt, createdAt, follow, hiddenAt, hiddenReason, ...rest } = row
	const isOwn = authorId === viewer.id
	const { hidden, isReadable } = hiddenFor({ hiddenAt, hiddenReason }, viewer, isOwn)
	const last = comments.at(-1)
	return {
		...rest,
		...(!isReadable && { title: HIDDEN, body: '', author: null }),
		hidden,
		createdAt: createdAt.toISOString(),
		isEdited: editedAt !== null,
		isDeleted: deletedAt !== null,
		isOwn,
		follow: follow ?? 'none',
		mentions: (isReadable ? mentioned : []).map(({ username }) => username),
		comments,
		nextComments: last && comments.length < rest.commentCount ? sealCursor(cursorAfter(last)) : null,
	}
}

export const getQuestion: Service<typeof contracts.getQuestion> = async ({ params }, { user }) => {
	const question = await findQuestion(params.id, user)
	if (!question) throw httpError(contracts.getQuestion.errors.notFound)
	return question
}

interface NewQuestion {
	title: string
	body: string
	categoryId: string
	idempotencyKey?: string | undefined
}

/**
 * Posts a question if its category exists and `when` is true.
 * @param sent SQL condition for the question of this request, which an earlier attempt may have posted.
 * @returns the new id, and the question found by `sent`.
 */
export async function postQuestion(
	{ title, body, categoryId, idempotencyKey }: NewQuestion,
	user: CurrentUser,
	{ when = sql`true`, sent }: { when?: SQL; sent?: SQL | undefined } = {},
) {
	const id = newId()
	const isWritten = sql`exists (select 1 from ${questions} where id = ${id})`
	const [mentioned, watchers] = await Promise.all([
		findMentioned(body, user.id),
		notifyWatchers(categoryId, id, user.id, isWritten),
	])
	const { question } = await write({
		inserted: db().run(sql`
			insert into ${questions} (id, title, body, joined_words, category_id, group_id, author_id, created_at, send_key)
			select ${id}, ${title}, ${body}, ${joinedWords(`${title}\n${body}`)}, id, coalesce(parent_category_id, id), ${user.id}, ${Date.now()},
				${idempotencyKey ?? null}
			from ${questionCategories} where id = ${categoryId} and ${when} on conflict do nothing`),
		follow: db().run(sql`
			insert into ${questionFollows} (question_id, user_id, state)
			select id, ${user.id}, 'following' from ${questions} where id = ${id}`),
		links: questionTexts.links({ id, title, body }),
		mentions: mentionStatements({ id, questionId: id, title, body, isWritten }, user, mentioned),
		watchers,
		read: readStatement(user.id, id, sql`null`, isWritten),
		question: db()
			.select({ id: questions.id, title: questions.title, body: questions.body })
			.from(questions)
			.where(sent ?? eq(questions.id, id)),
	})
	return { id, sent: question[0] }
}

export const createQuestion: Service<typeof contracts.createQuestion> = async ({ body }, { user }) => {
	const key = body.idempotencyKey
	const isSent = key === undefined ? undefined : and(eq(questions.authorId, user.id), eq(questions.idempotencyKey, key))
	const { id, sent } = await postQuestion(body, user, { sent: isSent })
	const { noSuchCategory, sentBefore } = contracts.createQuestion.errors
	if (!sent) throw httpError(noSuchCategory)
	if (sent.id !== id && (sent.title !== body.title || sent.body !== body.body)) throw httpError(sentBefore)
	return { id: sent.id }
}

export const updateQuestion: Service<typeof contracts.updateQuestion> = async ({ params, body }, { user }) => {
	const { id } = params
	const [[question], mentioned] = await Promise.all([
		db().select({ authorId: questions.authorId }).from(questions).where(eq(questions.id, id)),
		findMentioned(body.body, user.id),
	])
	if (!question) throw httpError(contracts.updateQuestion.errors.notFound)
	if (question.authorId !== user.id) throw httpError(contracts.updateQuestion.errors.notAuthor)
	const group = sql`(select coalesce(parent_category_id, id) from ${questionCategories} where id = ${body.categoryId})`
	const { version, ...text } = body
	const canUpdate = and(
		eq(questions.id, id),
		eq(questions.isLocked, false),
		isNull(questions.deletedAt),
		isVersion(questions.version, version),
		sql`exists ${group}`,
	)
	const isWritten = exists(db().select({ one: sql`1` }).from(questions).where(canUpdate))
	const isShown = sql`exists (select 1 from ${questions} where id = ${id} and hidden_at is null)`
	const post = { id, questionId: id, title: text.title, body: text.body, isWritten: sql`${isWritten} and ${isShown}` }
	const { change } = await write({
		mentions: mentionStatements(post, user, mentioned),
		change: db()
			.update(questions)
			.set({
				...text,
				joinedWords: joinedWords(`${text.title}\n${text.body}`),
				groupId: group,
				editedAt: new Date(),
				version: nextVersion(questions.version),
			})
			.where(and(canUpdate, eq(questions.authorId, user.id))),
		links: questionTexts.links({ id, title: text.title, body: text.body }),
	})
	if (change.rowsAffected > 0) return undefined
	const { notFound, locked, noSuchCategory } = contracts.updateQuestion.errors
	const [current] = await db().select().from(questions).where(eq(questions.id, id))
	if (!current || current.deletedAt) throw httpError(notFound)
	if (current.isLocked) throw httpError(locked)
	throw changedSince(contracts.updateQuestion, version, current) ?? httpError(noSuchCategory)
}

export const lockQuestion: Service<typeof contracts.lockQuestion> = async ({ params, body }, { user }) => {
	if (!(await posts.lockQuestion(params.id, body.isLocked, user)))
		throw httpError(contracts.lockQuestion.errors.notFound)
	return undefined
}

export const moveQuestion: Service<typeof contracts.moveQuestion> = async ({ params, body }, { user }) => {
	if (await posts.moveQuestion(params.id, body.categoryId, user)) return undefined
	const { notFound, noSuchCategory } = contracts.moveQuestion.errors
	const [question] = await db()
		.select({ categoryId: questions.categoryId })
		.from(questions)
		.where(eq(questions.id, params.id))
	if (!question) throw httpError(notFound)
	// The question is already in this category, so there is nothing to change or announce.
	if (question.categoryId === body.categoryId) return undefined
	throw httpError(noSuchCategory)
}

export const deleteQuestion: Service<typeof contracts.deleteQuestion> = async ({ params }, { user }) => {
	const { id } = params
	if (await (user.role === 'admin' ? posts.deleteQuestion(id, user) : posts.deleteOwnQuestion(id, user)))
		return undefined
	const { notFound, notYours } = contracts.deleteQuestion.errors
	const isByOther = and(eq(questions.id, id), sql`${questions.authorId} is not ${user.id}`)
	throw httpError((await db().$count(questions, isByOther)) > 0 ? notYours : notFound)
}

export const followQuestion: Service<typeof contracts.followQuestion> = async ({ params, body }, { user }) => {
	const { rowsAffected } = await db().run(sql`
		insert into ${questionFollows} (question_id, user_id, state)
		select id, ${user.id}, ${body.state} from ${questions} where id = ${params.id}
		on conflict (question_id, user_id) do update set state = excluded.state`)
	if (rowsAffected === 0) throw httpError(contracts.followQuestion.errors.notFound)
	return undefined
}
