import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { categoryWatches, notifications } from '#db/schema/notifications.ts'
import { watchCategory } from '#src/features/notifications/digest-contract.ts'
import { createCategory } from '#src/features/questions/category-contract.ts'
import {
	createQuestion,
	deleteQuestion,
	markHelpful,
	readQuestion,
	updateComment,
} from '#src/features/questions/contract.ts'
import { callApi, type Principal } from '#tests/support/api/api.ts'
import { admin, answer, ask, categoryId, ines, marcus, read, ruth, setUpNotices } from '#tests/support/notices.ts'
import { notified, readAll, sentences, unread } from '#tests/support/notifications.ts'

setUpNotices()
beforeEach(async () => {
	await db().delete(notifications)
	await db().delete(categoryWatches)
	await db().run(sql`delete from question_categories where parent_category_id is not null`)
})

const mark = (id: string, commentId: string | null, as = ruth) =>
	callApi(markHelpful, { as, params: { id }, body: { commentId } })

/** Opens a question's page, which marks its comments as read if the question is unread. @returns whether it was */
async function open(id: string, as: Principal): Promise<boolean> {
	const { isUnread, comments } = await read(id, as)
	if (isUnread) await callApi(readQuestion, { as, params: { id }, body: { commentId: comments.at(-1)?.id ?? null } })
	return isUnread
}

test('a helpful comment notifies its author once, and only while it is marked', async () => {
	const id = await ask()
	const comment = await answer(id, 'This is what helped', marcus)
	await mark(id, comment.id)
	expect(await notified(marcus)).toMatchObject([{ kind: 'helpful', href: `/questions/${id}#comment-${comment.id}` }])
	expect(await sentences(marcus)).toEqual(['Your comment was marked as helpful in “A question to follow”'])
	await readAll(marcus)
	await mark(id, null)
	expect(await notified(marcus)).toEqual([])
	await mark(id, comment.id)
	expect([await unread(marcus), (await notified(marcus)).length]).toEqual([0, 1])
	const own = await answer(id, 'I found it myself', ruth)
	await mark(id, own.id)
	expect(await sentences(ruth)).toEqual(['Marcus answered your question “A question to follow”'])
	// Only the question's author can mark a comment, so another member's attempt does not notify.
	await readAll(marcus)
	await mark(id, comment.id, ines)
	expect(await unread(marcus)).toBe(0)
})

describe('opening a question with known comments again', () => {
	test('marks the notification of a helpful comment as read', async () => {
		const id = await ask()
		const comment = await answer(id, 'This is what helped', marcus)
		await open(id, marcus)
		expect(await open(id, marcus)).toBe(false)
		await mark(id, comment.id)
		expect(await unread(marcus)).toBe(1)
		expect(await open(id, marcus)).toBe(true)
		expect([await unread(marcus), await open(id, marcus)]).toEqual([0, false])
	})

	test('marks a mention added by an edit as read, and no notification of another question', async () => {
		const [id, other] = [await ask(), await ask()]
		const comment = await answer(id, 'Somebody should know it', marcus)
		await answer(other, 'A later comment, elsewhere', marcus)
		await open(id, ines)
		await open(other, ines)
		const edited = { body: 'I think @ines should know it' }
		await callApi(updateComment, { as: marcus, params: { id, commentId: comment.id }, body: edited })
		expect(await unread(ines)).toBe(1)
		expect([await open(other, ines), await unread(ines)]).toEqual([false, 1])
		expect([await open(id, ines), await unread(ines)]).toEqual([true, 0])
	})
})

describe('a watched category', () => {
	const watch = (id: string) => callApi(watchCategory, { as: ines, params: { id }, body: { isWatched: true } })
	async function askIn(category: string, as: Principal = ruth): Promise<string> {
		const body = { title: 'A question of a category', body: 'What would you do about this?', categoryId: category }
		return ((await callApi(createQuestion, { as, body })).json as { id: string }).id
	}
	async function childOf(parentCategoryId: string): Promise<string> {
		const body = { name: 'Family law', parentCategoryId }
		return ((await callApi(createCategory, { as: admin, body })).json as { id: string }).id
	}

	test('is read once all new questions of others in it and its children are', async () => {
		const child = await childOf(categoryId)
		await watch(categoryId)
		const old = await askIn(categoryId)
		await readAll(ines)
		const [one, two] = [await askIn(categoryId), await askIn(child, marcus)]
		await askIn(child, ines)
		await db().run(sql`delete from question_reads where user_id = ${ines.userId}`)
		await open(one, ines)
		expect(await unread(ines)).toBe(1)
		await open(two, ines)
		expect(await unread(ines)).toBe(0)
		expect(await open(old, ines)).toBe(true)
		await askIn(child)
		expect(await unread(ines)).toBe(1)
	})

	test('with a parent is read once its own questions are', async () => {
		const child = await childOf(categoryId)
		await watch(child)
		const [above, one, gone] = [await askIn(categoryId), await askIn(child), await askIn(child)]
		await open(one, ines)
		expect(await unread(ines)).toBe(1)
		await callApi(deleteQuestion, { as: admin, params: { id: gone } })
		await open(above, ines)
		expect(await unread(ines)).toBe(1)
		expect([await open(one, ines), await unread(ines)]).toEqual([true, 0])
	})
})
