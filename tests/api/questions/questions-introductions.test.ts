import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { setupSteps } from '#db/schema/platform/operations.ts'
import { questionCategories, questions } from '#db/schema/questions.ts'
import { deleteQuestion, type Question } from '#src/features/questions/contract.ts'
import { createIntroduction, INTRODUCTIONS } from '#src/features/questions/introduction-contract.ts'
import { findIntroduction } from '#src/features/questions/server/introductions.ts'
import { ensureStartingCategories, startingCategories } from '#src/features/questions/server/starting-categories.ts'
import { callApi } from '#tests/support/api/api.ts'
import { comment, member, other, read, setUpForum } from '#tests/support/forum.ts'

setUpForum()
const resetIntroductions = async () => {
	await db().delete(setupSteps)
	await db().delete(questionCategories).where(eq(questionCategories.slug, INTRODUCTIONS))
}
const slugs = async () =>
	(await db().select().from(questionCategories).orderBy(questionCategories.position)).map(({ slug }) => slug)
const introduce = (body: object, as = member) => callApi(createIntroduction, { as, body })
const all = () => db().select().from(questions)

describe('the category of introductions', () => {
	beforeEach(resetIntroductions)

	test('is one of the first categories of a new club', () => {
		expect(startingCategories.map(({ slug }) => slug)).toContain(INTRODUCTIONS)
	})

	test('is added last to an existing club, and not again after it was deleted', async () => {
		const before = await slugs()
		await ensureStartingCategories()
		await ensureStartingCategories()
		expect(await slugs()).toEqual([...before, INTRODUCTIONS])
		await db().delete(questionCategories).where(eq(questionCategories.slug, INTRODUCTIONS))
		await ensureStartingCategories()
		expect(await slugs()).toEqual(before)
	})

	test('is required for introductions', async () => {
		expect(await findIntroduction(member.userId ?? '')).toBeUndefined()
		const reply = await introduce({ practice: 'Family law in Ohio' })
		expect([reply.status, reply.text]).toEqual([404, 'This club has no introductions'])
		expect(await all()).toEqual([])
	})
})

describe('an introduction', () => {
	beforeEach(async () => {
		await resetIntroductions()
		await ensureStartingCategories()
	})

	test('is a question composed of the answers', async () => {
		const reply = await introduce({ practice: ' Family law in Ohio ', work: '', help: 'Custody' })
		expect(reply.status, reply.text).toBe(201)
		const { title, body, category, follow } = (await read((reply.json as { id: string }).id)) as Question
		expect({ title, body, category: category.name, follow }).toEqual({
			title: 'Introducing Dana Whitfield',
			body: 'My practice: Family law in Ohio\n\nAsk me about: Custody',
			category: 'Introductions',
			follow: 'following',
		})
		const short = await introduce({ practice: 'Law' }, other)
		expect([short.status, short.text]).toEqual([400, 'Please write a few words about your practice'])
	})

	test('is posted once, even after two clicks or from two tabs', async () => {
		const replies = await Promise.all([1, 2].map(() => introduce({ practice: 'Family law in Ohio' })))
		expect(replies.map(({ status }) => status)).toEqual([201, 201])
		expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
		const second = await introduce({ practice: 'Family law in Texas' })
		expect([second.status, second.text]).toEqual([
			409,
			'You have already introduced yourself. Open your introduction to change it.',
		])
		expect(await all()).toHaveLength(1)
		expect((await introduce({ practice: 'Family law in Ohio' }, other)).status).toBe(201)
	})

	test('can be written again after it was deleted, even if answers to it remain', async () => {
		const post = async () => ((await introduce({ practice: 'Family law in Ohio' })).json as { id: string }).id
		const remove = (id: string) => callApi(deleteQuestion, { as: member, params: { id } })
		await remove(await post())
		const second = await post()
		await comment(second, 'Welcome to the club', other)
		await remove(second)
		expect(await post()).not.toBe(second)
		expect(await all()).toHaveLength(2)
	})
})
