import { and, eq, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { questionComments, questionReadMarks, questionReads, questions } from '#db/schema/questions.ts'
import { write } from '#db/write.ts'
import { readQuestionNotices } from '#src/features/notifications/server/notification-reads.ts'
import { notifyMember } from '#src/features/notifications/server/notify.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'

/** `seq` of a question's newest comment that is not hidden, inside a query of `questions`: one index lookup, no count. */
export const newestSeq = sql`coalesce(
	(select max(n.seq) from ${questionComments} n where n.question_id = ${questions.id} and n.hidden_at is null), 0)`

/** SQL condition for unseen comments, inside a query of `questions` joined with `question_reads`. */
const isNew = sql`n.question_id = ${questions.id} and n.hidden_at is null and n.seq > max(${questionReads.seenSeq},
	coalesce((select m.comment_seq from ${questionReadMarks} m where m.user_id = ${questionReads.userId}), 0))`

/** Number of unseen comments, up to `MAX_NEW`; 0 if there is no row in `question_reads`. */
export const newCount = sql<number>`(select count(*) from
	(select 1 from ${questionComments} n where ${isNew} limit ${sql.raw(String(contracts.MAX_NEW))}))`.mapWith(Number)

export const firstNewId = sql<
	string | null
>`(select n.id from ${questionComments} n where ${isNew} order by n.seq limit 1)`

/**
 * Returns the statement that records a read position: up to a comment, or only the question if null.
 * @param when a further condition, in addition to the question's existence.
 */
export const readStatement = (userId: string, questionId: string, commentId: SQL, when = sql`1`) =>
	db().run(sql`
		insert into ${questionReads} (user_id, question_id, seen_seq)
		select ${userId}, q.id, coalesce(
			(select c.seq from ${questionComments} c where c.id = ${commentId} and c.question_id = q.id), 0)
		from ${questions} q where q.id = ${questionId} and ${when}
		on conflict (user_id, question_id) do update set seen_seq = max(seen_seq, excluded.seen_seq)`)

export const readQuestion: Service<typeof contracts.readQuestion> = async ({ params, body }, { user }) => {
	const { read } = await write({
		read: readStatement(user.id, params.id, sql`${body.commentId}`),
		notices: readQuestionNotices(user.id, params.id),
	})
	if (read.rowsAffected === 0) throw httpError(contracts.readQuestion.errors.notFound)
	return undefined
}

export const markHelpful: Service<typeof contracts.markHelpful> = async ({ params, body }, { user }) => {
	const { id } = params
	const { commentId } = body
	const mayMark = sql`exists (select 1 from ${questions} where id = ${id} and author_id = ${user.id})`
	const commentExists =
		commentId === null
			? sql`1`
			: sql`exists (select 1 from ${questionComments} where id = ${commentId} and question_id = ${id})`
	await write(
		// First, because it reads whether the comment is already marked.
		notifyMember(
			sql`(select author_id from ${questionComments} where id = ${commentId})`,
			{
				kind: 'helpful',
				subjectId: id,
				groupId: commentId ?? '',
				seq: sql`(select seq from ${questionComments} where id = ${commentId})`,
				isOnce: true,
			},
			sql`${mayMark} and id <> ${user.id} and exists (select 1 from ${questionComments}
				where id = ${commentId} and question_id = ${id} and is_helpful = 0)`,
		),
		db()
			.update(questionComments)
			.set({ isHelpful: false })
			.where(and(eq(questionComments.questionId, id), sql`is_helpful = 1 and ${mayMark} and ${commentExists}`)),
		db()
			.update(questionComments)
			.set({ isHelpful: true })
			.where(sql`id = ${commentId} and question_id = ${id} and ${mayMark}`),
	)
	const [[question], [comment]] = await Promise.all([
		db().select({ authorId: questions.authorId }).from(questions).where(eq(questions.id, id)),
		db()
			.select({ id: questionComments.id })
			.from(questionComments)
			.where(sql`id = ${commentId} and question_id = ${id}`),
	])
	const { notFound, noComment, notAsker } = contracts.markHelpful.errors
	if (!question) throw httpError(notFound)
	if (question.authorId !== user.id) throw httpError(notAsker)
	if (commentId !== null && !comment) throw httpError(noComment)
	return undefined
}
