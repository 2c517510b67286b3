import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { comments } from '#db/schema/discussion.ts'
import { questionCategories, questionComments, questions } from '#db/schema/questions.ts'
import { updateCourse } from '#src/features/courses/contract.ts'
import { createComment as createCourseComment, listReplies } from '#src/features/discussion/contract.ts'
import { deletePost, listPosts, lockPost, type Post } from '#src/features/moderation/contract.ts'
import { createComment } from '#src/features/questions/contract.ts'
import { idAt as idFor } from '#src/lib/ids.ts'
import { sealCursor } from '#src/platform/endpoint/paging.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'

let database: TestDatabase
let admin: Principal
let member: Principal
const start = Date.now() - 100_000
const ids = Array.from({ length: 7 }, (_, i) => idFor(start + i * 1000))
const base = (i: number) => ({ id: ids[i] ?? '', createdAt: new Date(start + i * 1000) })

beforeAll(async () => {
	database = await freshDatabase()
	admin = await signedIn(await insertAccount({ role: 'admin' }))
	member = await signedIn(await insertAccount({}))
	await db().insert(questionCategories).values({ id: 'k', name: 'General', slug: 'general', position: 0 })
	const question = (i: number) => ({
		...base(i),
		title: `Question ${i}`,
		...{ body: 'A body', categoryId: 'k', groupId: 'k' },
	})
	await db()
		.insert(questions)
		.values([question(0), question(2), question(5)])
	const comment = (i: number) => ({ ...base(i), questionId: ids[0] ?? '', body: `Comment ${i}` })
	await db()
		.insert(questionComments)
		.values([comment(1), comment(3), comment(4), comment(6)])
})
afterAll(() => database.discard())

const list = (query: Record<string, string>) => callApi(listPosts, { as: admin, query })

test('shows all kinds newest first, page by page, with the total', async () => {
	const first = await list({ limit: '4' })
	const posts = first.json as Post[]
	expect(posts.map(({ id }) => id)).toEqual([ids[6], ids[5], ids[4], ids[3]])
	expect(posts[0]).toMatchObject({
		kind: 'questionComment',
		title: 'Question 0',
		body: 'Comment 6',
		href: `/questions/${ids[0]}#comment-${ids[6]}`,
		author: null,
		isLocked: null,
	})
	expect(posts[1]).toMatchObject({ kind: 'question', href: `/questions/${ids[5]}`, isLocked: false })
	expect(first.header('x-total-count')).toBe('7')
	const rest = await list({ limit: '4', cursor: sealCursor([posts.at(-1)?.id ?? '']) })
	expect((rest.json as Post[]).map(({ id }) => id)).toEqual([ids[2], ids[1], ids[0]])
	expect(rest.header('link')).toBeUndefined()
	const comments = await list({ kind: 'questionComment' })
	expect([(comments.json as Post[]).length, comments.header('x-total-count')]).toEqual([4, '4'])
	expect((await list({ kind: 'letter' })).status).toBe(400)
})

test('shows the oldest first on request, page by page', async () => {
	const first = await list({ limit: '4', order: 'asc' })
	const posts = first.json as Post[]
	expect(posts.map(({ id }) => id)).toEqual(ids.slice(0, 4))
	expect(first.header('link')).toContain('order=asc')
	const rest = await list({ limit: '4', order: 'asc', cursor: sealCursor([posts.at(-1)?.id ?? '']) })
	expect((rest.json as Post[]).map(({ id }) => id)).toEqual(ids.slice(4))
	expect(rest.header('link')).toBeUndefined()
	expect((await list({ order: 'up' })).status).toBe(400)
})

test('locks only questions', async () => {
	const lock = (kind: string, id: string | undefined) =>
		callApi(lockPost, { as: admin, params: { kind, id: id ?? '' }, body: { isLocked: true } })
	expect((await lock('question', ids[2])).status).toBe(204)
	const reply = await callApi(createComment, {
		as: member,
		params: { id: ids[2] ?? '' },
		body: { body: 'After the lock' },
	})
	expect(reply.status).toBe(409)
	for (const [kind, id] of [
		['question', 'nobody'],
		['questionComment', ids[1]],
		['letter', ids[1]],
	] as const)
		expect((await lock(kind, id)).status, kind).toBe(404)
})

test('deletes posts of every kind, a question with its comments', async () => {
	const remove = (kind: string, id: string | undefined) =>
		callApi(deletePost, { as: admin, params: { kind, id: id ?? '' } })
	expect((await remove('questionComment', ids[6])).status).toBe(204)
	expect((await remove('questionComment', ids[6])).status).toBe(404)
	expect((await remove('question', ids[0])).status).toBe(204)
	expect((await remove('letter', ids[2])).status).toBe(404)
	const remaining = await list({})
	expect((remaining.json as Post[]).map(({ id }) => id)).toEqual([ids[5], ids[2]])
	expect(remaining.header('x-total-count')).toBe('2')
})

describe('comments on courses', () => {
	const title = 'Client intake: The first call'
	let courseId: string
	let moduleId: string

	beforeEach(async () => {
		const course = await makeCourse(admin)
		courseId = course.id
		moduleId = (await makeModule(admin, courseId)).id
	})

	async function comment(content: string, parentId?: string): Promise<string> {
		const reply = await callApi(createCourseComment, {
			as: member,
			params: { id: moduleId },
			body: { content, parentId },
		})
		expect(reply.status, reply.text).toBe(201)
		return (reply.json as { id: string }).id
	}
	const remove = (id: string, as = admin) => callApi(deletePost, { as, params: { kind: 'courseComment', id } })
	const newest = async () => ((await list({ limit: '1' })).json as Post[])[0]
	const totals = async () =>
		Promise.all(
			([{}, { kind: 'courseComment' }] as Record<string, string>[]).map(async (query) =>
				Number((await list(query)).header('x-total-count')),
			),
		)

	test('are listed with the other posts under course and module, with a link', async () => {
		const [before = 0] = await totals()
		const id = await comment('Who calls back on a Friday?')
		expect(await newest()).toMatchObject({
			kind: 'courseComment',
			id,
			title,
			body: 'Who calls back on a Friday?',
			href: `/courses/${courseId}?m=${moduleId}#comment-${id}`,
			isLocked: null,
		})
		const replyId = await comment('Nobody does.', id)
		expect((await newest())?.id).toBe(replyId)
		expect(((await list({})).json as Post[]).some(({ kind }) => kind === 'question')).toBe(true)
		const courseComments = (await list({ kind: 'courseComment' })).json as Post[]
		expect(courseComments.map(({ kind }) => kind)).toEqual(['courseComment', 'courseComment'])
		expect(await totals()).toEqual([before + 2, 2])
	})

	test('of a draft link to its preview, which admins can open', async () => {
		const id = await comment('Written before it was taken back')
		const { title, description, difficulty } = await makeCourse(admin)
		const body = { title, description, difficulty, isPublished: false }
		expect((await callApi(updateCourse, { as: admin, params: { id: courseId }, body })).status).toBe(200)
		expect((await newest())?.href).toBe(`/admin/courses/${courseId}/preview?m=${moduleId}#comment-${id}`)
	})

	test('are deleted with their replies by admins only, and the count decreases', async () => {
		const [all = 0, ofCourses = 0] = await totals()
		const id = await comment('Who calls back on a Friday?')
		await comment('Nobody does.', id)
		expect((await remove(id, member)).status).toBe(403)
		expect((await remove(id)).status).toBe(204)
		expect((await remove(id)).status).toBe(404)
		expect(await totals()).toEqual([all, ofCourses])
		expect((await callApi(listReplies, { as: member, params: { id } })).status).toBe(404)
		expect(await db().$count(comments, eq(comments.parentId, id))).toBe(0)
	})

	test('cannot be locked', async () => {
		const params = { kind: 'courseComment', id: await comment('Who calls back on a Friday?') }
		expect((await callApi(lockPost, { as: admin, params, body: { isLocked: true } })).status).toBe(404)
	})
})
