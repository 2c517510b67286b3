import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db, openDatabase } from '#db/client.ts'
import { migrations } from '#db/inspect.ts'
import { migrateDatabase, migrateDatabaseTo } from '#db/migrate.ts'
import { calendarDownloads, coachingSessions } from '#db/schema/coaching.ts'
import { questionCategories, questions } from '#db/schema/questions.ts'
import {
	createSession,
	createSubscription,
	noteCalendarDownload,
	revokeSubscription,
} from '#src/features/coaching/contract.ts'
import { enroll } from '#src/features/courses/contract.ts'
import { updateProgress } from '#src/features/modules/contract.ts'
import { updateDigest, watchCategory } from '#src/features/notifications/digest-contract.ts'
import { deleteQuestion } from '#src/features/questions/contract.ts'
import { createIntroduction, INTRODUCTIONS } from '#src/features/questions/introduction-contract.ts'
import { ensureStartingCategories } from '#src/features/questions/server/starting-categories.ts'
import { getWelcome, updateWelcome, type Welcome } from '#src/features/welcome/contract.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { session } from '#tests/support/coaching.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'

let database: TestDatabase
let admin: Principal
let member: Principal
beforeAll(async () => {
	database = await freshDatabase()
	await ensureStartingCategories()
	admin = await signedIn(await insertAccount({ role: 'admin' }))
})
beforeEach(async () => {
	member = await signedIn(await insertAccount())
})
afterAll(() => database.discard())

const welcome = async (as = member) => (await callApi(getWelcome, { as })).json as Welcome
const step = async (id: string) => (await welcome()).steps.find((each) => each.id === id)
const isDone = async (id: string) => (await step(id))?.isDone

describe('the first steps of a member', () => {
	test('consist of four, none of them done at first', async () => {
		const { isHidden, steps } = await welcome()
		expect(isHidden).toBe(false)
		expect(steps.map(({ id, isDone }) => [id, isDone])).toEqual([
			['introduction', false],
			['categories', false],
			['module', false],
			['calendar', false],
		])
	})

	test('an introduction counts while it exists', async () => {
		const reply = await callApi(createIntroduction, { as: member, body: { practice: 'Family law in Ohio' } })
		expect(await isDone('introduction')).toBe(true)
		await callApi(deleteQuestion, { as: member, params: { id: (reply.json as { id: string }).id } })
		expect(await isDone('introduction')).toBe(false)
	})

	test('a watched category counts, and its step mentions the digest', async () => {
		const [category] = await db().select().from(questionCategories)
		const watch = (isWatched: boolean) =>
			callApi(watchCategory, { as: member, params: { id: category?.id ?? '' }, body: { isWatched } })
		expect((await step('categories'))?.how).toContain('A weekly digest covers the rest.')
		await callApi(updateDigest, { as: member, body: { every: 'never', weekday: 1, timeZone: 'UTC' } })
		expect((await step('categories'))?.how).toContain('no digest')
		await watch(true)
		expect(await isDone('categories')).toBe(true)
		await watch(false)
		expect(await isDone('categories')).toBe(false)
	})

	test('a completed module counts', async () => {
		const course = await makeCourse(admin)
		const module = await makeModule(admin, course.id)
		await callApi(enroll, { as: member, params: { id: course.id } })
		const complete = (isCompleted: boolean) =>
			callApi(updateProgress, { as: member, params: { id: module.id }, body: { isCompleted } })
		expect(await isDone('module')).toBe(false)
		await complete(true)
		expect(await isDone('module')).toBe(true)
		await complete(false)
		expect(await isDone('module')).toBe(false)
	})

	test('a subscribed calendar counts, and so does a downloaded call', async () => {
		await callApi(createSubscription, { as: member })
		expect(await isDone('calendar')).toBe(true)
		await callApi(revokeSubscription, { as: member })
		expect(await isDone('calendar')).toBe(false)
		await callApi(createSession, { as: admin, body: session({ title: 'Fees' }) })
		expect(await step('calendar')).toMatchObject({ href: '/coaching', how: expect.stringContaining('Fees') })
		for (const _ of [1, 2]) expect((await callApi(noteCalendarDownload, { as: member, body: {} })).status).toBe(204)
		expect(await isDone('calendar')).toBe(true)
		expect(await db().$count(calendarDownloads, eq(calendarDownloads.userId, member.userId ?? ''))).toBe(1)
		await db().delete(coachingSessions)
	})

	test('if no call is planned, the calendar is offered', async () => {
		expect(await step('calendar')).toMatchObject({
			href: '/coaching#calendar-subscription',
			how: 'No call is planned yet. Subscribe, and the next one appears in your calendar.',
		})
	})

	test('can be hidden and shown again by each member', async () => {
		const hide = (isHidden: unknown) => callApi(updateWelcome, { as: member, body: { isHidden } })
		expect((await hide(true)).json).toMatchObject({ isHidden: true })
		expect((await welcome()).isHidden).toBe(true)
		expect((await welcome(admin)).isHidden).toBe(false)
		expect((await hide(false)).json).toMatchObject({ isHidden: false })
		expect((await hide('yes')).status).toBe(400)
	})
})

test('a club without introductions or categories has the other steps', async () => {
	const ids = async () => (await welcome()).steps.map(({ id }) => id)
	await db().delete(questions)
	await db().delete(questionCategories).where(eq(questionCategories.slug, INTRODUCTIONS))
	expect(await ids()).toEqual(['categories', 'module', 'calendar'])
	await db().delete(questionCategories).where(sql`parent_category_id is not null`)
	await db().delete(questionCategories)
	expect(await ids()).toEqual(['module', 'calendar'])
})

test('members who joined before the first steps existed have them hidden', async () => {
	const older = await openDatabase({ url: `file:${join(database.folder, 'older.db')}` })
	try {
		const before = migrations().find(({ tag }) => tag === '0047_weekly_digest')
		await migrateDatabaseTo(older, before ?? { tag: '', when: 0 })
		for (const [id, seen] of [
			['member', 5],
			['invited', 0],
		])
			await older.client.execute(`
				insert into users (id, name, username, email, email_key, password_hash, role, status, last_seen_at, created_at, updated_at)
				values ('${id}', 'x', '${id}', '${id}', '${id}', 'x', 'user', 'active', ${seen}, 7, 7)`)
		await migrateDatabase(older)
		const { rows } = await older.client.execute('select id, welcome_hidden_at as hidden from users order by id')
		expect(rows.map(({ id, hidden }) => [id, hidden])).toEqual([
			['invited', null],
			['member', 7],
		])
	} finally {
		await older.close()
	}
})
