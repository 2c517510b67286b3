import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { questionCategories, questionComments, questions } from '#db/schema/index.ts'
import { deletePost, listPosts, lockPost, type Post } from '#src/features/moderation/contract.ts'
import { createComment } from '#src/features/questions/contract.ts'
import { newId } from '#src/lib/ids.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let admin: Principal
let member: Principal
const start = Date.now() - 100_000
const idAt = Array.from({ length: 7 }, (_, i) => newId(start + i * 1000))
const at = (i: number) => ({ id: idAt[i] ?? '', createdAt: new Date(start + i * 1000) })

beforeAll(async () => {
	database = await freshDatabase()
	admin = await signedIn(await insertAccount({ role: 'admin' }))
	member = await signedIn(await insertAccount({}))
	await db().insert(questionCategories).values({ id: 'k', name: 'General', slug: 'general', position: 0 })
	const question = (i: number) => ({ ...at(i), title: `Question ${i}`, body: 'A body', categoryId: 'k', groupId: 'k' })
	await db()
		.insert(questions)
		.values([question(0), question(2), question(5)])
	const comment = (i: number) => ({ ...at(i), questionId: idAt[0] ?? '', body: `Comment ${i}` })
	await db()
		.insert(questionComments)
		.values([comment(1), comment(3), comment(4), comment(6)])
})
afterAll(() => database.discard())

const list = (query: Record<string, string>) => callApi(listPosts, { as: admin, query })

test('shows all kinds newest first, page by page, with the total', async () => {
	const first = await list({ limit: '4' })
	const posts = first.json as Post[]
	expect(posts.map(({ id }) => id)).toEqual([idAt[6], idAt[5], idAt[4], idAt[3]])
	expect(posts[0]).toMatchObject({
		kind: 'questionComment',
		title: 'Question 0',
		body: 'Comment 6',
		href: `/questions/${idAt[0]}#comment-${idAt[6]}`,
		author: null,
		isLocked: null,
	})
	expect(posts[1]).toMatchObject({ kind: 'question', href: `/questions/${idAt[5]}`, isLocked: false })
	expect(first.header('x-total-count')).toBe('7')
	const rest = await list({ limit: '4', cursor: posts.at(-1)?.id ?? '' })
	expect((rest.json as Post[]).map(({ id }) => id)).toEqual([idAt[2], idAt[1], idAt[0]])
	expect(rest.header('link')).toBeUndefined()
	const comments = await list({ kind: 'questionComment' })
	expect([(comments.json as Post[]).length, comments.header('x-total-count')]).toEqual([4, '4'])
	expect((await list({ kind: 'letter' })).status).toBe(400)
})

test('locks a question and nothing else', async () => {
	const lock = (kind: string, id: string | undefined) =>
		callApi(lockPost, { as: admin, params: { kind, id: id ?? '' }, body: { isLocked: true } })
	expect((await lock('question', idAt[2])).status).toBe(204)
	const reply = await callApi(createComment, {
		as: member,
		params: { id: idAt[2] ?? '' },
		body: { body: 'After the lock' },
	})
	expect(reply.status).toBe(409)
	for (const [kind, id] of [
		['question', 'nobody'],
		['questionComment', idAt[1]],
		['letter', idAt[1]],
	] as const)
		expect((await lock(kind, id)).status, kind).toBe(404)
})

test('deletes posts of every kind, a question with its comments', async () => {
	const remove = (kind: string, id: string | undefined) =>
		callApi(deletePost, { as: admin, params: { kind, id: id ?? '' } })
	expect((await remove('questionComment', idAt[6])).status).toBe(204)
	expect((await remove('questionComment', idAt[6])).status).toBe(404)
	expect((await remove('question', idAt[0])).status).toBe(204)
	expect((await remove('letter', idAt[2])).status).toBe(404)
	const left = await list({})
	expect((left.json as Post[]).map(({ id }) => id)).toEqual([idAt[5], idAt[2]])
	expect(left.header('x-total-count')).toBe('2')
})
