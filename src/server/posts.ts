import { type SQL, sql } from 'drizzle-orm'
import { db, write } from '#db/client.ts'
import { type AuditEntry, recordAudit } from './audit.ts'

/**
 * What admins do to posts of members, each with its audit entry: the page of a post and the moderation list do the
 * same through here. An entry says whose post it was and when it was written, never what it said: posts are mostly
 * removed for what they say, and the audit forgets nothing (docs/decisions/040).
 */

type Actor = NonNullable<AuditEntry['actor']>

const wasChanged = ([, changed]: unknown[]) => (changed as { rowsAffected: number }).rowsAffected > 0

const nameOf = (kind: 'Question' | 'Comment', userId: SQL) =>
	sql`${`${kind} by `} || coalesce((SELECT name FROM users WHERE id = ${userId}), 'a former member')`

const day = (createdAt: SQL) => sql`strftime('%Y-%m-%d', ${createdAt} / 1000, 'unixepoch')`

interface Row {
	/** The SELECT after `FROM`: the rows that the change is about, under the alias `post`. */
	rows: SQL
	name: SQL
	/** A JSON object of facts about the post. */
	detail: SQL
}

const question = (id: string): Row => ({
	rows: sql`questions AS post WHERE post.id = ${id}`,
	name: nameOf('Question', sql`post.author_id`),
	detail: sql`json_object('asked', ${day(sql`post.created_at`)}, 'comments', post.comment_count)`,
})

const questionComment = (id: string): Row => ({
	rows: sql`question_comments AS post WHERE post.id = ${id}`,
	name: nameOf('Comment', sql`post.author_id`),
	detail: sql`json_object('written', ${day(sql`post.created_at`)})`,
})

const courseComment = (id: string): Row => ({
	rows: sql`comments AS post WHERE post.id = ${id}`,
	name: nameOf('Comment', sql`post.user_id`),
	detail: sql`json_object('written', ${day(sql`post.created_at`)}, 'course', (SELECT c.title FROM courses c
		JOIN modules m ON m.course_id = c.id WHERE m.id = post.module_id),
		'replies', (SELECT count(*) FROM comments AS reply WHERE reply.parent_id = post.id))`,
})

/** The entry about a post, where there is one and `when` holds; it belongs before the change. */
function entry(
	actor: Actor,
	action: AuditEntry['action'],
	subject: { type: string; id: string },
	post: Row,
	when = sql`1`,
) {
	const one = (value: SQL) => sql`(SELECT ${value} FROM ${post.rows})`
	return recordAudit(
		{ actor, action, subject: { ...subject, name: one(post.name) }, detail: one(post.detail) },
		sql`EXISTS (SELECT 1 FROM ${post.rows} AND ${when})`,
	)
}

/** Deletes a question with its comments. @returns whether there was one. */
export async function deleteQuestion(id: string, actor: Actor): Promise<boolean> {
	return wasChanged(
		await write(
			entry(actor, 'question.deleted', { type: 'question', id }, question(id)),
			db().run(sql`DELETE FROM questions WHERE id = ${id}`),
		),
	)
}

/** Locks or unlocks a question. @returns whether there is one. */
export async function lockQuestion(id: string, isLocked: boolean, actor: Actor): Promise<boolean> {
	const action = isLocked ? 'question.locked' : 'question.unlocked'
	const to = isLocked ? 1 : 0
	return wasChanged(
		await write(
			entry(actor, action, { type: 'question', id }, question(id), sql`post.is_locked <> ${to}`),
			db().run(sql`UPDATE questions SET is_locked = ${to} WHERE id = ${id}`),
		),
	)
}

/** Deletes a comment on a question. @param questionId the question that it must be of. @returns whether there was one. */
export async function deleteQuestionComment(id: string, actor: Actor, questionId?: string): Promise<boolean> {
	const isOfQuestion = questionId === undefined ? sql`1` : sql`question_id = ${questionId}`
	return wasChanged(
		await write(
			entry(actor, 'comment.deleted', { type: 'questionComment', id }, questionComment(id), isOfQuestion),
			db().run(sql`DELETE FROM question_comments WHERE id = ${id} AND ${isOfQuestion}`),
		),
	)
}

/**
 * Deletes a comment of a course discussion with its replies. Who takes back only own words leaves no entry: there is
 * one where somebody else's go too.
 * @returns whether there was one.
 */
export async function deleteCourseComment(id: string, actor: Actor): Promise<boolean> {
	const others = sql`(post.user_id <> ${actor.id} OR EXISTS (
		SELECT 1 FROM comments AS reply WHERE reply.parent_id = post.id AND reply.user_id <> ${actor.id}))`
	return wasChanged(
		await write(
			entry(actor, 'comment.deleted', { type: 'courseComment', id }, courseComment(id), others),
			db().run(sql`DELETE FROM comments WHERE id = ${id}`),
		),
	)
}

/** Pins or unpins a top-level comment of a course discussion. @returns whether there is one. */
export async function pinCourseComment(id: string, isPinned: boolean, actor: Actor): Promise<boolean> {
	const action = isPinned ? 'comment.pinned' : 'comment.unpinned'
	const to = isPinned ? 1 : 0
	const isTop = sql`parent_id IS NULL`
	return wasChanged(
		await write(
			entry(actor, action, { type: 'courseComment', id }, courseComment(id), sql`post.is_pinned <> ${to} AND ${isTop}`),
			db().run(sql`UPDATE comments SET is_pinned = ${to} WHERE id = ${id} AND ${isTop}`),
		),
	)
}
