import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { comments } from '#db/schema/discussion.ts'
import type { Course } from '#src/features/courses/contract.ts'
import {
	type Comment,
	createComment,
	deleteComment,
	listComments,
	listReplies,
	pinComment,
} from '#src/features/discussion/contract.ts'
import type { CourseModule } from '#src/features/modules/contract.ts'
import { callApi, createPrincipals, type Principal, type PrincipalName } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'

let database: TestDatabase
let as: Record<PrincipalName, Principal>
let course: Course
let module: CourseModule
beforeEach(async () => {
	database = await freshDatabase()
	as = await createPrincipals()
	course = await makeCourse(as.admin)
	module = await makeModule(as.admin, course.id)
})
afterEach(() => database.discard())

const post = (content: unknown, who = as.member, more: Record<string, unknown> = {}, id = module.id) =>
	callApi(createComment, { as: who, params: { id }, body: { content, ...more } })
const comment = async (content: string, who = as.member, parentId?: string) =>
	(await post(content, who, parentId ? { parentId } : {})).json as Comment
const list = async (query = {}) =>
	(await callApi(listComments, { as: as.member, params: { id: module.id }, query })).json as Comment[]
const pin = (id: string, isPinned = true, who = as.admin) =>
	callApi(pinComment, { as: who, params: { id }, body: { isPinned } })
const remove = (id: string, who: Principal) => callApi(deleteComment, { as: who, params: { id } })

test('a comment has its author and marks an admin as instructor', async () => {
	expect(await post('  Hello there  ')).toMatchObject({
		status: 201,
		json: {
			content: 'Hello there',
			userId: as.member.userId,
			isPinned: false,
			isInstructor: false,
			parentId: null,
			replyCount: 0,
		},
	})
	expect(await comment('From the front', as.admin)).toMatchObject({ isInstructor: true })
})

test.each([
	['', 400],
	[' \n ', 400],
	['a'.repeat(10_001), 400],
	[undefined, 400],
	['a'.repeat(10_000), 201],
])('content of case %#', async (content, status) => {
	expect((await post(content)).status).toBe(status)
})

test('comments are listed pinned first, then newest, page by page, each once', async () => {
	for (let index = 0; index < 7; index++) await comment(`Comment ${index}`)
	const all = await list()
	await pin(all[4]?.id ?? '')
	await pin(all[6]?.id ?? '')
	const expected = (await list()).map(({ id }) => id)
	expect(expected.slice(0, 2)).toEqual([all[4]?.id, all[6]?.id])
	const seen: string[] = []
	for (let query: Record<string, string> | undefined = { limit: '2' }; query; ) {
		const reply = await callApi(listComments, { as: as.member, params: { id: module.id }, query })
		seen.push(...(reply.json as Comment[]).map(({ id }) => id))
		const next = /<([^>]+)>/.exec(reply.header('Link') ?? '')?.[1]
		query = next ? Object.fromEntries(new URL(next, 'http://x').searchParams) : undefined
	}
	expect(seen).toEqual(expected)
	expect(
		(await callApi(listComments, { as: as.member, params: { id: module.id }, query: { cursor: 'x' } })).status,
	).toBe(400)
})

describe('replies', () => {
	test('are listed below their comment, oldest first, and counted', async () => {
		const parent = await comment('Question')
		await comment('First', as.otherMember, parent.id)
		await comment('Second', as.admin, parent.id)
		expect((await list()).map(({ content, replyCount }) => [content, replyCount])).toEqual([['Question', 2]])
		const replies = (await callApi(listReplies, { as: as.member, params: { id: parent.id } })).json as Comment[]
		expect(replies.map(({ content, parentId }) => [content, parentId])).toEqual([
			['First', parent.id],
			['Second', parent.id],
		])
	})

	test('to a reply, to another module’s comment or to a missing one are rejected', async () => {
		const parent = await comment('Question')
		const reply = await comment('Answer', as.member, parent.id)
		const other = await makeModule(as.admin, course.id)
		expect(await post('x', as.member, { parentId: reply.id })).toMatchObject({
			status: 400,
			text: createComment.errors.replyToReply[1],
		})
		expect(await post('x', as.member, { parentId: parent.id }, other.id)).toMatchObject({ status: 404 })
		expect(await post('x', as.member, { parentId: 'nobody' })).toMatchObject({
			status: 404,
			text: createComment.errors.parentNotFound[1],
		})
	})

	test('outlive a parent that is deleted concurrently', async () => {
		const parent = await comment('Question')
		const [, ...sent] = await Promise.all([
			remove(parent.id, as.member),
			...[1, 2, 3].map((index) => post(`Reply ${index}`, as.otherMember, { parentId: parent.id })),
		])
		const kept = sent.filter(({ status }) => status === 201).length
		expect(await db().$count(comments)).toBe(kept && kept + 1)
	})
})

describe('permissions', () => {
	test('the author and admins can delete a comment, and an admin also deletes its replies', async () => {
		const mine = await comment('Mine')
		const reply = await comment('Not yours', as.otherMember, mine.id)
		expect(await remove(mine.id, as.otherMember)).toMatchObject({ status: 403, text: deleteComment.errors.notYours[1] })
		expect((await remove(reply.id, as.admin)).status).toBe(204)
		await comment('Another', as.otherMember, mine.id)
		expect((await remove(mine.id, as.admin)).status).toBe(204)
		expect(await db().select().from(comments)).toEqual([])
		expect((await remove(mine.id, as.member)).status).toBe(404)
	})

	test('only admins pin, and only top-level comments', async () => {
		const mine = await comment('Mine')
		const reply = await comment('Reply', as.member, mine.id)
		expect((await pin(mine.id, true, as.member)).status).toBe(403)
		expect((await pin(mine.id)).json).toMatchObject({ isPinned: true })
		expect((await pin(mine.id, false)).json).toMatchObject({ isPinned: false })
		expect(await pin(reply.id)).toMatchObject({ status: 400, text: pinComment.errors.isReply[1] })
	})

	test('members cannot post as another member or pin by posting, and visitors cannot read', async () => {
		await post('Trick', as.otherMember, { userId: as.member.userId, isPinned: true, isInstructor: true, id: 'chosen' })
		expect(await list()).toMatchObject([{ userId: as.otherMember.userId, isPinned: false, isInstructor: false }])
		expect((await callApi(listComments, { as: as.visitor, params: { id: module.id } })).status).toBe(401)
	})
})

test('no id or body lets a member delete or pin another member’s comment or reach a draft’s discussion', async () => {
	const mine = await comment('Mine')
	const draft = await makeCourse(as.admin, { isPublished: false })
	const hidden = await makeModule(as.admin, draft.id)
	const unseen = (await post('Between authors', as.admin, {}, hidden.id)).json as Comment
	const before = await db().select().from(comments)
	const other = as.otherMember
	const tricks = await Promise.all([
		remove(mine.id, other),
		callApi(deleteComment, { as: other, params: { id: mine.id }, query: { userId: as.member.userId ?? '' } }),
		callApi(pinComment, { as: other, params: { id: mine.id }, body: { isPinned: true, role: 'admin' } }),
		// Members cannot reach a draft's comment in any way.
		callApi(listComments, { as: other, params: { id: hidden.id } }),
		callApi(listReplies, { as: other, params: { id: unseen.id } }),
		remove(unseen.id, other),
		post('x', other, { parentId: unseen.id }),
		post('x', other, {}, hidden.id),
		// Ids of the wrong kind.
		callApi(listComments, { as: other, params: { id: mine.id } }),
		callApi(listReplies, { as: other, params: { id: module.id } }),
		remove(module.id, other),
	])
	expect(tricks.map(({ status }) => status)).toEqual([403, 403, 403, 404, 404, 404, 404, 404, 404, 404, 404])
	for (const reply of tricks) expect(reply.text).not.toContain('Between authors')
	expect(await db().select().from(comments)).toEqual(before)
})
