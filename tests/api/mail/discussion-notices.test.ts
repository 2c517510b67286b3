import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { comments } from '#db/schema/discussion.ts'
import { notifications } from '#db/schema/notifications.ts'
import { users } from '#db/schema/users.ts'
import { enroll } from '#src/features/courses/contract.ts'
import {
	type Comment,
	createComment,
	deleteComment,
	markHelpful,
	readDiscussion,
	updateComment,
} from '#src/features/discussion/contract.ts'
import type { CourseModule } from '#src/features/modules/contract.ts'
import { updatePreferences } from '#src/features/notifications/contract.ts'
import { sendDiscussionMails } from '#src/features/notifications/server/discussion-mails.ts'
import { MAIL_PAUSE_MS, runFanOuts } from '#src/features/notifications/server/notify.ts'
import { redeemToken } from '#src/features/notifications/server/service.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'
import { deleteMails, writtenMails } from '#tests/support/mail.ts'
import { admin, ines, marcus, ruth, setUpNotices, tokenOf } from '#tests/support/notices.ts'
import { notified, sentences, unread } from '#tests/support/notifications.ts'

setUpNotices()

let module: CourseModule
let courseId: string
beforeEach(async () => {
	await db().delete(notifications)
	await db().delete(courses)
	courseId = (await makeCourse(admin)).id
	module = await makeModule(admin, courseId)
})

async function post(content: string, as: Principal, parentId?: string, moduleId = module.id): Promise<Comment> {
	const reply = await callApi(createComment, { as, params: { id: moduleId }, body: { content, parentId } })
	expect(reply.status, reply.text).toBe(201)
	return reply.json as Comment
}
const join = (as: Principal) => callApi(enroll, { as, params: { id: courseId } })
const open = (as: Principal) => callApi(readDiscussion, { as, params: { id: module.id } })
const change = (set: object, id = module.id) =>
	db().run(
		sql`update modules set ${sql.raw(
			Object.entries(set)
				.map(([name, value]) => `${name} = ${value}`)
				.join(', '),
		)} where id = ${id}`,
	)
/** Lets the pause pass and sends the due emails. */
const later = () => sendDiscussionMails(Date.now() + MAIL_PAUSE_MS + 1)
const subjects = async () => (await writtenMails()).map(({ to, subject }) => [to, subject])

describe('a reply', () => {
	test('notifies and mails the author of the parent comment once, with a link to the reply', async () => {
		const asked = await post('Who calls first?', ruth)
		const reply = await post('You do.', marcus, asked.id)
		expect(await notified(ruth)).toMatchObject([
			{
				kind: 'reply',
				actors: ['Marcus'],
				isUnread: true,
				href: `/courses/${courseId}?m=${module.id}#comment-${reply.id}`,
			},
		])
		expect(await sentences(ruth)).toEqual(['Marcus replied to you in “The first call”'])
		expect([await notified(marcus), await notified(ines)]).toEqual([[], []])
		await sendDiscussionMails()
		expect(await subjects()).toEqual([])
		await later()
		await later()
		expect(await subjects()).toEqual([['ruth@example.com', 'Marcus replied to you: The first call']])
		expect((await writtenMails())[0]?.text).toContain(`/courses/${courseId}?m=${module.id}#comment-${reply.id}`)
		expect((await writtenMails())[0]?.text).toContain('> You do.')
	})

	test("to one's own comment notifies no one", async () => {
		const asked = await post('Who calls first?', ruth)
		await post('I mean the client, says @ruth', ruth, asked.id)
		expect(await db().$count(notifications)).toBe(0)
	})

	test('that contains a mention notifies once', async () => {
		const asked = await post('Who calls first?', ruth)
		await post('You do, @ruth.', marcus, asked.id)
		expect(await sentences(ruth)).toEqual(['Marcus mentioned you in “The first call”'])
		await later()
		expect(await subjects()).toEqual([['ruth@example.com', 'Marcus mentioned you: The first call']])
	})

	test('is mailed together with other replies during the pause, and not again with later ones', async () => {
		const asked = await post('Who calls first?', ruth)
		await post('You do.', marcus, asked.id)
		await post('They do.', ines, asked.id)
		await later()
		expect(await subjects()).toEqual([['ruth@example.com', '2 new comments: The first call']])
		await deleteMails()
		await post('Nobody does.', ines, asked.id)
		await later()
		expect((await writtenMails()).map(({ text }) => /> .*/g.exec(text)?.[0])).toEqual(['> Nobody does.'])
	})

	test('that was read, deleted or turned off is not mailed', async () => {
		const asked = await post('Who calls first?', ruth)
		await post('You do.', marcus, asked.id)
		await open(ruth)
		expect(await unread(ruth)).toBe(0)
		await later()
		const gone = await post('Gone soon.', marcus, asked.id)
		await callApi(deleteComment, { as: marcus, params: { id: gone.id } })
		expect(await unread(ruth)).toBe(0)
		await later()
		await callApi(updatePreferences, { as: ruth, body: { mentions: true, comments: false, reminders: true } })
		await post('Unwanted by mail.', marcus, asked.id)
		await later()
		expect(await subjects()).toEqual([])
		expect(await unread(ruth)).toBe(1)
		expect(await db().$count(notifications, sql`mail_at is not null`)).toBe(0)
	})

	test('is no longer mailed after a click on the link in the email', async () => {
		const asked = await post('Who calls first?', ruth)
		await post('You do.', marcus, asked.id)
		await later()
		expect(await redeemToken(tokenOf((await writtenMails())[0]))).toBe('emails about new comments')
		await deleteMails()
		await post('They do.', marcus, asked.id)
		await later()
		expect(await subjects()).toEqual([])
	})
})

describe('a mention', () => {
	test('notifies each member once, even after edits, according to the preference for mentions', async () => {
		await callApi(updatePreferences, { as: ruth, body: { mentions: false, comments: true, reminders: true } })
		const { id } = await post('What do @ruth, @INES and @nobody say?', marcus)
		expect((await notified(ruth)).map(({ kind }) => kind)).toEqual(['mention'])
		await callApi(updateComment, { as: marcus, params: { id }, body: { content: 'And @ines, @ruth, @marcus.o?' } })
		expect([await unread(ruth), await unread(ines), await unread(marcus)]).toEqual([1, 1, 0])
		await later()
		expect(await subjects()).toEqual([['ines@example.com', 'Marcus mentioned you: The first call']])
	})

	test('notifies no members without access, no inactive members, and at most ten', async () => {
		const many = await Promise.all(
			Array.from({ length: 12 }, (_, at) => insertAccount({ username: `many${at}`, email: `many${at}@example.com` })),
		)
		const { id, mentions } = await post(many.map(({ username }) => `@${username}`).join(' '), marcus)
		expect(mentions).toHaveLength(10)
		await callApi(updateComment, { as: marcus, params: { id }, body: { content: '@many11 and @gone' } })
		expect(await db().$count(notifications)).toBe(10)
		await change({ available_after_days: 3, is_open: 0 })
		await db().delete(notifications)
		await post('Only admins see this: @ruth', admin)
		expect(await db().$count(notifications)).toBe(0)
	})
})

describe('an instructor', () => {
	test('notifies and mails the members of the course who may read the module', async () => {
		await join(ruth)
		await join(marcus)
		await post('A correction to the second step.', admin)
		expect(await sentences(ruth)).toEqual([expect.stringMatching(/ commented in “The first call”$/)])
		expect([await unread(marcus), await unread(ines), await unread(admin)]).toEqual([1, 0, 0])
		await later()
		await later()
		expect((await subjects()).map(([to]) => to).sort()).toEqual(['marcus@example.com', 'ruth@example.com'])
		await db().delete(notifications)
		await change({ available_after_days: 3, is_open: 0 })
		await post('Nobody may read this yet.', admin)
		expect(await db().$count(notifications)).toBe(0)
	})

	test('who replies notifies the author of the comment, and members’ top-level comments notify no one', async () => {
		await join(ruth)
		await join(marcus)
		const asked = await post('Who calls first?', ruth)
		expect(await db().$count(notifications)).toBe(0)
		await post('You do.', admin, asked.id)
		expect([await unread(ruth), await unread(marcus)]).toEqual([1, 0])
	})

	test('reaches hundreds of members once each', async () => {
		const all = await Promise.all(Array.from({ length: 205 }, () => insertAccount()))
		await db().run(sql`insert into enrollments (user_id, course_id, created_at)
			select value, ${courseId}, 0 from json_each(${JSON.stringify(all.map(({ id }) => id))})`)
		await post('A correction to the second step.', admin)
		expect(await runFanOuts()).toBe(1)
		expect(await db().$count(notifications)).toBe(205)
	})
})

test('a helpful reply notifies its author once, even if it is marked again', async () => {
	const asked = await post('Who calls first?', ruth)
	const { id } = await post('You do.', marcus, asked.id)
	for (const isHelpful of [true, false, true])
		expect((await callApi(markHelpful, { as: ruth, params: { id }, body: { isHelpful } })).status).toBe(204)
	expect(await sentences(marcus)).toEqual(['Your comment was marked as helpful in “The first call”'])
	await callApi(markHelpful, { as: ruth, params: { id }, body: { isHelpful: false } })
	expect(await notified(marcus)).toEqual([])
})

test.each([
	['the course is unpublished', () => db().update(courses).set({ isPublished: false })],
	['the module is locked again', () => change({ available_after_days: 3, is_open: 0 })],
	['the comment is deleted', () => db().delete(comments)],
	['only its replies are left', () => db().update(comments).set({ deletedAt: new Date() })],
	['the course is deleted', () => db().delete(courses).where(eq(courses.id, courseId))],
])('no notification of a discussion is shown or mailed once %s', async (_, happens) => {
	await join(ruth)
	const asked = await post('Who calls first?', ruth)
	await post('You do.', marcus, asked.id)
	await post('What does @ruth say?', ines)
	await post('An instructor says this.', admin)
	expect(await unread(ruth)).toBe(3)
	await happens()
	expect([await notified(ruth), await unread(ruth)]).toEqual([[], 0])
	await later()
	expect(await subjects()).toEqual([])
})

test('a member who left or was deactivated before the email gets none, and others do', async () => {
	const left = await insertAccount({ username: 'left', email: 'left@example.com' })
	const asked = await post('Who calls first?', await signedIn(left))
	await post('You do, and @ines knows.', marcus, asked.id)
	await db().update(users).set({ status: 'inactive' }).where(eq(users.id, left.id))
	await post('Nobody hears of this.', marcus, asked.id)
	await later()
	expect(await subjects()).toEqual([['ines@example.com', 'Marcus mentioned you: The first call']])
	await db().delete(users).where(eq(users.id, left.id))
	const reply = await callApi(createComment, {
		as: marcus,
		params: { id: module.id },
		body: { content: 'Too late', parentId: asked.id },
	})
	expect([reply.status, reply.text]).toEqual([404, 'The comment you are replying to was deleted'])
})
