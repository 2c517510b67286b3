import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { notifications } from '#db/schema/notifications.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { users } from '#db/schema/users.ts'
import { sendDueMails } from '#src/app/mails.ts'
import { decideApplication } from '#src/features/applications/contract.ts'
import { createSession, deleteSession, updateSession } from '#src/features/coaching/contract.ts'
import { enroll, updateCourse } from '#src/features/courses/contract.ts'
import { giveFeedback, type JournalEntry, saveJournal } from '#src/features/modules/journal-contract.ts'
import { listNotificationsFor } from '#src/features/notifications/server/notification-list.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { submit } from '#tests/support/applications.ts'
import { DAY, inDays, session } from '#tests/support/coaching.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'
import { notified, readAll, sentences, unread } from '#tests/support/notifications.ts'

let database: TestDatabase
let admin: Principal
let colleague: Principal
let member: Principal

beforeAll(async () => {
	database = await freshDatabase()
	admin = await signedIn(await insertAccount({ role: 'admin' }))
	colleague = await signedIn(await insertAccount({ role: 'admin' }))
	member = await signedIn(await insertAccount())
})
afterAll(() => database.discard())
beforeEach(async () => {
	await db().delete(notifications)
	await db().delete(outbox)
})

describe('a coaching session', () => {
	const plan = async (overrides = {}) =>
		((await callApi(createSession, { as: admin, body: session(overrides) })).json as { id: string }).id
	const change = (id: string, body: object) => callApi(updateSession, { as: admin, params: { id }, body })

	test('notifies all but its author when planned, moved and canceled, as one row', async () => {
		const id = await plan({ title: 'Fees, once more' })
		expect(await notified(member)).toMatchObject([{ kind: 'session', change: 'planned', href: '/coaching' }])
		expect(await sentences(colleague)).toEqual(['New coaching session: “Fees, once more”'])
		expect(await notified(admin)).toEqual([])
		await readAll(member)
		const at = inDays(12)
		await change(id, { scheduledAt: at })
		expect(await notified(member)).toMatchObject([{ change: 'moved', scheduledAt: at, isUnread: true }])
		await readAll(member)
		// A new title or an unchanged time does not notify.
		await change(id, { title: 'Fees, and once more', scheduledAt: at })
		expect(await unread(member)).toBe(0)
		await callApi(deleteSession, { as: admin, params: { id } })
		expect(await sentences(member)).toEqual(['Cancelled: “Fees, and once more”'])
		expect(await unread(member)).toBe(1)
	})

	test('does not notify if past, or after a conflicting change', async () => {
		const id = await plan({ scheduledAt: new Date(Date.now() - DAY).toISOString() })
		await change(id, { scheduledAt: new Date(Date.now() - 2 * DAY).toISOString() })
		await callApi(deleteSession, { as: admin, params: { id } })
		expect(await db().select().from(notifications)).toEqual([])
		const next = await plan()
		await readAll(member)
		expect((await change(next, { scheduledAt: inDays(20), version: 99 })).status).toBe(409)
		expect(await unread(member)).toBe(0)
	})
})

test('feedback on a journal notifies its author, unless the course is a draft', async () => {
	const course = await makeCourse(admin)
	const journal = await makeModule(admin, course.id, { type: 'journal', title: 'What went well' })
	await callApi(enroll, { as: member, params: { id: course.id } })
	const params = { id: journal.id }
	const entry = (await callApi(saveJournal, { as: member, params, body: { content: 'All of it.' } }))
		.json as JournalEntry & {
		id: string
	}
	const [{ id: entryId } = { id: '' }] = await db().all<{ id: string }>(sql`select id from journal_entries`)
	const answer = (instructorFeedback: string) =>
		callApi(giveFeedback, { as: admin, params: { id: journal.id, entryId }, body: { instructorFeedback } })
	expect(entry).toBeDefined()
	await answer('Hold on to that.')
	expect(await sentences(member)).toEqual(['An instructor answered your journal in “What went well”'])
	expect((await notified(member))[0]?.href).toBe(`/courses/${course.id}#module-${journal.id}`)
	await readAll(member)
	// An edited reply does not notify, but a reply to a newer entry does.
	await answer('Hold on to that, please.')
	expect(await unread(member)).toBe(0)
	await callApi(saveJournal, { as: member, params, body: { content: 'All of it, still.' } })
	await answer('Good.')
	expect(await unread(member)).toBe(1)
	await callApi(updateCourse, { as: admin, params: { id: course.id }, body: { isPublished: false } })
	expect([await notified(member), await unread(member)]).toEqual([[], 0])
})

test('undecided applications notify only admins', async () => {
	await submit({ email: 'first@example.com' })
	expect(await sentences(admin)).toEqual(['1 application waits for a decision'])
	await submit({ email: 'second@example.com' })
	// The same email address again is not another application.
	await submit({ email: 'second@example.com' })
	expect(await sentences(colleague)).toEqual(['2 applications wait for a decision'])
	expect(await notified(admin)).toMatchObject([{ kind: 'applications', count: 2, href: '/admin/applications' }])
	expect(await notified(member)).toEqual([])
	// The viewer is a former admin.
	expect(await listNotificationsFor({ id: colleague.userId ?? '', role: 'user' }, { limit: 10 })).toEqual([])
	for (const { id } of await db().select({ id: users.id }).from(users).where(sql`application_status = 'pending'`))
		await callApi(decideApplication, { as: admin, params: { userId: id }, body: { action: 'reject' } })
	expect([await notified(admin), await unread(colleague)]).toEqual([[], 0])
})

test('an undeliverable email notifies the admins', async () => {
	const row = (id: string, to: string) =>
		db()
			.insert(outbox)
			.values({
				id,
				kind: 'mail',
				payload: JSON.stringify({ to, subject: 'x', text: 'x' }),
				createdAt: new Date(),
				availableAt: new Date(),
			})
	await row('good', 'dana@example.com')
	await row('bad', 'no address')
	await sendDueMails()
	expect(await sentences(admin)).toEqual(['1 email could not be delivered'])
	expect(await notified(admin)).toMatchObject([{ kind: 'mail', href: '/admin/mail' }])
	expect(await notified(member)).toEqual([])
	await db().run(sql`update outbox set state = 'waiting' where id = 'bad'`)
	expect(await notified(admin)).toEqual([])
})
