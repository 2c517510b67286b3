import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { pendingNotices, questionComments, questionMentions, questions } from '#db/schema/questions.ts'
import {
	createComment,
	createQuestion,
	lockQuestion,
	type QuestionComment,
	updateComment,
} from '#src/features/questions/contract.ts'
import { callApi } from '#tests/support/api/api.ts'
import { admin, ask, BODY, intake, member, other, read, setUpForum } from '#tests/support/forum.ts'

setUpForum()

let number = 0
const newKey = () => `sending-${++number}`

const post = (id: string, body: string, idempotencyKey: string, as = other) =>
	callApi(createComment, { as, params: { id }, body: { body, idempotencyKey } })

test('a comment sent concurrently with one key exists once, and every response has it', async () => {
	const id = await ask('A question that is answered')
	const mailsBefore = await db().$count(outbox)
	const key = newKey()
	const replies = await Promise.all(Array.from({ length: 8 }, () => post(id, 'Ask @dana.whitfield about it', key)))
	expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(201))
	const [first] = replies
	for (const reply of replies) expect(reply.json).toEqual(first?.json)
	expect(first?.json).toMatchObject({ mentions: ['dana.whitfield'], isOwn: true })
	expect(await read(id)).toMatchObject({ commentCount: 1, comments: [{ body: 'Ask @dana.whitfield about it' }] })
	expect(await db().$count(questionMentions)).toBe(1)
	expect((await db().$count(outbox)) - mailsBefore).toBe(1)
})

test('followers are notified once of a comment sent twice', async () => {
	const id = await ask('A question with a follower')
	const key = newKey()
	await post(id, 'An answer without names', key)
	await post(id, 'An answer without names', key)
	expect(await db().$count(pendingNotices, eq(pendingNotices.questionId, id))).toBe(1)
})

test('a key is valid only for one person and one question', async () => {
	const [id, second] = [await ask('A question to be answered'), await ask('Another one of the same')]
	const key = newKey()
	const replies = [
		await post(id, 'The same answer', key),
		await post(second, 'The same answer', key),
		await post(id, 'The same answer', key, member),
	]
	expect(new Set(replies.map(({ json }) => (json as QuestionComment).id)).size).toBe(3)
})

test('without a key each request adds a separate comment', async () => {
	const id = await ask('A question to be answered')
	for (const _ of [1, 2]) await callApi(createComment, { as: other, params: { id }, body: { body: 'The same text' } })
	expect((await read(id)).commentCount).toBe(2)
})

test('another text under a used key is rejected and changes nothing', async () => {
	const id = await ask('A question to be answered')
	const key = newKey()
	await post(id, 'The first text', key)
	const reply = await post(id, 'The first text, and more', key)
	expect([reply.status, reply.text]).toEqual([
		409,
		'Your comment was already posted. Edit it, or post this text as a new one.',
	])
	expect((await read(id)).comments.map(({ body }) => body)).toEqual(['The first text'])
	expect((await post(id, 'The first text, and more', newKey())).status).toBe(201)
})

test('a retry after a lock returns the comment posted before', async () => {
	const id = await ask('A question to be locked')
	const key = newKey()
	const posted = await post(id, 'Before the lock', key)
	await callApi(lockQuestion, { as: admin, params: { id }, body: { isLocked: true } })
	expect((await post(id, 'Before the lock', key)).json).toEqual(posted.json)
	expect((await post(id, 'After the lock', newKey())).status).toBe(409)
})

test('a late first request does not revert a later edit', async () => {
	const id = await ask('A question to be answered')
	const key = newKey()
	const { id: commentId } = (await post(id, 'As it was sent', key)).json as QuestionComment
	await callApi(updateComment, { as: other, params: { id, commentId }, body: { body: 'As it was edited' } })
	expect((await post(id, 'As it was sent', key)).status).toBe(409)
	expect((await read(id)).comments.map(({ body }) => body)).toEqual(['As it was edited'])
})

test.each(['short', 'with blanks in it', 'x'.repeat(65)])('the key %j is invalid', async (idempotencyKey) => {
	const id = await ask('A question to be answered')
	expect((await post(id, 'A text of its own', idempotencyKey)).status).toBe(400)
	expect(await db().$count(questionComments)).toBe(0)
})

test('a question sent concurrently with one key exists once', async () => {
	const body = { title: 'A question that is sent twice', body: BODY, categoryId: intake.id, idempotencyKey: newKey() }
	const replies = await Promise.all(Array.from({ length: 6 }, () => callApi(createQuestion, { as: member, body })))
	expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(201))
	expect(new Set(replies.map(({ json }) => (json as { id: string }).id)).size).toBe(1)
	expect(await db().$count(questions)).toBe(1)
	const reply = await callApi(createQuestion, { as: member, body: { ...body, title: 'A question with another title' } })
	expect([reply.status, reply.text]).toEqual([
		409,
		'Your question was already posted. Edit it, or post this text as a new one.',
	])
	expect((await callApi(createQuestion, { as: other, body })).status).toBe(201)
})
