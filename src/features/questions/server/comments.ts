import { and, asc, eq, gt, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { db, prepared } from '#db/client.ts'
import { pendingNotices, questionComments, questionFollows, questionMentions, questions } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { hiddenFor } from '#src/features/comments/server/hidden.ts'
import { getsMails, wantsMails } from '#src/features/notifications/server/compose.ts'
import { readQuestionNotices } from '#src/features/notifications/server/notification-reads.ts'
import { notifyMany } from '#src/features/notifications/server/notify.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import { changedSince, isVersion, nextVersion } from '#src/platform/endpoint/version.ts'
import { joinedWords } from '#src/platform/joined-words.ts'
import type { QuestionComment } from '../contract.ts'
import * as contracts from '../contract.ts'
import { findMentioned, mentionStatements, mentionsByPost, mentionsStatement } from './mention-records.ts'
import { deleteQuestionComment } from './moderate.ts'
import { commentTexts } from './question-links.ts'
import { readStatement } from './reads.ts'

const commentColumns = {
	id: questionComments.id,
	body: questionComments.body,
	authorId: questionComments.authorId,
	author: { name: users.name, username: users.username },
	createdAt: questionComments.createdAt,
	editedAt: questionComments.editedAt,
	isHelpful: questionComments.isHelpful,
	version: questionComments.version,
	hiddenAt: questionComments.hiddenAt,
	hiddenReason: questionComments.hiddenReason,
}

interface CommentPage {
	questionId: string | Placeholder
	after: string | undefined
	limit: number | Placeholder
}

function isOnPage({ questionId, after }: CommentPage) {
	const seq = after === undefined ? undefined : sql`(select seq from ${questionComments} where id = ${after})`
	return and(eq(questionComments.questionId, questionId), seq && gt(questionComments.seq, seq))
}

/** Returns the statement of a page of comments. A test checks its query plan. */
export const commentsStatement = (options: CommentPage) =>
	db()
		.select(commentColumns)
		.from(questionComments)
		.leftJoin(users, eq(users.id, questionComments.authorId))
		.where(isOnPage(options))
		.orderBy(asc(questionComments.seq))
		.limit(options.limit)

/** Returns the statement of mentions on a page of comments, to run in the same batch as the page. */
const commentMentionsStatement = (options: CommentPage) =>
	mentionsStatement(
		db()
			.select({ id: questionComments.id })
			.from(questionComments)
			.where(isOnPage(options))
			.orderBy(asc(questionComments.seq))
			.limit(options.limit),
	)

const FIRST_PAGE = { questionId: sql.placeholder('question'), after: undefined, limit: sql.placeholder('limit') }
const firstComments = prepared(() => commentsStatement(FIRST_PAGE).prepare())
const firstMentions = prepared(() => commentMentionsStatement(FIRST_PAGE).prepare())

type Row = Awaited<ReturnType<typeof commentsStatement>>[number]

function toComment(
	{ authorId, createdAt, editedAt, hiddenAt, hiddenReason, ...row }: Row,
	mentions: string[],
	viewer: CurrentUser,
): QuestionComment {
	const isOwn = authorId === viewer.id
	const { hidden, isReadable } = hiddenFor({ hiddenAt, hiddenReason }, viewer, isOwn)
	return {
		...row,
		...(!isReadable && { body: '', author: null }),
		createdAt: createdAt.toISOString(),
		isEdited: editedAt !== null,
		isOwn,
		hidden,
		mentions: isReadable ? mentions : [],
	}
}

/** Lists a page of a question's comments, oldest first, as `viewer` sees them. */
export async function listCommentsFor(
	options: CommentPage & { questionId: string; limit: number },
	viewer: CurrentUser,
): Promise<QuestionComment[]> {
	const first = { question: options.questionId, limit: options.limit }
	const [rows, mentioned] = await Promise.all(
		options.after === undefined
			? [firstComments().all(first), firstMentions().all(first)]
			: [commentsStatement(options), commentMentionsStatement(options)],
	)
	const mentions = mentionsByPost(mentioned)
	return rows.map((row) => toComment(row, mentions.get(row.id) ?? [], viewer))
}

/** Finds a sent comment by author and idempotency key; without a key, by its new id. */
const sentComment = (id: string, authorId: string, questionId: string, idempotencyKey: string | undefined) =>
	idempotencyKey === undefined
		? sql`(${id})`
		: sql`(select id from ${questionComments}
			where author_id = ${authorId} and question_id = ${questionId} and send_key = ${idempotencyKey})`

/** Returns the statement that reads one comment. It runs at the end of a write, before `mentionsStatement`. */
const commentStatement = (questionId: string, id: string | SQL) =>
	db()
		.select(commentColumns)
		.from(questionComments)
		.leftJoin(users, eq(users.id, questionComments.authorId))
		.where(and(sql`${questionComments.id} = ${id}`, eq(questionComments.questionId, questionId)))

const findQuestion = async (id: string) => {
	const [row] = await db()
		.select({ title: questions.title, isLocked: questions.isLocked, commentCount: questions.commentCount })
		.from(questions)
		.where(eq(questions.id, id))
	return row
}

export const cursorAfter = ({ id }: Pick<QuestionComment, 'id'>) => [id] as const

export const listComments: Service<typeof contracts.listComments> = async ({ params, query }, context) => {
	const [after] = openCursor(query.cursor, 'id') ?? []
	const [question, rows] = await Promise.all([
		findQuestion(params.id),
		listCommentsFor({ questionId: params.id, after, limit: query.limit + 1 }, context.user),
	])
	if (!question) throw httpError(contracts.listComments.errors.notFound)
	return page(context, contracts.listComments, { params, query }, rows, {
		total: question.commentCount,
		cursorOf: (row) => cursorAfter(row),
	})
}

/** Returns the statement that notifies followers, except the author and mentioned members, who get another email. */
const noticeStatement = (commentId: string, questionId: string, authorId: string) =>
	db().run(sql`
	insert into ${pendingNotices} (user_id, comment_id, question_id)
	select f.user_id, ${commentId}, f.question_id from ${questionFollows} f
	join ${users} u on u.id = f.user_id and ${getsMails(sql`u`)}
	where f.question_id = ${questionId} and f.state = 'following' and f.user_id <> ${authorId}
		and exists (select 1 from ${questionComments} where id = ${commentId})
		and not exists (select 1 from ${questionMentions} m where m.post_id = ${commentId} and m.user_id = f.user_id
			and ${wantsMails(sql`f.user_id`, 'mentions')})`)

function commentFrom(
	{ comment, mentioned }: { comment: Row[]; mentioned: Parameters<typeof mentionsByPost>[0] },
	viewer: CurrentUser,
): QuestionComment | undefined {
	const [row] = comment
	return row && toComment(row, mentionsByPost(mentioned).get(row.id) ?? [], viewer)
}

export const createComment: Service<typeof contracts.createComment> = async ({ params, body }, { user }) => {
	const questionId = params.id
	const [question, mentioned] = await Promise.all([findQuestion(questionId), findMentioned(body.body, user.id)])
	if (!question) throw httpError(contracts.createComment.errors.notFound)
	const id = newId()
	const sentId = sentComment(id, user.id, questionId, body.idempotencyKey)
	const now = new Date()
	const exists = sql`exists (select 1 from ${questionComments} where id = ${id})`
	const seq = sql`(select seq from ${questionComments} where id = ${id})`
	const post = { id, questionId, title: question.title, body: body.body, isWritten: exists }
	const results = await write({
		// The statement checks the lock, so no comment is added during locking.
		inserted: db().run(sql`
			insert into ${questionComments} (id, question_id, author_id, body, joined_words, created_at, send_key)
			select ${id}, id, ${user.id}, ${body.body}, ${joinedWords(body.body)}, ${now.getTime()}, ${body.idempotencyKey ?? null}
			from ${questions} where id = ${questionId} and is_locked = 0 and hidden_at is null on conflict do nothing`),
		links: commentTexts.links({ id, body: body.body }),
		mentions: mentionStatements(post, user, mentioned),
		notices: noticeStatement(id, questionId, user.id),
		notifications: notifyMany({ kind: 'answer', subjectId: questionId, actorId: user.id, change: null, seq }, exists),
		// A comment's author follows the question, unless they chose otherwise.
		follow: db().run(sql`
			insert into ${questionFollows} (question_id, user_id, state)
			select ${questionId}, ${user.id}, 'following' where ${exists} on conflict (question_id, user_id) do nothing`),
		read: readStatement(user.id, questionId, sql`${id}`, exists),
		readNotices: readQuestionNotices(user.id, questionId),
		comment: commentStatement(questionId, sentId),
		mentioned: mentionsStatement(sentId),
	})
	const comment = commentFrom(results, user)
	if (!comment) {
		const { notFound, locked, hidden } = contracts.createComment.errors
		const current = await findQuestion(questionId)
		throw httpError(!current ? notFound : current.isLocked ? locked : hidden)
	}
	if (comment.id !== id && comment.body !== body.body) throw httpError(contracts.createComment.errors.sentBefore)
	return comment
}

export const updateComment: Service<typeof contracts.updateComment> = async ({ params, body }, { user }) => {
	const { id: questionId, commentId } = params
	const [[comment], mentioned] = await Promise.all([
		db()
			.select({ authorId: questionComments.authorId, title: questions.title })
			.from(questionComments)
			.innerJoin(questions, eq(questions.id, questionComments.questionId))
			.where(and(eq(questionComments.id, commentId), eq(questionComments.questionId, questionId))),
		findMentioned(body.body, user.id),
	])
	if (!comment) throw httpError(contracts.updateComment.errors.notFound)
	if (comment.authorId !== user.id) throw httpError(contracts.updateComment.errors.notAuthor)
	const now = new Date()
	const isOpen = sql`exists (select 1 from ${questions} where id = ${questionId} and is_locked = 0)`
	const isCurrent = and(eq(questionComments.id, commentId), isVersion(questionComments.version, body.version))
	const mayEdit = sql`${isOpen} and exists (select 1 from ${questionComments} where ${isCurrent})`
	// An email about a mention also contains the question's title, so neither post may be hidden.
	const isShown = sql`exists (select 1 from ${questionComments} c join ${questions} q on q.id = c.question_id
		where c.id = ${commentId} and c.hidden_at is null and q.hidden_at is null)`
	const post = {
		id: commentId,
		questionId,
		title: comment.title,
		body: body.body,
		isWritten: sql`${mayEdit} and ${isShown}`,
	}
	const { change, ...results } = await write({
		mentions: mentionStatements(post, user, mentioned),
		change: db()
			.update(questionComments)
			.set({
				body: body.body,
				joinedWords: joinedWords(body.body),
				editedAt: now,
				version: nextVersion(questionComments.version),
			})
			.where(and(isCurrent, eq(questionComments.authorId, user.id), isOpen)),
		links: commentTexts.links({ id: commentId, body: body.body }),
		comment: commentStatement(questionId, commentId),
		mentioned: mentionsStatement([commentId]),
	})
	const answer = commentFrom(results, user)
	if (!answer) throw httpError(contracts.updateComment.errors.notFound)
	if (change.rowsAffected > 0) return answer
	const changed = changedSince(contracts.updateComment, body.version, answer)
	if (changed && !(await findQuestion(questionId))?.isLocked) throw changed
	throw httpError(contracts.updateComment.errors.locked)
}

export const deleteComment: Service<typeof contracts.deleteComment> = async ({ params }, { user }) => {
	const { id, commentId } = params
	const canDelete = user.role === 'admin' ? sql`1` : sql`author_id = ${user.id}`
	if (await deleteQuestionComment(commentId, user, sql`question_id = ${id} and ${canDelete}`)) return undefined
	const { notFound, notYours } = contracts.deleteComment.errors
	const commentMatches = and(eq(questionComments.id, commentId), eq(questionComments.questionId, id))
	throw httpError((await db().$count(questionComments, commentMatches)) > 0 ? notYours : notFound)
}
