import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { coachingSessions } from '#db/schema/coaching.ts'
import { categoryWatches, digestSettings, notifications } from '#db/schema/notifications.ts'
import { questions } from '#db/schema/questions.ts'
import { unsubscribe } from '#src/features/notifications/contract.ts'
import { watchCategory } from '#src/features/notifications/digest-contract.ts'
import { runFanOuts } from '#src/features/notifications/server/notify.ts'
import { type Category, createCategory } from '#src/features/questions/category-contract.ts'
import { createQuestion, deleteQuestion, followQuestion, readQuestion } from '#src/features/questions/contract.ts'
import { callApi, type Principal, visitor } from '#tests/support/api/api.ts'
import { deleteMails, writtenMails } from '#tests/support/mail.ts'
import { admin, categoryId, ines, marcus, ruth, setUpNotices, tokenOf } from '#tests/support/notices.ts'
import { notified, sentences, unread } from '#tests/support/notifications.ts'

setUpNotices()
beforeEach(async () => {
	await db().delete(notifications)
	await db().delete(digestSettings)
	await db().delete(categoryWatches)
	await db().delete(coachingSessions)
})

const stop = (token: string) => callApi(unsubscribe, { as: visitor(), params: { token }, body: {} })

describe('a watched category', () => {
	let family: Category
	const watch = (id: string, isWatched = true, as = ines) =>
		callApi(watchCategory, { as, params: { id }, body: { isWatched } })
	const askIn = async (title: string, category: string, as: Principal = ruth, body = 'What would you do about this?') =>
		(
			(await callApi(createQuestion, { as, body: { title, body, categoryId: category } })).json as {
				id: string
			}
		).id
	beforeEach(async () => {
		await db().run(sql`delete from question_categories where parent_category_id is not null`)
		const body = { name: 'Family law', parentCategoryId: categoryId }
		family = (await callApi(createCategory, { as: admin, body })).json as Category
	})

	test('notifies of new questions in it and its children as one row, and mails each question', async () => {
		expect((await watch(categoryId)).status).toBe(204)
		const first = await askIn('The first of the questions', categoryId)
		expect(await sentences(ines)).toEqual(['Ruth asked “The first of the questions”'])
		expect((await notified(ines))[0]?.href).toBe(`/questions/${first}`)
		await askIn('The second of the questions', family.id, marcus)
		expect(await sentences(ines)).toEqual(['2 new questions in “General”'])
		expect((await notified(ines))[0]?.href).toBe(`/questions?category=${categoryId}`)
		await Promise.all([runFanOuts(), runFanOuts()])
		const mails = await writtenMails()
		expect(mails.map(({ to, subject }) => [to, subject]).sort()).toEqual([
			['ines@example.com', 'New question: The first of the questions'],
			['ines@example.com', 'New question: The second of the questions'],
		])
		expect(mails[0]?.text).toContain('asked in “General”, a category you watch.')
	})

	test('notifies and mails once if parent and child are watched, but not the author', async () => {
		await watch(categoryId)
		await watch(family.id)
		await watch(family.id, true, ruth)
		await askIn('A question that both of them hold', family.id)
		await runFanOuts()
		expect([(await notified(ines)).length, await unread(ruth)]).toEqual([1, 0])
		expect((await writtenMails()).map(({ to }) => to)).toEqual(['ines@example.com'])
	})

	test('notifies a mentioned member only of the mention', async () => {
		await watch(categoryId)
		await askIn('A question that names somebody', categoryId, ruth, 'What would you do about this, @ines?')
		await runFanOuts()
		expect((await notified(ines)).map(({ kind }) => kind)).toEqual(['mention'])
		expect((await writtenMails()).map(({ subject }) => subject)).toEqual([
			'Ruth mentioned you: A question that names somebody',
		])
	})

	test('stops after an unwatch, including by the link in an email', async () => {
		await watch(categoryId)
		await askIn('The last that is wanted', categoryId)
		await runFanOuts()
		const token = tokenOf((await writtenMails())[0])
		expect((await stop(token)).json).toEqual({ what: 'emails about new questions in “General”' })
		expect([await notified(ines), await unread(ines)]).toEqual([[], 0])
		await deleteMails()
		await askIn('One that nobody waits for', categoryId)
		await runFanOuts()
		expect([await notified(ines), await writtenMails()]).toEqual([[], []])
		await watch(categoryId)
		await watch(categoryId, false)
		await askIn('Another that nobody waits for', categoryId)
		expect(await notified(ines)).toEqual([])
	})

	test('mails at most ten questions per author and hour, and only notifies of further ones', async () => {
		await watch(categoryId)
		for (let i = 0; i < 12; i++) await askIn(`Question number ${i} of many`, categoryId)
		await askIn('A question of somebody else', categoryId, marcus)
		await runFanOuts()
		expect((await writtenMails()).map(({ subject }) => subject).sort()).toEqual(
			[...Array.from({ length: 10 }, (_, i) => `Question number ${i} of many`), 'A question of somebody else']
				.map((title) => `New question: ${title}`)
				.sort(),
		)
		expect(await unread(ines)).toBe(1)
		await db()
			.update(questions)
			.set({ createdAt: new Date(Date.now() - 61 * 60_000) })
		await deleteMails()
		await askIn('One of the next hour', categoryId)
		await runFanOuts()
		expect((await writtenMails()).map(({ subject }) => subject)).toEqual(['New question: One of the next hour'])
	})

	test('skips questions muted or deleted before the job runs', async () => {
		await watch(categoryId)
		const muted = await askIn('A question that is muted', categoryId)
		expect(await unread(ines)).toBe(1)
		const mute = (id: string) => callApi(followQuestion, { as: ines, params: { id }, body: { state: 'muted' } })
		expect((await mute(muted)).status).toBe(204)
		const deleted = await askIn('A question that is deleted', categoryId)
		expect((await callApi(deleteQuestion, { as: admin, params: { id: deleted } })).status).toBe(204)
		await runFanOuts()
		expect([await notified(ines), await unread(ines), await writtenMails()]).toEqual([[], 0, []])
		const id = await askIn('A question that is neither', categoryId)
		expect(await sentences(ines)).toEqual(['Ruth asked “A question that is neither”'])
		// The muted question was never opened, but does not count as unread.
		await callApi(readQuestion, { as: ines, params: { id }, body: { commentId: null } })
		expect(await unread(ines)).toBe(0)
	})

	test('must exist', async () => {
		expect(await watch('nothing')).toMatchObject({ status: 404, text: 'Category not found' })
	})
})
