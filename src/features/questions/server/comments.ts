import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { db, write } from '#db/client.ts'
import { questionComments, questions } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { refusal } from '#src/lib/errors.ts'
import { newId } from '#src/lib/ids.ts'
import type { Service } from '#src/platform/create-handle.ts'
import { openCursor, page } from '#src/platform/paging.ts'
import { changedSince, isVersion, nextVersion } from '#src/platform/version.ts'
import type { QuestionComment } from '../contract.ts'
import * as contracts from '../contract.ts'
import { mentionStatements, mentionsOf } from './mention-records.ts'
import { deleteQuestionComment } from './moderate.ts'

const shown = {
	id: questionComments.id,
	body: questionComments.body,
	authorId: questionComments.authorId,
	author: { name: users.name, username: users.username },
	createdAt: questionComments.createdAt,
	editedAt: questionComments.editedAt,
	version: questionComments.version,
}

/** The statement of a page of comments; its query plan is tested. */
export function commentsStatement(options: { questionId: string; after: string | undefined; limit: number }) {
	const { questionId, after, limit } = options
	const seq = after === undefined ? undefined : sql`(select seq from question_comments where id = ${after})`
	return db()
		.select(shown)
		.from(questionComments)
		.leftJoin(users, eq(users.id, questionComments.authorId))
		.where(and(eq(questionComments.questionId, questionId), seq && gt(questionComments.seq, seq)))
		.orderBy(asc(questionComments.seq))
		.limit(limit)
}

type Row = Awaited<ReturnType<typeof commentsStatement>>[number]

const toComment = (row: Row, mentions: string[], viewer: CurrentUser): QuestionComment => ({
	id: row.id,
	body: row.body,
	author: row.author,
	createdAt: row.createdAt.toISOString(),
	isEdited: row.editedAt !== null,
	isOwn: row.authorId === viewer.id,
	version: row.version,
	mentions,
})

/** A page of the comments of a question, oldest first, as `viewer` sees them. */
export async function listCommentsFor(
	options: { questionId: string; after: string | undefined; limit: number },
	viewer: CurrentUser,
): Promise<QuestionComment[]> {
	const rows = await commentsStatement(options)
	const mentions = await mentionsOf(rows.map(({ id }) => id))
	return rows.map((row) => toComment(row, mentions.get(row.id) ?? [], viewer))
}

async function findComment(questionId: string, id: string, viewer: CurrentUser): Promise<QuestionComment | undefined> {
	const [row] = await db()
		.select(shown)
		.from(questionComments)
		.leftJoin(users, eq(users.id, questionComments.authorId))
		.where(and(eq(questionComments.id, id), eq(questionComments.questionId, questionId)))
	return row && toComment(row, (await mentionsOf([id])).get(id) ?? [], viewer)
}

const findQuestion = async (id: string) => {
	const [row] = await db()
		.select({ title: questions.title, isLocked: questions.isLocked, commentCount: questions.commentCount })
		.from(questions)
		.where(eq(questions.id, id))
	return row
}

/** Where the comments go on after one of them. */
export const cursorAfter = ({ id }: Pick<QuestionComment, 'id'>) => [id] as const

export const listComments: Service<typeof contracts.listComments> = async ({ params, query }, context) => {
	const question = await findQuestion(params.id)
	if (!question) throw refusal(contracts.listComments.errors.notFound)
	const [after] = openCursor(query.cursor, 'id') ?? []
	const rows = await listCommentsFor({ questionId: params.id, after, limit: query.limit + 1 }, context.user)
	return page(context, contracts.listComments, { params, query }, rows, {
		total: question.commentCount,
		cursorOf: (row) => cursorAfter(row),
	})
}

/** Tells followers of a new comment, but not its author, nor whom it mentions: they get that mail already. */
const noticeStatement = (commentId: string, questionId: string, authorId: string) =>
	db().run(sql`
	insert into pending_notices (user_id, comment_id, question_id)
	select f.user_id, ${commentId}, f.question_id from question_follows f
	join users u on u.id = f.user_id and u.status = 'active'
	where f.question_id = ${questionId} and f.state = 'following' and f.user_id <> ${authorId}
		and exists (select 1 from question_comments where id = ${commentId})
		and not exists (select 1 from question_mentions m where m.post_id = ${commentId} and m.user_id = f.user_id
			and coalesce((select p.mentions from notification_preferences p where p.user_id = f.user_id), 1) = 1)`)

export const createComment: Service<typeof contracts.createComment> = async ({ params, body }, { user }) => {
	const questionId = params.id
	const question = await findQuestion(questionId)
	if (!question) throw refusal(contracts.createComment.errors.notFound)
	const id = newId()
	const now = new Date()
	const exists = sql`exists (select 1 from question_comments where id = ${id})`
	const mentions = await mentionStatements(
		{ id, questionId, title: question.title, body: body.body, isWritten: exists },
		user,
	)
	const [inserted] = await write(
		// The lock is part of the statement: a comment cannot slip in while an admin locks.
		db().run(sql`
			insert into question_comments (id, question_id, author_id, body, created_at)
			select ${id}, id, ${user.id}, ${body.body}, ${now.getTime()} from questions where id = ${questionId} and is_locked = 0`),
		...mentions,
		noticeStatement(id, questionId, user.id),
		// Who answers wants to hear what comes of it, unless they chose otherwise.
		db().run(sql`
			insert into question_follows (question_id, user_id, state)
			select ${questionId}, ${user.id}, 'following' where ${exists} on conflict (question_id, user_id) do nothing`),
	)
	if ((inserted as { rowsAffected: number }).rowsAffected === 0) {
		const left = await findQuestion(questionId)
		throw refusal(left ? contracts.createComment.errors.locked : contracts.createComment.errors.notFound)
	}
	const comment = await findComment(questionId, id, user)
	if (!comment) throw refusal(contracts.createComment.errors.notFound)
	return comment
}

export const updateComment: Service<typeof contracts.updateComment> = async ({ params, body }, { user }) => {
	const { id: questionId, commentId } = params
	const [comment] = await db()
		.select({ authorId: questionComments.authorId, title: questions.title })
		.from(questionComments)
		.innerJoin(questions, eq(questions.id, questionComments.questionId))
		.where(and(eq(questionComments.id, commentId), eq(questionComments.questionId, questionId)))
	if (!comment) throw refusal(contracts.updateComment.errors.notFound)
	if (comment.authorId !== user.id) throw refusal(contracts.updateComment.errors.notAuthor)
	const now = new Date()
	const isOpen = sql`exists (select 1 from questions where id = ${questionId} and is_locked = 0)`
	const isTheirs = and(eq(questionComments.id, commentId), isVersion(questionComments.version, body.version))
	const mayEdit = sql`${isOpen} and exists (select 1 from question_comments where ${isTheirs})`
	const mentions = await mentionStatements(
		{ id: commentId, questionId, title: comment.title, body: body.body, isWritten: mayEdit },
		user,
	)
	const results = await write(
		...mentions,
		db()
			.update(questionComments)
			.set({ body: body.body, editedAt: now, version: nextVersion(questionComments.version) })
			.where(and(isTheirs, eq(questionComments.authorId, user.id), isOpen)),
	)
	const answer = await findComment(questionId, commentId, user)
	if (!answer) throw refusal(contracts.updateComment.errors.notFound)
	if ((results.at(-1) as { rowsAffected: number }).rowsAffected > 0) return answer
	const changed = changedSince(contracts.updateComment, body.version, answer)
	if (changed && !(await findQuestion(questionId))?.isLocked) throw changed
	throw refusal(contracts.updateComment.errors.locked)
}

export const deleteComment: Service<typeof contracts.deleteComment> = async ({ params }, { user }) => {
	if (!(await deleteQuestionComment(params.commentId, user, params.id)))
		throw refusal(contracts.deleteComment.errors.notFound)
	return undefined
}
