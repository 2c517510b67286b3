import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { questionCategories, questionComments, questions } from '#db/schema/questions.ts'
import { write } from '#db/write.ts'
import { type Actor, day, nameOfPost, type Post, recordPost } from '#src/features/audit/server/post-entry.ts'
import { DELETED } from '#src/features/comments/contract.ts'
import { hidable } from '#src/features/comments/server/hidden.ts'
import { recordAudit } from '#src/platform/audit.ts'
import { moveToTrash } from '#src/platform/trash.ts'
import { actions } from './audit-actions.ts'
import { questionTexts } from './question-links.ts'

export const hidableQuestion = hidable(questions, 'author_id')
export const hidableComment = hidable(questionComments, 'author_id')

// Every change writes an audit entry, except the deletion of the actor's own post.

/** Describes a question for the audit entry of an action. */
export const question = (id: string): Post => ({
	rows: sql`questions as post where post.id = ${id}`,
	name: nameOfPost('Question', sql`post.author_id`),
	detail: sql`json_object('asked', ${day(sql`post.created_at`)}, 'comments', post.comment_count)`,
})

export const questionComment = (id: string): Post => ({
	rows: sql`question_comments as post where post.id = ${id}`,
	name: nameOfPost('Comment', sql`post.author_id`),
	detail: sql`json_object('written', ${day(sql`post.created_at`)})`,
})

/**
 * Returns the statements that delete a question with its comments, if `when` is true. A deletion of the actor's own
 * question leaves no audit entry.
 */
const deletionStatements = (id: string, actor: Actor, when: SQL) =>
	({
		audit: recordPost(
			actor,
			actions['question.deleted'],
			{ type: 'question', id },
			question(id),
			sql`author_id is not ${actor.id} and ${when}`,
		),
		trash: moveToTrash(
			{
				kind: 'question',
				id,
				name: sql`(select title from ${questions} where id = ${id})`,
				actor,
				table: questions,
				rows: sql`id = ${id}`,
			},
			sql`exists (select 1 from ${questions} where id = ${id} and ${when})`,
		),
		deleted: db().run(sql`delete from ${questions} where id = ${id} and ${when}`),
	}) as const

/** Deletes a question with its comments. @returns whether it existed. */
export async function deleteQuestion(id: string, actor: Actor): Promise<boolean> {
	const { deleted } = await write(deletionStatements(id, actor, sql`1`))
	return deleted.rowsAffected > 0
}

/**
 * Deletes a question for its author: entirely if it has no comments, otherwise only its text.
 * @returns whether the author had this question.
 */
export async function deleteOwnQuestion(id: string, actor: Actor): Promise<boolean> {
	const isOwn = sql`author_id = ${actor.id} and deleted_at is null`
	const { deleted, emptied } = await write({
		...deletionStatements(id, actor, sql`${isOwn} and comment_count = 0`),
		emptied: db().run(sql`
			update ${questions} set title = ${DELETED}, body = '', joined_words = '', version = version + 1,
				deleted_at = ${Date.now()}
			where id = ${id} and ${isOwn}`),
		links: questionTexts.links({ id, title: DELETED, body: '' }),
	})
	return deleted.rowsAffected + emptied.rowsAffected > 0
}

/** Locks or unlocks a question. @returns whether it exists. */
export async function lockQuestion(id: string, isLocked: boolean, actor: Actor): Promise<boolean> {
	const action = actions[isLocked ? 'question.locked' : 'question.unlocked']
	const to = isLocked ? 1 : 0
	const { change } = await write({
		audit: recordPost(actor, action, { type: 'question', id }, question(id), sql`post.is_locked <> ${to}`),
		change: db().run(sql`update ${questions} set is_locked = ${to} where id = ${id}`),
	})
	return change.rowsAffected > 0
}

const categoryName = (id: SQL) => sql`(select name from ${questionCategories} where id = ${id})`

/** Returns the audit entry and the change that move a question into another category. */
function moveStatements(id: string, categoryId: string, actor: Actor, isMovable = sql`1`) {
	const post = question(id)
	const names = sql`json_object('category', json_array(${categoryName(sql`post.category_id`)}, ${categoryName(sql`${categoryId}`)}))`
	const canMove = sql`category_id <> ${categoryId} and ${isMovable}
		and exists (select 1 from ${questionCategories} where id = ${categoryId})`
	return {
		audit: recordPost(actor, actions['question.moved'], { type: 'question', id }, { ...post, detail: names }, canMove),
		change: db().run(sql`
			update ${questions} set category_id = ${categoryId}, version = version + 1,
				group_id = (select coalesce(parent_category_id, id) from ${questionCategories} where id = ${categoryId})
			where id = ${id} and ${canMove}`),
	}
}

/** Moves a question into another category. @returns whether it was moved. */
export async function moveQuestion(id: string, categoryId: string, actor: Actor): Promise<boolean> {
	const { change } = await write(moveStatements(id, categoryId, actor))
	return change.rowsAffected > 0
}

/** Moves those of the given questions that are in the category `from`. @returns the number of moved questions. */
export async function moveChosenQuestions(
	ids: readonly string[],
	move: { from: string; to: string },
	actor: Actor,
): Promise<number> {
	const isInCategory = sql`category_id = ${move.from}`
	const moves = ids.map((id) => moveStatements(id, move.to, actor, isInCategory))
	const { changes } = await write({
		audit: moves.map(({ audit }) => audit),
		changes: moves.map(({ change }) => change),
	})
	return changes.reduce((sum, { rowsAffected }) => sum + rowsAffected, 0)
}

/** Questions per batch: moving a question rewrites its search index, and other requests must not wait for all. */
const MOVE_BATCH_SIZE = 500

/** Moves all questions of a category into another, with an audit entry per batch. @returns their number. */
export async function moveAllQuestions(move: { from: string; to: string }, actor: Actor): Promise<number> {
	const { from, to } = move
	const batch = sql`select seq from ${questions} where category_id = ${from} and ${to} <> ${from}
		and exists (select 1 from ${questionCategories} where id = ${to}) order by seq limit ${MOVE_BATCH_SIZE}`
	let moved = 0
	for (;;) {
		const { change } = await write({
			audit: recordAudit(
				{
					actor,
					action: actions['category.emptied'],
					subject: { type: 'category', id: from, name: categoryName(sql`${from}`) },
					detail: sql`json_object('into', ${categoryName(sql`${to}`)}, 'questions', (select count(*) from (${batch})))`,
				},
				sql`exists (${batch})`,
			),
			change: db().run(sql`
				update ${questions} set category_id = ${to}, version = version + 1,
					group_id = (select coalesce(parent_category_id, id) from ${questionCategories} where id = ${to})
				where seq in (${batch})`),
		})
		moved += change.rowsAffected
		if (change.rowsAffected < MOVE_BATCH_SIZE) return moved
	}
}

/** Number of characters of a comment that serve as its name in the trash. */
const NAME_LENGTH = 100

/**
 * Deletes a comment. A deletion of the actor's own text leaves no audit entry.
 * @param when a further condition on the comment. @returns whether it existed.
 */
export async function deleteQuestionComment(id: string, actor: Actor, when = sql`1`): Promise<boolean> {
	const subject = { type: 'questionComment', id }
	const isByOther = sql`author_id is not ${actor.id} and ${when}`
	const name = sql`(select substr(body, 1, ${NAME_LENGTH}) from ${questionComments} where id = ${id})`
	const { deleted } = await write({
		audit: recordPost(actor, actions['comment.deleted'], subject, questionComment(id), isByOther),
		trash: moveToTrash(
			{ kind: 'questionComment', id, name, actor, table: questionComments, rows: sql`id = ${id}` },
			sql`exists (select 1 from ${questionComments} where id = ${id} and ${when})`,
		),
		deleted: db().run(sql`delete from ${questionComments} where id = ${id} and ${when}`),
	})
	return deleted.rowsAffected > 0
}
