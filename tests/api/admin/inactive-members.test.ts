import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { users } from '#db/schema/users.ts'
import {
	exportInactiveMembers,
	type InactiveMember,
	listInactiveMembers,
	MAX_INACTIVE,
} from '#src/features/course-statistics/inactive-contract.ts'
import { enroll, updateCourse } from '#src/features/courses/contract.ts'
import { countAudience } from '#src/features/mailings/contract.ts'
import { updateProgress } from '#src/features/modules/contract.ts'
import { newId } from '#src/lib/ids.ts'
import { sealCursor } from '#src/platform/endpoint/paging.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { isWholeTable, planReader } from '#tests/support/api/plans.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'
import { fakeMailServer, makeDraft, runAll, send } from '#tests/support/mailings.ts'

const DAY_MS = 86_400_000
let database: TestDatabase
let admin: Principal
beforeEach(async () => {
	database = await freshDatabase()
	admin = await signedIn(await insertAccount({ role: 'admin' }))
})
afterEach(() => database.discard())

/** Inserts an account that joined and was last seen this many days ago; null means never seen. */
async function addAccount(
	name: string,
	joinedDaysAgo: number,
	seenDaysAgo: number | null,
	overrides: Record<string, unknown> = {},
) {
	const created = await insertAccount({ name, ...overrides })
	await db()
		.update(users)
		.set({
			createdAt: new Date(Date.now() - joinedDaysAgo * DAY_MS),
			lastSeenAt: new Date(seenDaysAgo === null ? 0 : Date.now() - seenDaysAgo * DAY_MS),
		})
		.where(eq(users.id, created.id))
	return created
}
const list = async (query: Record<string, string> = {}) =>
	(await callApi(listInactiveMembers, { as: admin, query })).json as InactiveMember[]
const names = async (query: Record<string, string> = {}) => (await list(query)).map(({ name }) => name)

describe('inactive members', () => {
	test('of 30, 60 or 90 days are listed, longest first, without new or deactivated members or admins', async () => {
		await addAccount('Seen lately', 200, 29)
		await addAccount('Seen in spring', 200, 45)
		await addAccount('Seen in winter', 200, 100)
		await addAccount('Never seen', 95, null)
		await addAccount('Joined lately', 10, null)
		await addAccount('Gone', 200, 150, { status: 'inactive' })
		await addAccount('Ada Admin', 200, 150, { role: 'admin' })
		expect(await names()).toEqual(['Never seen', 'Seen in winter', 'Seen in spring'])
		expect(await names({ order: 'desc' })).toEqual(['Seen in spring', 'Seen in winter', 'Never seen'])
		expect(await names({ days: '60' })).toEqual(['Never seen', 'Seen in winter'])
		expect(await names({ days: '90', limit: '1' })).toEqual(['Never seen'])
		const [never] = await list()
		expect(never?.lastSeenAt).toBeNull()
		expect((await callApi(listInactiveMembers, { as: admin, query: { days: '31' } })).status).toBe(400)
	})

	test('are listed with the published courses that they started and did not complete', async () => {
		const person = await addAccount('Left one open', 200, null)
		const [open, done, draft] = await Promise.all(
			['Open', 'Done', 'Draft'].map((title) => makeCourse(admin, { title: `A course: ${title}` })),
		)
		const as = await signedIn(person)
		for (const course of [open, done, draft]) {
			const module = await makeModule(admin, course?.id ?? '')
			await callApi(enroll, { as, params: { id: course?.id ?? '' } })
			if (course === done) await callApi(updateProgress, { as, params: { id: module.id }, body: { isCompleted: true } })
		}
		await callApi(updateCourse, { as: admin, params: { id: draft?.id ?? '' }, body: { isPublished: false } })
		await db()
			.update(users)
			.set({ lastSeenAt: new Date(0) })
			.where(eq(users.id, person.id))
		expect((await list())[0]?.inProgress).toEqual([{ id: open?.id, title: 'A course: Open' }])
		const file = await callApi(exportInactiveMembers, { as: admin, query: { days: '90' } })
		expect(file.header('content-disposition')).toContain('not-seen-for-90-days-')
		expect(file.text).toMatch(/^\uFEFF"Name",.*\r\n"Left one open",".*","A course: Open"\r\n$/)
	})

	test('receive a mailing to inactive members, and other members do not', async () => {
		const away = await addAccount('Away', 200, 61, { email: 'away@example.com' })
		await addAccount('Here', 200, 1, { email: 'here@example.com' })
		await addAccount('Admin away', 200, 100, { role: 'admin' })
		const countFor = async (audience: string) => (await callApi(countAudience, { as: admin, query: { audience } })).json
		expect(await countFor('unseen60')).toEqual({ count: 1, unsubscribed: 0 })
		expect(await countFor('unseen90')).toEqual({ count: 0, unsubscribed: 0 })
		await send(admin, await makeDraft(admin, { audience: 'unseen60' }))
		const { deliver, mails } = fakeMailServer()
		await runAll(deliver)
		expect(mails.map(({ to }) => to)).toEqual([away.email])
	})
})

test('inactive members are found by an index, page by page, and counted up to a limit', async () => {
	const plansOf = planReader(database.client)
	const plans = await plansOf(async () => {
		await list({ cursor: sealCursor([1, newId()]) })
		await list({ days: '90', order: 'desc', cursor: sealCursor([1, newId()]) })
		await callApi(exportInactiveMembers, { as: admin, query: {} })
	})
	expect(plans.some((plan) => plan.includes('users_by_role_status_last_seen'))).toBe(true)
	expect(plans.filter(isWholeTable)).toEqual([])
	expect(MAX_INACTIVE).toBeLessThanOrEqual(1_000)
})
