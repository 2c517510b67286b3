import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { comments } from '#db/schema/discussion.ts'
import { notifications } from '#db/schema/notifications.ts'
import { DELETED } from '#src/features/comments/contract.ts'
import { type Course, deleteCourse } from '#src/features/courses/contract.ts'
import { listDeletions, restoreDeletion } from '#src/features/deletions/contract.ts'
import {
	type Comment,
	createComment,
	type DiscussionState,
	deleteComment,
	getComment,
	listComments,
	listDiscussions,
	listReplies,
	markHelpful,
	pinComment,
	readDiscussion,
	UNREAD_DAYS,
	updateComment,
} from '#src/features/discussion/contract.ts'
import { discussionsStatement } from '#src/features/discussion/server/reads.ts'
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

const post = (content: string, who = as.member, more: Record<string, unknown> = {}) =>
	callApi(createComment, { as: who, params: { id: module.id }, body: { content, ...more } })
const comment = async (content: string, who = as.member, parentId?: string) =>
	(await post(content, who, parentId ? { parentId } : {})).json as Comment
const edit = (id: string, content: string, who = as.member, version?: number) =>
	callApi(updateComment, { as: who, params: { id }, body: { content, version } })
const mark = (id: string, isHelpful: boolean, who = as.member) =>
	callApi(markHelpful, { as: who, params: { id }, body: { isHelpful } })
const list = async (who = as.member) =>
	(await callApi(listComments, { as: who, params: { id: module.id } })).json as Comment[]
const replies = async (id: string) => (await callApi(listReplies, { as: as.member, params: { id } })).json as Comment[]
const open = (who: Principal) => callApi(readDiscussion, { as: who, params: { id: module.id } })
const states = async (who: Principal) =>
	(await callApi(listDiscussions, { as: who, params: { id: course.id } })).json as DiscussionState[]

describe('editing', () => {
	test('is limited to the author, marks the comment, and does not overwrite a later edit', async () => {
		const { id, version } = await comment('As it was written')
		for (const who of [as.otherMember, as.admin])
			expect(await edit(id, 'Changed', who)).toMatchObject({ status: 403, text: updateComment.errors.notAuthor[1] })
		expect((await edit(id, '  As it was changed ', as.member, version)).json).toMatchObject({
			content: 'As it was changed',
			isEdited: true,
			version: 2,
		})
		const late = await edit(id, 'From another window', as.member, version)
		expect(late.status).toBe(409)
		expect((await list())[0]?.content).toBe('As it was changed')
		expect([(await edit(id, ' ')).status, (await edit('nobody', 'x')).status]).toEqual([400, 404])
	})
})

describe('a comment', () => {
	test('sent twice with one key is stored once', async () => {
		const sent = { idempotencyKey: 'a-key-of-the-form' }
		const [one, two] = await Promise.all([post('Sent once', as.member, sent), post('Sent once', as.member, sent)])
		expect([one.status, two.status, (one.json as Comment).id]).toEqual([201, 201, (two.json as Comment).id])
		expect(await post('Another text', as.member, sent)).toMatchObject({ status: 409 })
		expect((await post('Sent once', as.otherMember, sent)).status).toBe(201)
		expect(await db().$count(comments)).toBe(2)
	})

	test('is read by its id, with the id of its parent', async () => {
		const top = await comment('Above')
		const reply = await comment('Below', as.otherMember, top.id)
		const read = (id: string, who = as.member) => callApi(getComment, { as: who, params: { id } })
		expect((await read(reply.id)).json).toMatchObject({ content: 'Below', parentId: top.id })
		expect([(await read('nobody')).status, (await read(top.id, as.visitor)).status]).toEqual([404, 401])
	})

	test.each(['https://a.example/ '.repeat(400), '**a *b '.repeat(1_400), 'SHOUTED '.repeat(1_200), '<b>x</b>'])(
		'with unusual text %# is stored as typed',
		async (text) => {
			expect(await comment(text)).toMatchObject({ content: text.trim(), mentions: [] })
		},
	)
})

describe('a comment deleted by its author', () => {
	const remove = (id: string, who = as.member) => callApi(deleteComment, { as: who, params: { id } })
	const NAMED = 'Jane Roe of Elm Street, @member: https://club.example/podcast/a'

	test('with replies loses its text, and the replies stay', async () => {
		const top = await comment(NAMED)
		const reply = await comment('What I know', as.otherMember, top.id)
		await callApi(pinComment, { as: as.admin, params: { id: top.id }, body: { isPinned: true } })
		expect((await remove(top.id)).status).toBe(204)
		expect(await list(as.otherMember)).toMatchObject([
			{ id: top.id, content: DELETED, isDeleted: true, isPinned: false, mentions: [], replyCount: 1 },
		])
		expect(await replies(top.id)).toMatchObject([{ id: reply.id, content: 'What I know', isDeleted: false }])
		expect(JSON.stringify(await db().select().from(comments))).not.toMatch(/Jane|Elm/)
		// It cannot be deleted again, edited or pinned, and its author cannot mark replies. Others can still reply.
		const pinned = callApi(pinComment, { as: as.admin, params: { id: top.id }, body: { isPinned: true } })
		expect([(await remove(top.id)).status, (await edit(top.id, 'Back')).status, (await pinned).status]).toEqual([
			404, 404, 404,
		])
		expect((await mark(reply.id, true)).status).toBe(403)
		await db().delete(notifications)
		expect((await post('And more', as.admin, { parentId: top.id })).status).toBe(201)
		expect(await db().select().from(notifications)).toEqual([])
	})

	test('without replies is removed, and a deleted comment is removed with its last reply', async () => {
		const lone = await comment('Nobody replied')
		expect([(await remove(lone.id)).status, (await remove(lone.id)).status]).toEqual([204, 404])
		const top = await comment('Above')
		const [one, two] = [await comment('One', as.otherMember, top.id), await comment('Two', as.member, top.id)]
		await remove(top.id)
		expect((await remove(one.id)).status).toBe(403)
		await remove(one.id, as.otherMember)
		expect(await db().$count(comments)).toBe(2)
		expect((await remove(two.id)).status).toBe(204)
		expect(await db().$count(comments)).toBe(0)
	})

	test('is restored with its course, still deleted', async () => {
		const top = await comment(NAMED)
		await comment('What I know', as.otherMember, top.id)
		await remove(top.id)
		const before = await db().select().from(comments)
		await callApi(deleteCourse, { as: as.admin, params: { id: course.id } })
		const [deletion] = (await callApi(listDeletions, { as: as.admin })).json as { id: string }[]
		await callApi(restoreDeletion, { as: as.admin, params: { id: deletion?.id ?? '' } })
		expect(await db().select().from(comments)).toEqual(before)
		expect(before).toContainEqual(expect.objectContaining({ content: DELETED, deletedAt: expect.any(Date) }))
	})
})

describe('a helpful reply', () => {
	test('is marked only by the author of the parent comment, one at a time', async () => {
		const top = await comment('Which form is it?')
		const [one, two] = [await comment('Form 1', as.otherMember, top.id), await comment('Form 2', as.admin, top.id)]
		for (const who of [as.otherMember, as.admin])
			expect(await mark(one.id, true, who)).toMatchObject({ status: 403, text: markHelpful.errors.notAsker[1] })
		expect((await mark(top.id, true)).status).toBe(403)
		const marked = async () => (await replies(top.id)).map(({ isHelpful }) => isHelpful)
		expect([(await mark(one.id, true)).status, await marked()]).toEqual([204, [true, false]])
		await mark(two.id, true)
		expect(await marked()).toEqual([false, true])
		await mark(two.id, false)
		expect(await marked()).toEqual([false, false])
		expect((await mark('nobody', true)).status).toBe(404)
	})
})

describe('new comments', () => {
	test('are counted per module, and unread until opened by each reader', async () => {
		expect(await states(as.member)).toEqual([{ moduleId: module.id, count: 0, isUnread: false }])
		const top = await comment('Mine')
		await comment('My own reply', as.member, top.id)
		expect(await states(as.member)).toEqual([{ moduleId: module.id, count: 2, isUnread: false }])
		expect(await states(as.otherMember)).toEqual([{ moduleId: module.id, count: 2, isUnread: true }])
		await open(as.otherMember)
		expect((await states(as.otherMember))[0]?.isUnread).toBe(false)
		await comment('Another', as.member, top.id)
		expect((await states(as.otherMember))[0]?.isUnread).toBe(true)
	})

	test('do not include comments written long before the first visit', async () => {
		await comment('Long ago')
		const later = Date.now() + (UNREAD_DAYS + 1) * 86_400_000
		const other = { id: as.otherMember.userId ?? '', role: 'user' } as Parameters<typeof discussionsStatement>[1]
		expect(await discussionsStatement(course.id, other, later)).toEqual([
			{ moduleId: module.id, count: 1, isUnread: false },
		])
	})

	test('are marked from the second visit on, as are comments with new replies', async () => {
		const top = await comment('Above')
		const news = async () => (await list(as.otherMember)).map((one) => [one.content, one.isNew, one.newReplyCount])
		expect(await news()).toEqual([['Above', false, 0]])
		await open(as.otherMember)
		await comment('A reply', as.member, top.id)
		await comment('Mine', as.otherMember)
		await comment('New')
		expect(await news()).toEqual([
			['New', true, 0],
			['Mine', false, 0],
			['Above', false, 1],
		])
	})

	test('of locked modules and drafts are not revealed to members', async () => {
		await makeModule(as.admin, course.id, { availableAfterDays: 3 })
		const draft = await makeCourse(as.admin, { isPublished: false })
		await makeModule(as.admin, draft.id)
		expect(await states(as.member)).toHaveLength(1)
		expect(await states(as.admin)).toHaveLength(2)
		const ofDraft = (who: Principal) => callApi(listDiscussions, { as: who, params: { id: draft.id } })
		expect([(await ofDraft(as.member)).json, (await ofDraft(as.admin)).json]).toMatchObject([[], [{ count: 0 }]])
	})
})
