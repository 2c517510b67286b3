import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { db } from '#db/client.ts'
import { unsubscribeTokens } from '#db/schema/notifications.ts'
import { questionCategories, questions } from '#db/schema/questions.ts'
import { updatePreferences } from '#src/features/notifications/contract.ts'
import {
	createComment,
	createQuestion,
	getQuestion,
	type Question,
	type QuestionComment,
} from '#src/features/questions/contract.ts'
import { newId } from '#src/lib/ids.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { deleteMails, type WrittenMail, writtenMails } from '#tests/support/mail.ts'

let database: TestDatabase
export let admin: Principal
export let ruth: Principal
export let marcus: Principal
export let ines: Principal
export const categoryId = newId()

/**
 * Sets up an admin, an inactive account, and three members with all emails turned on, without questions or emails.
 */
export function setUpNotices(): void {
	beforeAll(async () => {
		database = await freshDatabase()
		admin = await signedIn(await insertAccount({ role: 'admin' }))
		ruth = await signedIn(await insertAccount({ name: 'Ruth', username: 'ruth', email: 'ruth@example.com' }))
		marcus = await signedIn(await insertAccount({ name: 'Marcus', username: 'marcus.o', email: 'marcus@example.com' }))
		ines = await signedIn(await insertAccount({ name: 'Ines', username: 'ines', email: 'ines@example.com' }))
		await insertAccount({ name: 'Gone', username: 'gone', email: 'gone@example.com', status: 'inactive' })
		await db().insert(questionCategories).values({ id: categoryId, name: 'General', slug: 'general', position: 0 })
	})
	afterAll(() => database.discard())
	beforeEach(async () => {
		await db().delete(questions)
		await db().delete(unsubscribeTokens)
		await deleteMails()
		for (const as of [ruth, marcus, ines])
			await callApi(updatePreferences, { as, body: { mentions: true, comments: true, reminders: true } })
	})
}

/** Posts a question with this text. @returns its id */
export async function ask(text = 'What would you do about this?', as = ruth): Promise<string> {
	const reply = await callApi(createQuestion, { as, body: { title: 'A question to follow', body: text, categoryId } })
	expect(reply.status, reply.text).toBe(201)
	return (reply.json as { id: string }).id
}

/** Comments on a question. */
export async function answer(id: string, text: string, as = marcus): Promise<QuestionComment> {
	const reply = await callApi(createComment, { as, params: { id }, body: { body: text } })
	expect(reply.status, reply.text).toBe(201)
	return reply.json as QuestionComment
}

/** Fetches a question as this caller. */
export const read = async (id: string, as: Principal) =>
	(await callApi(getQuestion, { as, params: { id } })).json as Question

/** Returns the recipients of all emails so far, sorted. */
export const recipients = async () => (await writtenMails()).map(({ to }) => to).sort()

/** Returns the token of an email's unsubscribe link. */
export const tokenOf = (mail: WrittenMail | undefined) =>
	/unsubscribe\/([\w-]+)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
