import { type SQL, sql } from 'drizzle-orm'
import { db, write } from '#db/client.ts'
import { questions } from '#db/schema/questions.ts'
import {
	type Actor,
	day,
	nameOfPost,
	type Post,
	recordPost,
	rowsOf,
	wasChanged,
} from '#src/features/audit/server/post-entry.ts'
import { recordAudit } from '#src/platform/audit.ts'
import { moveToTrash } from '#src/platform/trash.ts'
import { actions } from './audit-actions.ts'

// Each with its audit entry: the page of a question and the moderation list do the same through here.

const question = (id: string): Post => ({
	rows: sql`questions as post where post.id = ${id}`,
	name: nameOfPost('Question', sql`post.author_id`),
	detail: sql`json_object('asked', ${day(sql`post.created_at`)}, 'comments', post.comment_count)`,
})

const questionComment = (id: string): Post => ({
	rows: sql`question_comments as post where post.id = ${id}`,
	name: nameOfPost('Comment', sql`post.author_id`),
	detail: sql`json_object('written', ${day(sql`post.created_at`)})`,
})

/** Deletes a question with its comments. @returns whether there was one. */
export async function deleteQuestion(id: string, actor: Actor): Promise<boolean> {
	return wasChanged(
		await write(
			recordPost(actor, actions['question.deleted'], { type: 'question', id }, question(id)),
			...moveToTrash(
				{
					kind: 'question',
					id,
					name: sql`(select title from questions where id = ${id})`,
					actor,
					table: questions,
					rows: sql`id = ${id}`,
				},
				sql`exists (select 1 from questions where id = ${id})`,
			),
			db().run(sql`delete from questions where id = ${id}`),
		),
	)
}

/** Locks or unlocks a question. @returns whether there is one. */
export async function lockQuestion(id: string, isLocked: boolean, actor: Actor): Promise<boolean> {
	const action = actions[isLocked ? 'question.locked' : 'question.unlocked']
	const to = isLocked ? 1 : 0
	return wasChanged(
		await write(
			recordPost(actor, action, { type: 'question', id }, question(id), sql`post.is_locked <> ${to}`),
			db().run(sql`update questions set is_locked = ${to} where id = ${id}`),
		),
	)
}

const categoryName = (id: SQL) => sql`(select name from question_categories where id = ${id})`

/** The entry and the change that put a question into another category, where that is one. */
function moveStatements(id: string, categoryId: string, actor: Actor, isMovable = sql`1`) {
	const post = question(id)
	const names = sql`json_object('category', json_array(${categoryName(sql`post.category_id`)}, ${categoryName(sql`${categoryId}`)}))`
	const isOther = sql`category_id <> ${categoryId} and ${isMovable}
		and exists (select 1 from question_categories where id = ${categoryId})`
	return [
		recordPost(actor, actions['question.moved'], { type: 'question', id }, { ...post, detail: names }, isOther),
		db().run(sql`
			update questions set category_id = ${categoryId}, version = version + 1,
				group_id = (select coalesce(parent_category_id, id) from question_categories where id = ${categoryId})
			where id = ${id} and ${isOther}`),
	]
}

/** Puts a question into another category. @returns whether it was moved. */
export async function moveQuestion(id: string, categoryId: string, actor: Actor): Promise<boolean> {
	return wasChanged(await write(...moveStatements(id, categoryId, actor)))
}

/** Moves these questions, as far as they are in the category `from`. @returns how many were. */
export async function moveChosenQuestions(
	ids: readonly string[],
	move: { from: string; to: string },
	actor: Actor,
): Promise<number> {
	const isThere = sql`category_id = ${move.from}`
	const results = await write(...ids.flatMap((id) => moveStatements(id, move.to, actor, isThere)))
	return results.filter((_, index) => index % 2 === 1).reduce((sum: number, result) => sum + rowsOf(result), 0)
}

/** Questions of one batch: the search index of each is written anew, and nobody else's request shall wait for all. */
const MOVED_AT_ONCE = 500

/** Moves all questions of a category into another, with one entry for each batch. @returns how many were. */
export async function moveAllQuestions(move: { from: string; to: string }, actor: Actor): Promise<number> {
	const { from, to } = move
	const batch = sql`select seq from questions where category_id = ${from} and ${to} <> ${from}
		and exists (select 1 from question_categories where id = ${to}) order by seq limit ${MOVED_AT_ONCE}`
	let moved = 0
	for (;;) {
		const results = await write(
			recordAudit(
				{
					actor,
					action: actions['category.emptied'],
					subject: { type: 'category', id: from, name: categoryName(sql`${from}`) },
					detail: sql`json_object('into', ${categoryName(sql`${to}`)}, 'questions', (select count(*) from (${batch})))`,
				},
				sql`exists (${batch})`,
			),
			db().run(sql`
				update questions set category_id = ${to}, version = version + 1,
					group_id = (select coalesce(parent_category_id, id) from question_categories where id = ${to})
				where seq in (${batch})`),
		)
		const count = rowsOf(results[1])
		moved += count
		if (count < MOVED_AT_ONCE) return moved
	}
}

/** Deletes a comment on a question. @param questionId the question that it must be of. @returns whether there was one. */
export async function deleteQuestionComment(id: string, actor: Actor, questionId?: string): Promise<boolean> {
	const isOfQuestion = questionId === undefined ? sql`1` : sql`question_id = ${questionId}`
	return wasChanged(
		await write(
			recordPost(actor, actions['comment.deleted'], { type: 'questionComment', id }, questionComment(id), isOfQuestion),
			db().run(sql`delete from question_comments where id = ${id} and ${isOfQuestion}`),
		),
	)
}
