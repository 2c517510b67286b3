import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { comments } from '#db/schema/discussion.ts'
import { memberships } from '#db/schema/dues.ts'
import { notifications } from '#db/schema/notifications.ts'
import { users } from '#db/schema/users.ts'
import { hidePost } from '#src/features/comments/post-contract.ts'
import { enroll } from '#src/features/courses/contract.ts'
import { type Comment, createComment, markHelpful, updateComment } from '#src/features/discussion/contract.ts'
import type { CourseModule } from '#src/features/modules/contract.ts'
import { updatePreferences } from '#src/features/notifications/contract.ts'
import { listNotifications, type Notification } from '#src/features/notifications/notification-contract.ts'
import { sendDiscussionMails } from '#src/features/notifications/server/discussion-mails.ts'
import { MAIL_PAUSE_MS } from '#src/features/notifications/server/notify.ts'
import { setSite } from '#src/lib/site/site.ts'
import { callApi, type Principal } from '#tests/support/api/api.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'
import { datesOf, setMembership } from '#tests/support/dues.ts'
import { writtenMails } from '#tests/support/mail.ts'
import { admin, ines, marcus, ruth, setUpNotices } from '#tests/support/notices.ts'
import { notified } from '#tests/support/notifications.ts'

// Every kind of notification from a course's discussion must reach the right person once, follow the preference, and
// never reach someone who can no longer read the comment.

setUpNotices()

let courseId: string
let module: CourseModule
const ruthId = () => ruth.userId ?? ''

beforeEach(async () => {
	await db().delete(notifications)
	await db().delete(courses)
	courseId = (await makeCourse(admin)).id
	module = await makeModule(admin, courseId)
	for (const as of [ruth, ines]) await callApi(enroll, { as, params: { id: courseId } })
})
afterEach(async () => {
	setSite({})
	await db().delete(memberships)
	await db().update(users).set({ status: 'active', suspendedUntil: null }).where(eq(users.id, ruthId()))
})

async function post(content: string, as: Principal, parentId?: string): Promise<Comment> {
	const reply = await callApi(createComment, { as, params: { id: module.id }, body: { content, parentId } })
	expect(reply.status, reply.text).toBe(201)
	return reply.json as Comment
}
const edit = (as: Principal, id: string, content: string) =>
	callApi(updateComment, { as, params: { id }, body: { content } })

interface Kind {
	/** Writes Ruth's comment and notifies her. @returns the id of the comment that the notification links to */
	cause: () => Promise<string>
	/** Repeats the cause, as a second press would. */
	again: (id: string) => Promise<unknown>
	/** Other people who are notified. */
	others: 'nobody' | 'members of the course'
	/** Preference that stops its emails, or null if it sends none. */
	preference: 'mentions' | 'comments' | null
}

const kinds: Record<'reply' | 'mention' | 'instructor' | 'helpful', Kind> = {
	reply: {
		cause: async () => (await post('You do.', marcus, (await post('Who calls first?', ruth)).id)).id,
		again: (id) => edit(marcus, id, 'You do, of course.'),
		others: 'nobody',
		preference: 'comments',
	},
	mention: {
		cause: async () => (await post('What does @ruth say?', marcus)).id,
		again: (id) => edit(marcus, id, 'What does @ruth say, or @Ruth?'),
		others: 'nobody',
		preference: 'mentions',
	},
	instructor: {
		cause: async () => (await post('A correction to the second step.', admin)).id,
		again: (id) => edit(admin, id, 'A correction to the third step.'),
		others: 'members of the course',
		preference: 'comments',
	},
	helpful: {
		cause: async () => {
			const { id } = await post('I do.', ruth, (await post('Who calls first?', marcus)).id)
			await mark(id, true)
			return id
		},
		again: async (id) => {
			await mark(id, false)
			await mark(id, true)
		},
		others: 'nobody',
		preference: null,
	},
}
const mark = (id: string, isHelpful: boolean) =>
	callApi(markHelpful, { as: marcus, params: { id }, body: { isHelpful } })

/** Lets the pause pass twice. @returns the number of emails to Ruth */
async function mailsToRuth(): Promise<number> {
	for (const _ of [1, 2]) await sendDiscussionMails(Date.now() + MAIL_PAUSE_MS + 1)
	return (await writtenMails()).filter(({ to }) => to === 'ruth@example.com').length
}
const prefer = (set: object) =>
	callApi(updatePreferences, { as: ruth, body: { mentions: true, comments: true, reminders: true, ...set } })
/** Returns the kinds of notifications that Ruth sees, or none if she no longer has access. */
async function shownToRuth(): Promise<string[]> {
	const reply = await callApi(listNotifications, { as: ruth })
	return reply.status === 200 ? (reply.json as Notification[]).map(({ kind }) => kind) : []
}
const kindsFor = async (as: Principal) => (await notified(as)).map(({ kind }) => kind)

/** Events that remove the right to read a comment. */
const losses: [string, (id: string) => Promise<unknown>][] = [
	['the course is unpublished', () => db().update(courses).set({ isPublished: false })],
	[
		'the module is locked again',
		() => db().run(sql`update modules set available_after_days = 3, is_open = 0 where id = ${module.id}`),
	],
	['the comment is deleted', (id) => db().delete(comments).where(eq(comments.id, id))],
	[
		'a moderator hides it',
		(id) => callApi(hidePost, { as: admin, params: { kind: 'courseComment', id }, body: { reason: 'Insults' } }),
	],
	[
		'their membership lapses',
		async () => {
			setSite({ collectsDues: 'on' })
			await setMembership(ruthId(), datesOf('lapsed'))
		},
	],
	['they are deactivated', () => db().update(users).set({ status: 'inactive' }).where(eq(users.id, ruthId()))],
]

describe.each(Object.entries(kinds))('%s', (kind, { cause, again, others, preference }) => {
	test('notifies the right person once and mails her once', async () => {
		const id = await cause()
		await again(id)
		expect(await kindsFor(ruth)).toEqual([kind])
		expect((await notified(ruth))[0]?.href).toBe(`/courses/${courseId}?m=${module.id}#comment-${id}`)
		const heard = await Promise.all([ines, marcus, admin].map(kindsFor))
		expect(heard.map((all) => all.filter((one) => one === kind))).toEqual([others === 'nobody' ? [] : [kind], [], []])
		expect(await mailsToRuth()).toBe(preference === null ? 0 : 1)
	})

	test('is mailed only according to its own preference', async () => {
		await prefer({ mentions: preference === 'mentions', comments: preference === 'comments' })
		await cause()
		expect(await mailsToRuth()).toBe(preference === null ? 0 : 1)
		await prefer({ mentions: preference !== 'mentions', comments: preference !== 'comments' })
		await cause()
		expect(await mailsToRuth()).toBe(preference === null ? 0 : 1)
		expect(await kindsFor(ruth)).toEqual([kind, kind])
	})

	test.each(losses)('is neither shown nor mailed once %s', async (_, happens) => {
		const id = await cause()
		expect(await kindsFor(ruth)).toEqual([kind])
		await happens(id)
		expect(await shownToRuth()).not.toContain(kind)
		expect(await mailsToRuth()).toBe(0)
	})

	test('is neither shown nor mailed to a member who has already lapsed', async () => {
		setSite({ collectsDues: 'on' })
		await setMembership(ruthId(), datesOf('lapsed'))
		if (kind === 'mention' || kind === 'instructor') await cause()
		else {
			// She wrote these comments before she lapsed.
			setSite({})
			const own = await post('Who calls first?', ruth)
			const above = await post('And then?', marcus)
			const reply = await post('The client.', ruth, above.id)
			setSite({ collectsDues: 'on' })
			if (kind === 'reply') await post('You do.', marcus, own.id)
			else await mark(reply.id, true)
		}
		expect(await shownToRuth()).toEqual([])
		expect(await mailsToRuth()).toBe(0)
	})
})
