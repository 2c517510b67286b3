import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { reports } from '#db/schema/reports.ts'
import { getWaiting } from '#src/features/admin-home/contract.ts'
import { hidePost, keepPost, type PostKind, reportPost } from '#src/features/comments/post-contract.ts'
import { type Comment, createComment as createCourseComment, listComments } from '#src/features/discussion/contract.ts'
import { deletePost, listPosts, listReports, type Post, type ReportedPost } from '#src/features/moderation/contract.ts'
import { openReportsStatement } from '#src/features/moderation/server/reports.ts'
import { listNotifications, type Notification } from '#src/features/notifications/notification-contract.ts'
import { sentenceOf } from '#src/features/notifications/notification-text.ts'
import { deleteQuestion, type QuestionComment } from '#src/features/questions/contract.ts'
import { callApi, insertAccount, insertModerator, type Principal, signedIn } from '#tests/support/api/api.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'
import { admin, ask, BODY, comment, member, other, read, setUpForum } from '#tests/support/forum.ts'

setUpForum()

let moderator: Principal
let readers: Principal[]
let moduleId: string

beforeAll(async () => {
	moderator = await signedIn(await insertModerator({ name: 'Mo' }))
	const course = await makeCourse(admin)
	moduleId = (await makeModule(admin, course.id)).id
})
beforeEach(async () => {
	await db().delete(reports)
	readers = await Promise.all(['Ann', 'Ben', 'Cat', 'Dan'].map(async (name) => signedIn(await insertAccount({ name }))))
})

type Ref = { kind: PostKind; id: string }
const reader = (n: number) => readers[n] as Principal
const report = (post: Ref, as: Principal, body: object = { reason: 'rude' }) =>
	callApi(reportPost, { as, params: { ...post }, body })
const hide = (post: Ref, as = moderator, reason = 'Names a client') =>
	callApi(hidePost, { as, params: { ...post }, body: { reason } })
const keep = (post: Ref, as = moderator) => callApi(keepPost, { as, params: { ...post } })
const openReports = async (as = moderator) => (await callApi(listReports, { as })).json as ReportedPost[]
const notificationsOf = async (as: Principal) =>
	((await callApi(listNotifications, { as })).json as Notification[]).map((each) =>
		`${sentenceOf(each)} -> ${each.href}`.replaceAll(/[\u2066-\u2069]/g, ''),
	)

/** Functions that create a post of one kind as the member. */
const postFactories: Record<PostKind, () => Promise<{ post: Ref; textFor: (as: Principal) => Promise<string> }>> = {
	async question() {
		const id = await ask('How do I word the fee clause?')
		return { post: { kind: 'question', id }, textFor: async (as) => (await read(id, as)).body }
	},
	async questionComment() {
		const questionId = await ask('How do I word the fee clause?', { as: other })
		const { id } = (await comment(questionId, 'You are all fools.')).json as QuestionComment
		const textFor = async (as: Principal) => (await read(questionId, as)).comments.find((each) => each.id === id)?.body
		return { post: { kind: 'questionComment', id }, textFor: async (as) => (await textFor(as)) ?? 'gone' }
	},
	async courseComment() {
		const reply = await callApi(createCourseComment, {
			as: member,
			params: { id: moduleId },
			body: { content: 'You are all fools.' },
		})
		const { id } = reply.json as Comment
		async function textFor(as: Principal) {
			const all = (await callApi(listComments, { as, params: { id: moduleId } })).json as Comment[]
			return all.find((each) => each.id === id)?.content ?? 'gone'
		}
		return { post: { kind: 'courseComment', id }, textFor }
	},
}

describe.each(Object.entries(postFactories))('a %s', (kind, createPost) => {
	test('is hidden by the third report until a moderator keeps it, and everyone involved is notified', async () => {
		const { post, textFor } = await createPost()
		const text = await textFor(reader(3))
		expect((await report(post, reader(0))).status).toBe(204)
		const body = { reason: 'other', note: ' This is about a client of mine. ' }
		expect((await report(post, reader(1), body)).status).toBe(204)
		expect(await textFor(reader(3))).toBe(text)
		expect(await notificationsOf(member)).not.toContainEqual(expect.stringContaining('hidden'))
		expect((await report(post, reader(2))).status).toBe(204)

		expect(await textFor(reader(3))).toBe('')
		expect([await textFor(member), await textFor(moderator), await textFor(admin)]).toEqual([text, text, text])
		expect((await notificationsOf(member))[0]).toMatch(
			/^Your post is hidden from members in “.+” -> \/(questions|courses)\/.+/,
		)
		expect((await report(post, reader(3))).status).toBe(404)
		const [reported] = await openReports()
		expect(reported).toMatchObject({ kind, id: post.id, body: text, hidden: { reason: null } })
		expect(reported?.reports.map(({ reason, note, by: who }) => [reason, note, who?.name])).toEqual([
			['rude', '', 'Ann'],
			['other', 'This is about a client of mine.', 'Ben'],
			['rude', '', 'Cat'],
		])

		expect((await keep(post)).status).toBe(204)
		expect(await textFor(reader(3))).toBe(text)
		expect(await openReports()).toEqual([])
		expect((await notificationsOf(member))[0]).toContain('Your post is visible again in')
		expect((await notificationsOf(reader(1)))[0]).toMatch(
			/^We looked at your report\. The post stays in “.+” -> \/(questions|courses)\/.+/,
		)
		expect(await notificationsOf(reader(3))).toEqual([])
	})

	test('hidden by a moderator shows the reason to its author and a placeholder to others', async () => {
		const { post, textFor } = await createPost()
		const text = await textFor(reader(3))
		await report(post, reader(0))
		expect((await hide(post)).status).toBe(204)
		expect([await textFor(reader(3)), await textFor(member)]).toEqual(['', text])
		expect(await openReports()).toEqual([])
		expect((await notificationsOf(reader(0)))[0]).toContain('Thank you for your report. We hid the post')
		const posts = (await callApi(listPosts, { as: moderator, query: { state: 'hidden' } })).json as Post[]
		expect(posts.find(({ id }) => id === post.id)?.hidden).toEqual({ reason: 'Names a client' })
		expect((await keep(post)).status).toBe(204)
		expect(await textFor(reader(3))).toBe(text)
	})

	test('closes its reports when it is deleted', async () => {
		const { post } = await createPost()
		await report(post, reader(0))
		expect((await callApi(deletePost, { as: admin, params: { ...post } })).status).toBe(204)
		expect(await openReports()).toEqual([])
		expect((await notificationsOf(reader(0)))[0]).toBe(
			'Thank you for your report. The post is deleted -> /notifications',
		)
	})
})

describe('a report', () => {
	test('is rejected for your own post, a second time, without a reason, and for unknown posts', async () => {
		const { post } = await postFactories.question()
		const own = await report(post, member)
		expect([own.status, own.text]).toEqual([403, 'This is your own post. You can edit or delete it.'])
		expect((await report(post, reader(0))).status).toBe(204)
		const again = await report(post, reader(0))
		expect([again.status, again.text]).toEqual([
			409,
			'You have already reported this post. A moderator will look at it.',
		])
		const none = await report(post, reader(1), { reason: 'ugly' })
		expect([none.status, none.text]).toEqual([400, 'Choose a reason'])
		expect((await report({ kind: 'question', id: 'nobody' }, reader(1))).status).toBe(404)
		expect((await report({ kind: 'courseComment', id: post.id }, reader(1))).status).toBe(404)
		expect(await db().$count(reports)).toBe(1)
	})

	test('counts once per member, even if sent at the same time', async () => {
		const { post, textFor } = await postFactories.question()
		const replies = await Promise.all([1, 2, 3, 4].map(() => report(post, reader(0))))
		expect(replies.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409])
		expect(await textFor(reader(1))).toBe(BODY)
	})

	test('is possible again after a decision, but does not hide a post that a moderator kept', async () => {
		const { post, textFor } = await postFactories.question()
		for (const n of [0, 1, 2]) await report(post, reader(n))
		await keep(post)
		for (const n of [0, 1, 2, 3]) expect((await report(post, reader(n))).status).toBe(204)
		expect(await textFor(reader(3))).toBe(BODY)
		expect((await openReports())[0]?.reports).toHaveLength(4)
	})

	test('is limited per hour', async () => {
		const { post } = await postFactories.question()
		const replies = []
		for (let n = 0; n < 21; n++) replies.push((await report(post, reader(0))).status)
		expect([replies[0], replies.at(-2), replies.at(-1)]).toEqual([204, 409, 429])
	})

	test('is counted for moderators and admins by one statement that uses an index', async () => {
		const [one, two] = [await postFactories.question(), await postFactories.questionComment()]
		await report(one.post, reader(0))
		await report(one.post, reader(1))
		await report(two.post, reader(0))
		const waiting = async (as: Principal) => (await callApi(getWaiting, { as })).json
		expect(await waiting(moderator)).toEqual({ waiting: { '/admin/moderation': 2 } })
		expect(await waiting(admin)).toMatchObject({ waiting: { '/admin/moderation': 2, '/admin/applications': 0 } })
		const { sql, params } = openReportsStatement().toSQL()
		expect([sql, params]).toMatchObject([expect.stringContaining('"outcome" is null'), []])
	})
})

test('decisions are in the audit without the text of the post', async () => {
	const { post } = await postFactories.question()
	for (const n of [0, 1, 2]) await report(post, reader(n))
	await keep(post)
	await report(post, reader(0))
	await keep(post)
	await hide(post)
	await hide(post)
	const entries = await db().select().from(audit).where(eq(audit.subjectId, post.id)).orderBy(audit.id)
	expect(entries.map(({ action, actorName, subjectName }) => [action, actorName, subjectName])).toEqual([
		['post.hidden', expect.any(String), 'Question by Dana Whitfield'],
		['post.shown', 'Mo', 'Question by Dana Whitfield'],
		['post.kept', 'Mo', 'Question by Dana Whitfield'],
		['post.hidden', 'Mo', 'Question by Dana Whitfield'],
	])
	expect(entries[0]?.actorId).toBeNull()
})

test('hiding requires a reason and an existing post', async () => {
	const { post } = await postFactories.question()
	const reply = await hide(post, moderator, '  ')
	expect([reply.status, reply.text]).toEqual([400, 'Enter a reason'])
	for (const act of [hide, keep]) expect((await act({ kind: 'question', id: 'nobody' })).status).toBe(404)
})

test('a moderator cannot delete a post of another member', async () => {
	const { post } = await postFactories.question()
	expect((await callApi(deletePost, { as: moderator, params: { ...post } })).status).toBe(403)
	expect((await callApi(deleteQuestion, { as: moderator, params: { id: post.id } })).status).toBe(403)
})

test('a moderator cannot decide on their own post, but an admin can', async () => {
	const id = await ask('Is this mine to judge?', { as: moderator })
	const post: Ref = { kind: 'question', id }
	await report(post, reader(0))
	await hide(post, admin)
	expect(await keep(post)).toMatchObject({
		status: 403,
		text: 'This is your own post. Another moderator or an admin must decide on it.',
	})
	expect((await read(id, moderator)).hidden).toEqual({ reason: 'Names a client' })
	expect((await keep(post, admin)).status).toBe(204)
	expect((await read(id, moderator)).hidden).toBeNull()
})
