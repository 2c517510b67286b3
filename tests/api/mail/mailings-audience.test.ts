import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { enrollments } from '#db/schema/courses.ts'
import { users } from '#db/schema/users.ts'
import { countAudience } from '#src/features/mailings/contract.ts'
import { runMailings } from '#src/features/mailings/server/mailing-job.ts'
import { getPreferences, unsubscribe } from '#src/features/notifications/contract.ts'
import { callApi, insertAccount } from '#tests/support/api/api.ts'
import { makeCourse } from '#tests/support/courses/courses.ts'
import {
	addMembers,
	admin,
	audienceOf,
	fakeMailServer,
	makeDraft,
	read,
	rowsOf,
	runAll,
	send,
	setUpMailings,
	turnOffMailings,
} from '#tests/support/mailings.ts'

setUpMailings()

test('the audience has the active subscribed members of the club or of a course', async () => {
	const [one, two, three] = await addMembers(3)
	await insertAccount({ status: 'inactive' })
	await turnOffMailings(one?.id ?? '')
	// The count includes the admin.
	expect(await audienceOf({ audience: 'all' })).toEqual({ count: 3, unsubscribed: 1 })
	const course = await makeCourse(admin)
	for (const user of [one, two])
		await db()
			.insert(enrollments)
			.values({ userId: user?.id ?? '', courseId: course.id, createdAt: new Date() })
	expect(await audienceOf({ audience: 'course', courseId: course.id })).toEqual({ count: 1, unsubscribed: 1 })
	await db()
		.update(users)
		.set({ status: 'inactive' })
		.where(eq(users.id, two?.id ?? ''))
	expect(await audienceOf({ audience: 'course', courseId: course.id })).toEqual({ count: 0, unsubscribed: 1 })
	expect(three).toBeDefined()
	expect((await callApi(countAudience, { as: admin, query: { audience: 'course' } })).status).toBe(400)
})

test('the audience gets one row per member with an id derived from the member, in as many slices as needed', async () => {
	await addMembers(20)
	const draft = await makeDraft(admin)
	expect((await send(admin, draft)).json).toMatchObject({ state: 'sending', expected: 21 })
	const { mails, deliver } = fakeMailServer()
	await runAll(deliver)
	expect(new Set(mails.map(({ to }) => to)).size).toBe(21)
	expect(mails).toHaveLength(21)
	expect(mails.every(({ id }) => id.startsWith(`mailing-${draft.id}-`))).toBe(true)
	expect(await read(admin, draft.id)).toMatchObject({ state: 'sent', expected: 21, sent: 21, failed: 0, leftOut: 0 })
	expect((await rowsOf(draft.id)).every(({ payload }) => payload === '{}')).toBe(true)
})

test('an email to invited people reaches only those who have not joined by the time it is sent', async () => {
	const [one, two] = await addMembers(2)
	for (const user of [one, two])
		await db()
			.update(users)
			.set({ status: 'inactive', invitedAt: new Date() })
			.where(eq(users.id, user?.id ?? ''))
	await insertAccount({ status: 'inactive', applicationStatus: 'pending' })
	expect(await audienceOf({ audience: 'invited' })).toEqual({ count: 2, unsubscribed: 0 })
	const draft = await makeDraft(admin, { audience: 'invited' })
	expect((await send(admin, draft)).json).toMatchObject({ expected: 2 })
	await db()
		.update(users)
		.set({ status: 'active', invitedAt: null })
		.where(eq(users.id, two?.id ?? ''))
	const { mails, deliver } = fakeMailServer()
	await runAll(deliver)
	expect(mails.map(({ to }) => to)).toEqual([one?.email])
})

test('an audience of several slices has no skips and no duplicates', async () => {
	const now = Date.now()
	await db()
		.insert(users)
		.values(
			Array.from({ length: 450 }, (_, at) => ({
				...{ id: `m${String(at).padStart(4, '0')}`, name: `M ${at}`, username: `m${at}`, passwordHash: 'x' },
				...{ email: `m${at}@example.com`, emailKey: `m${at}@example.com`, role: 'user' as const },
				...{ status: 'active' as const, createdAt: new Date(now), updatedAt: new Date(now) },
			})),
		)
	const draft = await makeDraft(admin)
	await send(admin, draft)
	const { mails, deliver } = fakeMailServer()
	await runAll(deliver)
	expect(new Set(mails.map(({ to }) => to)).size).toBe(451)
	expect(mails).toHaveLength(451)
}, 60_000)

test('the audience excludes members deactivated, deleted or unsubscribed after the start', async () => {
	const [one, two, three] = await addMembers(3)
	const draft = await makeDraft(admin)
	await send(admin, draft)
	const { mails, deliver } = fakeMailServer()
	// Creates a row for every recipient and sends one email.
	await runMailings(Date.now(), deliver)
	await db()
		.update(users)
		.set({ status: 'inactive' })
		.where(eq(users.id, one?.id ?? ''))
	await db()
		.delete(users)
		.where(eq(users.id, two?.id ?? ''))
	await turnOffMailings(three?.id ?? '')
	await runAll(deliver)
	const gone = [one, two, three].map((user) => user?.email)
	expect(mails.slice(1).filter(({ to }) => gone.includes(to))).toEqual([])
	const told = await read(admin, draft.id)
	expect(told).toMatchObject({ state: 'sent', expected: 4 })
	expect(told.sent + told.leftOut).toBe(4)
	expect(told.leftOut).toBeGreaterThanOrEqual(2)
})

test('a recipient unsubscribes by one click in the email', async () => {
	const draft = await makeDraft(admin)
	await send(admin, draft)
	const { mails, deliver } = fakeMailServer()
	await runAll(deliver)
	const token = /\/api\/unsubscribe\/([\w-]+)>/.exec(mails[0]?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
	const reply = await callApi(unsubscribe, { params: { token }, body: {} })
	expect(reply.json).toEqual({ what: 'emails with news from the club' })
	expect((await callApi(getPreferences, { as: admin })).json).toMatchObject({ news: false, mentions: true })
	expect(await audienceOf({ audience: 'all' })).toEqual({ count: 0, unsubscribed: 1 })
	const refused = await send(admin, await makeDraft(admin))
	expect([refused.status, refused.text]).toEqual([409, 'No one would get this email. Choose other recipients.'])
})
