import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { comments } from '#db/schema/discussion.ts'
import { moduleProgress } from '#db/schema/modules.ts'
import { questions } from '#db/schema/questions.ts'
import { write } from '#db/write.ts'
import { openWorkOf, readDashboard } from '#src/app/admin-home/dashboard.ts'
import { countWeek, weekQuery } from '#src/features/admin-home/server/week.ts'
import { decideApplication } from '#src/features/applications/contract.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { createSession } from '#src/features/coaching/contract.ts'
import { enroll } from '#src/features/courses/contract.ts'
import { giveCourses } from '#src/features/courses/server/taken-over.ts'
import { createComment } from '#src/features/discussion/contract.ts'
import { updateProgress } from '#src/features/modules/contract.ts'
import { createCategory } from '#src/features/questions/category-contract.ts'
import { createQuestion, createComment as createQuestionComment } from '#src/features/questions/contract.ts'
import { deleteUser, updateUser } from '#src/features/users/contract.ts'
import { idAt } from '#src/lib/ids.ts'
import { callApi, insertAccount, signedIn } from '#tests/support/api/api.ts'
import { planOf } from '#tests/support/api/plans.ts'
import { as, course, journal, quiz, setUpLearning } from '#tests/support/courses/learning.ts'

setUpLearning()

const DAY_MS = 86_400_000
const NOTHING = { joined: 0, left: 0, active: 0, posts: 0, learned: 0 }
/** Counts the week one second ahead by default, because ids of new rows can be milliseconds ahead of the clock. */
const week = (offsetMs = 1000) => countWeek(Date.now() + offsetMs)

async function ask(): Promise<string> {
	const body = { name: 'Intake', parentCategoryId: null }
	const category = (await callApi(createCategory, { as: as.admin, body })).json as { id: string }
	const question = { title: 'Who keeps the keys?', body: 'Of the office, and of the safe.', categoryId: category.id }
	return ((await callApi(createQuestion, { as: as.member, body: question })).json as { id: string }).id
}

test('a quiet club has zero counts in both weeks', async () => {
	expect(await week()).toEqual({ now: NOTHING, before: NOTHING, seen: expect.any(Number) })
})

test('an approved applicant counts as joined, and counts as left once, even if deactivated and deleted', async () => {
	const applicant = await insertAccount({ status: 'inactive', applicationStatus: 'pending' })
	const rejected = await insertAccount({ status: 'inactive', applicationStatus: 'pending' })
	const decide = (userId: string, action: string) =>
		callApi(decideApplication, { as: as.admin, params: { userId }, body: { action } })
	await decide(applicant.id, 'approve')
	await decide(rejected.id, 'reject')
	expect((await week()).now).toEqual({ ...NOTHING, joined: 1 })
	const inactive = { name: applicant.name, email: applicant.email, role: 'user', status: 'inactive' }
	const params = { id: applicant.id }
	expect((await callApi(updateUser, { as: as.admin, params, body: inactive })).status).toBe(200)
	await callApi(updateUser, { as: as.admin, params, body: { ...inactive, status: 'active' } })
	expect((await week()).now).toEqual({ ...NOTHING, joined: 1, left: 1 })
	await callApi(deleteUser, { as: as.admin, params })
	expect((await week()).now).toMatchObject({ joined: 1, left: 1 })
})

test('posts of every kind and completed modules count, and their author is active once', async () => {
	const id = await ask()
	await callApi(createQuestionComment, { as: as.member, params: { id }, body: { body: 'I keep them myself.' } })
	await callApi(createComment, { as: as.member, params: { id: journal.id }, body: { content: 'A first word' } })
	await callApi(enroll, { as: as.member, params: { id: course.id } })
	await callApi(updateProgress, { as: as.member, params: { id: journal.id }, body: { isCompleted: true } })
	await callApi(updateProgress, { as: as.member, params: { id: quiz.id }, body: { isCompleted: false } })
	expect((await week()).now).toEqual({ ...NOTHING, active: 1, posts: 3, learned: 1 })
	// Eight days later they count for the previous week, and fifteen days later for neither.
	expect(await week(8 * DAY_MS)).toMatchObject({ now: NOTHING, before: { active: 1, posts: 3, learned: 1 } })
	expect(await week(15 * DAY_MS)).toMatchObject({ now: NOTHING, before: NOTHING })
	await db().update(questions).set({ deletedAt: new Date() })
	await db().update(comments).set({ deletedAt: new Date() })
	await db().update(moduleProgress).set({ isCompleted: false })
	expect((await week()).now).toEqual({ ...NOTHING, active: 1, posts: 1 })
})

test('modules completed by an import count only once their member completes them', async () => {
	const account = await insertAccount()
	await write({ given: giveCourses(`${course.id}:9`, account.id, sql`1`) })
	const isOfMember = and(eq(moduleProgress.userId, account.id), eq(moduleProgress.moduleId, journal.id))
	const progressRows = () => db().select().from(moduleProgress).where(isOfMember)
	expect(await progressRows()).toMatchObject([{ isCompleted: true, isTakenOver: true }])
	expect((await week()).now).toEqual(NOTHING)
	const member = await signedIn(account)
	await callApi(updateProgress, { as: member, params: { id: journal.id }, body: { isCompleted: true } })
	expect(await progressRows()).toMatchObject([{ isCompleted: true, isTakenOver: false }])
	expect((await week()).now).toEqual({ ...NOTHING, active: 1, learned: 1 })
})

test('a deactivated invitation does not count as a member who left', async () => {
	const row = { actorId: null, actorName: 'Ruth', subjectType: 'user', subjectName: 'Ada', subjectId: 'a' }
	const detail = (from: string) => JSON.stringify({ status: [from, 'inactive'] })
	await db()
		.insert(audit)
		.values([
			{ ...row, id: idAt(Date.now()), at: new Date(), action: 'user.status', detail: detail('invited') },
			{ ...row, id: idAt(Date.now() - 8 * DAY_MS), at: new Date(), action: 'user.status', detail: detail('active') },
		])
	expect(await week()).toMatchObject({ now: { left: 0 }, before: { left: 1 } })
})

test('the week reads ranges of keys and indexes, never a whole table', async () => {
	const plan = await planOf(weekQuery(Date.now()))
	const scans = plan.filter((step) => step.startsWith('SCAN'))
	// These scan subqueries in memory and constant rows, not tables.
	expect(scans.filter((step) => !/^SCAN (\(subquery|CONSTANT ROW)/.test(step))).toEqual([])
	const all = plan.join('\n')
	for (const index of ['audit_by_action', 'module_progress_by_time', 'users_by_status_last_seen'])
		expect(all).toContain(index)
})

test('the dashboard starts with open work: sections, old questions and the next session', async () => {
	const admin = { id: as.admin.userId, role: 'admin' } as CurrentUser
	const read = () => readDashboard(admin, Date.now() + 3 * DAY_MS)
	const before = await read()
	expect([before.unanswered, before.session]).toEqual([[], undefined])
	const applications = before.waiting['/admin/applications'] ?? 0
	await insertAccount({ status: 'inactive', applicationStatus: 'pending' })
	const id = await ask()
	const scheduledAt = new Date(Date.now() + 9 * DAY_MS).toISOString()
	const body = { title: 'Pricing, together', scheduledAt, zoomLink: 'https://zoom.example/j/1' }
	expect((await callApi(createSession, { as: as.admin, body })).status).toBe(201)
	const { work, unanswered, session, waiting } = await read()
	expect(work).toContainEqual({ href: '/admin/applications', text: 'Applications waiting', count: applications + 1 })
	expect(unanswered).toMatchObject([{ id, title: 'Who keeps the keys?' }])
	expect(session).toMatchObject({ title: 'Pricing, together', topicCount: 0 })
	expect(openWorkOf({ ...waiting, '/admin/applications': 0 }).map(({ href }) => href)).not.toContain(
		'/admin/applications',
	)
	// A section without a label for open work shows its name.
	expect(openWorkOf({ ...waiting, '/admin/media': 2 })).toContainEqual({
		href: '/admin/media',
		text: 'Media',
		count: 2,
	})
})
