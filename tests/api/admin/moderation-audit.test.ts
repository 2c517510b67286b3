import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { createSession, deleteSession, suggestTopic, updateSession } from '#src/features/coaching/contract.ts'
import {
	deleteComment as deleteCourseComment,
	pinComment,
	createComment as postCourseComment,
} from '#src/features/discussion/contract.ts'
import { deletePost, lockPost } from '#src/features/moderation/contract.ts'
import { createCategory, deleteCategory } from '#src/features/questions/category-contract.ts'
import {
	createComment,
	createQuestion,
	deleteComment,
	deleteQuestion,
	lockQuestion,
} from '#src/features/questions/contract.ts'
import type { Contract } from '#src/lib/api/contract.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'

let database: TestDatabase
let admin: Principal
let dana: Principal
let tomas: Principal
beforeEach(async () => {
	database = await freshDatabase()
	admin = await signedIn(await insertAccount({ role: 'admin', name: 'Ruth Adeyemi' }))
	dana = await signedIn(await insertAccount({ name: 'Dana Whitfield' }))
	tomas = await signedIn(await insertAccount({ name: 'Tomas Keller' }))
})
afterEach(() => database.discard())

const today = new Date().toISOString().slice(0, 10)

async function create(contract: Contract, as: Principal, body: object, params: Record<string, string> = {}) {
	const reply = await callApi(contract, { as, body, params })
	expect(reply.status, reply.text).toBe(201)
	return (reply.json as { id: string }).id
}
const addCategory = (name = 'Billing') => create(createCategory, admin, { name, parentCategoryId: null })
const BODY = 'Jane Roe of 12 Elm Street asked me the other day.'
const ask = async (categoryId: string) =>
	create(createQuestion, dana, { title: 'What of my client Jane Roe?', body: BODY, categoryId })
const answer = (id: string) => create(createComment, tomas, { body: BODY }, { id })

/** Returns the audit, oldest first, without ids, times and course entries, which another test checks. */
const entries = async () =>
	(await db().select().from(audit).orderBy(audit.id))
		.filter(({ subjectType }) => subjectType !== 'course')
		.map(({ actorName, action, subjectName, detail }) => [actorName, action, subjectName, JSON.parse(detail)])

/** Makes a call twice. The second call changes nothing and must not add an audit entry. */
async function callTwice(contract: Contract, options: Parameters<typeof callApi>[1], statuses: [number, number]) {
	for (const status of statuses) expect((await callApi(contract, options)).status).toBe(status)
}

test.each([
	["the question's page", lockQuestion, deleteQuestion, deleteComment],
	['the moderation list', lockPost, deletePost, deletePost],
] as const)('locks and deletions from %s are audited', async (_, lock, remove, removeComment) => {
	const id = await ask(await addCategory())
	const commentId = await answer(id)
	const params = { id, kind: 'question' }
	await callTwice(lock, { as: admin, params, body: { isLocked: true } }, [204, 204])
	await callTwice(lock, { as: admin, params, body: { isLocked: false } }, [204, 204])
	await answer(id)
	const commentParams: Record<string, string> =
		removeComment === deletePost ? { id: commentId, kind: 'questionComment' } : { id, commentId }
	await callTwice(removeComment, { as: admin, params: commentParams }, [204, 404])
	await callTwice(remove, { as: admin, params }, [204, 404])
	const facts = (comments: number) => ({ asked: today, comments })
	expect(await entries()).toEqual([
		['Ruth Adeyemi', 'question.locked', 'Question by Dana Whitfield', facts(1)],
		['Ruth Adeyemi', 'question.unlocked', 'Question by Dana Whitfield', facts(1)],
		['Ruth Adeyemi', 'comment.deleted', 'Comment by Tomas Keller', { written: today }],
		['Ruth Adeyemi', 'question.deleted', 'Question by Dana Whitfield', facts(1)],
	])
	// The audit is permanent and posts are mostly removed for their content, so it must not contain any.
	expect(JSON.stringify(await db().select().from(audit))).not.toMatch(/Jane|Roe|Elm/)
})

test('a comment on another question is neither deleted nor audited', async () => {
	const [one, two] = await addCategory().then(async (id) => [await ask(id), await ask(id)] as const)
	const commentId = await answer(one)
	expect((await callApi(deleteComment, { as: admin, params: { id: two, commentId } })).status).toBe(404)
	expect(await entries()).toEqual([])
	expect((await callApi(deleteComment, { as: admin, params: { id: one, commentId } })).status).toBe(204)
})

test('members cannot lock or delete, and their attempts leave no entry', async () => {
	const id = await ask(await addCategory())
	expect((await callApi(deleteQuestion, { as: tomas, params: { id } })).status).toBe(403)
	expect((await callApi(lockQuestion, { as: dana, params: { id }, body: { isLocked: true } })).status).toBe(403)
	expect(await entries()).toEqual([])
})

test('deleting a category is audited; one in use cannot be deleted', async () => {
	const [used, unused] = [await addCategory(), await addCategory('Odds and ends')]
	await ask(used)
	expect((await callApi(deleteCategory, { as: admin, params: { id: used } })).status).toBe(409)
	await callTwice(deleteCategory, { as: admin, params: { id: unused } }, [204, 404])
	expect(await entries()).toEqual([['Ruth Adeyemi', 'category.deleted', 'Odds and ends', {}]])
})

test('deleting a coaching session is audited with its number of topics', async () => {
	const id = await create(createSession, admin, {
		title: 'Monthly call',
		description: '',
		scheduledAt: new Date(Date.now() + 86_400_000).toISOString(),
		zoomLink: 'https://zoom.example/j/1',
		durationMinutes: 60,
		timeZone: 'America/New_York',
	})
	await create(suggestTopic, dana, { topic: 'Raising my rates' }, { sessionId: id })
	await callTwice(deleteSession, { as: admin, params: { id } }, [204, 404])
	expect((await entries()).at(-1)).toEqual(['Ruth Adeyemi', 'session.deleted', 'Monthly call', { topics: 1 }])
})

test('planning, moving and editing a session add one entry each, and an unchanged save adds none', async () => {
	const [first, second] = ['2031-03-04T17:00:00.000Z', '2031-03-05T18:30:00.000Z']
	const body = {
		...{ title: 'Monthly call', description: '', scheduledAt: first, zoomLink: 'https://zoom.example/j/1' },
		...{ durationMinutes: 60, timeZone: 'America/New_York' },
	}
	const id = await create(createSession, admin, body)
	const change = (changes: object) => callApi(updateSession, { as: admin, params: { id }, body: changes })
	expect((await change(body)).status).toBe(200)
	expect((await change({ ...body, scheduledAt: second })).status).toBe(200)
	expect((await change({ zoomLink: 'https://zoom.example/j/2' })).status).toBe(200)
	expect((await change({ ...body, version: 1, title: 'Too late' })).status).toBe(409)
	expect((await change({ title: 'Spring call', description: 'Fees', scheduledAt: first })).status).toBe(200)
	expect(await entries()).toEqual([
		['Ruth Adeyemi', 'session.created', 'Monthly call', { time: first }],
		['Ruth Adeyemi', 'session.moved', 'Monthly call', { time: [first, second] }],
		['Ruth Adeyemi', 'session.edited', 'Monthly call', { title: ['Monthly call', 'Monthly call'] }],
		['Ruth Adeyemi', 'session.moved', 'Monthly call', { time: [second, first] }],
		['Ruth Adeyemi', 'session.edited', 'Monthly call', { title: ['Monthly call', 'Spring call'] }],
	])
})

test('pinning, unpinning and deleting course comments are audited', async () => {
	const course = await makeCourse(admin)
	const module = await makeModule(admin, course.id)
	const comment = (as: Principal, parentId?: string) =>
		create(postCourseComment, as, { content: BODY, ...(parentId ? { parentId } : {}) }, { id: module.id })
	const id = await comment(dana)
	await comment(tomas, id)
	for (const isPinned of [true, false])
		await callTwice(pinComment, { as: admin, params: { id }, body: { isPinned } }, [200, 200])
	await callTwice(deleteCourseComment, { as: admin, params: { id } }, [204, 404])
	const facts = { written: today, course: course.title, replies: 1 }
	expect(await entries()).toEqual([
		['Ruth Adeyemi', 'comment.pinned', 'Comment by Dana Whitfield', facts],
		['Ruth Adeyemi', 'comment.unpinned', 'Comment by Dana Whitfield', facts],
		['Ruth Adeyemi', 'comment.deleted', 'Comment by Dana Whitfield', facts],
	])
})

test('deleting your own comments adds no entry, even with replies; deleting others’ comments does', async () => {
	const module = await makeModule(admin, (await makeCourse(admin)).id)
	const comment = (as: Principal, parentId?: string) =>
		create(postCourseComment, as, { content: BODY, ...(parentId ? { parentId } : {}) }, { id: module.id })
	const remove = async (id: string, as = dana) =>
		expect((await callApi(deleteCourseComment, { as, params: { id } })).status).toBe(204)
	const alone = await comment(dana)
	await comment(dana, alone)
	await remove(alone)
	expect(await entries()).toEqual([])
	const answered = await comment(dana)
	await comment(tomas, answered)
	await remove(answered)
	expect(await entries()).toEqual([])
	await remove(answered, admin)
	expect(await entries()).toMatchObject([
		[expect.any(String), 'comment.deleted', 'Comment by Dana Whitfield', { replies: 1 }],
	])
})
