import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { db } from '#db/client.ts'
import { questions } from '#db/schema/questions.ts'
import { type Category, createCategory } from '#src/features/questions/category-contract.ts'
import {
	createComment,
	createQuestion,
	getQuestion,
	listQuestions,
	type Question,
	type QuestionSummary,
} from '#src/features/questions/contract.ts'
import { callApi, insertAccount, type Principal, type Reply, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

let database: TestDatabase
export let admin: Principal
export let member: Principal
export let other: Principal
export let intake: Category
export let practice: Category
export let family: Category

/** Sets up three people and three categories for all tests of a file. Each test starts without questions. */
export function setUpForum(): void {
	beforeAll(async () => {
		database = await freshDatabase()
		admin = await signedIn(await insertAccount({ role: 'admin' }))
		member = await signedIn(await insertAccount({ name: 'Dana Whitfield' }))
		other = await signedIn(await insertAccount({ name: 'Tomas Keller' }))
		intake = await addCategory('Client intake')
		practice = await addCategory('Practice Specific')
		family = await addCategory('Family law', practice.id)
	})
	afterAll(() => database.discard())
	beforeEach(async () => {
		await db().delete(questions)
	})
}

export const BODY = 'How do the rest of you handle this, and what would you do again?'

/** Adds a category as the admin. */
export async function addCategory(name: string, parentCategoryId: string | null = null): Promise<Category> {
	const reply = await callApi(createCategory, { as: admin, body: { name, parentCategoryId } })
	expect(reply.status, reply.text).toBe(201)
	return reply.json as Category
}

/** Posts a question, by default as the member. @returns its id */
export async function ask(
	title: string,
	options: { as?: Principal; body?: string; categoryId?: string } = {},
): Promise<string> {
	const body = { title, body: options.body ?? BODY, categoryId: options.categoryId ?? intake.id }
	const reply = await callApi(createQuestion, { as: options.as ?? member, body })
	expect(reply.status, reply.text).toBe(201)
	return (reply.json as { id: string }).id
}

/** Fetches a question as this caller. */
export const read = async (id: string, as = member) =>
	(await callApi(getQuestion, { as, params: { id } })).json as Question

/** Fetches the list of questions as this caller. */
export const list = async (query: Record<string, string>, as = member) => callApi(listQuestions, { as, query })

/** Returns the titles of a list response. */
export const titles = (reply: Reply) => (reply.json as QuestionSummary[]).map(({ title }) => title)

/** Comments on a question. */
export const comment = (id: string, body: string, as = member) =>
	callApi(createComment, { as, params: { id }, body: { body } })
