import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { coachingSessions, coachingTopics } from '#db/schema/coaching.ts'
import { courses } from '#db/schema/courses.ts'
import { deletedRows, deletions } from '#db/schema/deletions.ts'
import { modules } from '#db/schema/modules.ts'
import { questionCategories, questions } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { tables } from '#db/schema-tables.ts'
import { listAudit } from '#src/features/audit/contract.ts'
import { login } from '#src/features/auth/contract.ts'
import { deleteSession, listSessions } from '#src/features/coaching/contract.ts'
import { deleteCourse, getCourse } from '#src/features/courses/contract.ts'
import { forgetDeletion, listDeletions, restoreDeletion } from '#src/features/deletions/contract.ts'
import { forgetOldDeletions } from '#src/features/deletions/server/service.ts'
import { deleteModule } from '#src/features/modules/contract.ts'
import { createCategory, deleteCategory } from '#src/features/questions/category-contract.ts'
import { deleteQuestion, listQuestions } from '#src/features/questions/contract.ts'
import { createUser, deleteUser } from '#src/features/users/contract.ts'
import { callApi, insertAccount, signedIn, TEST_PASSWORD } from '#tests/support/api/api.ts'
import { fillFor, schemaTables } from '#tests/support/api/filled-tables.ts'
import { admin, comparedRows, listed, onlyDeletion, restore, setUpDeletions } from '#tests/support/deletions.ts'

setUpDeletions()

test('every table of the schema can be kept in the trash', () => {
	expect(tables.map(({ name }) => name).sort()).toEqual(schemaTables.map(({ name }) => name).sort())
})

describe('is restored with all dependent rows:', () => {
	/** Deletes one item of a filled database, checks that rows are gone, and restores it. */
	async function deleteAndRestore(deleteItem: () => Promise<{ status: number; text: string }>) {
		const before = await comparedRows()
		const reply = await deleteItem()
		expect(reply.status, reply.text).toBe(204)
		const after = await comparedRows()
		const shrunkTables = Object.keys(before).filter((name) => (after[name]?.length ?? 0) < (before[name]?.length ?? 0))
		const deletion = await onlyDeletion()
		const restored = await restore(deletion.id)
		expect(restored.status, restored.text).toBe(200)
		expect(await comparedRows()).toEqual(before)
		expect(await listed()).toEqual([])
		expect(await db().select().from(deletedRows)).toEqual([])
		return { deletion, shrunkTables, answer: restored.json as { href: string; name: string } }
	}

	async function fillDatabase() {
		const person = await insertAccount({ name: 'Tomas Keller' })
		await fillFor(person.id, 'mine', () => false)
		await db().delete(deletions)
		const [course] = await db().select().from(courses)
		const [module] = await db().select().from(modules)
		const [question] = await db().select().from(questions)
		if (!course || !module || !question) throw new Error('The tables are not filled')
		// The rows were inserted separately, so stored counts and rows disagree.
		await db().run(
			sql`update questions set comment_count = (select count(*) from question_comments where question_id = questions.id),
				answer_count = (select count(*) from question_comments where question_id = questions.id and hidden_at is null),
				last_activity_at = max(created_at, coalesce((select max(created_at) from question_comments
					where question_id = questions.id and hidden_at is null), 0))`,
		)
		await db().run(
			sql`update question_categories set question_count = (select count(*) from questions where category_id = question_categories.id)`,
		)
		await db().update(modules).set({ orderIndex: 0 })
		return { person, course, module, question }
	}

	test('a course', async () => {
		const { course } = await fillDatabase()
		const { deletion, shrunkTables, answer } = await deleteAndRestore(() =>
			callApi(deleteCourse, { as: admin, params: { id: course.id } }),
		)
		expect(shrunkTables).toEqual(
			expect.arrayContaining(['courses', 'modules', 'enrollments', 'module_progress', 'comments']),
		)
		expect(deletion).toMatchObject({ kind: 'course', name: course.title, deletedByName: 'Ada Admin' })
		expect(deletion.with).toContainEqual('1 module')
		expect(deletion.with).toContainEqual('1 enrollment')
		expect(answer.href).toBe(`/admin/courses/${course.id}/modules`)
		expect((await callApi(getCourse, { as: admin, params: { id: course.id } })).status).toBe(200)
	})

	test('a module', async () => {
		const { module } = await fillDatabase()
		const { shrunkTables } = await deleteAndRestore(() =>
			callApi(deleteModule, { as: admin, params: { id: module.id } }),
		)
		expect(shrunkTables).toEqual(
			expect.arrayContaining(['modules', 'quiz_attempts', 'journal_entries', 'module_places']),
		)
	})

	test('a question, which is searchable again', async () => {
		const { question } = await fillDatabase()
		await db().update(questions).set({ hiddenAt: null })
		await deleteAndRestore(() => callApi(deleteQuestion, { as: admin, params: { id: question.id } }))
		const found = await callApi(listQuestions, { as: admin, query: { search: 'mine' } })
		expect(found.text).toContain(question.id)
		// The audit is permanent, so it never contains a question's text.
		const entries = await callApi(listAudit, { as: admin, query: { action: 'deletion.restored' } })
		expect(entries.json).toMatchObject([{ subjectName: 'A question', subjectId: question.id }])
		expect(question.title.length).toBeGreaterThan(0)
		expect(entries.text).not.toContain(question.title)
	})

	test('an account, which owns its posts again', async () => {
		const { person } = await fillDatabase()
		const { shrunkTables, deletion } = await deleteAndRestore(() =>
			callApi(deleteUser, { as: admin, params: { id: person.id } }),
		)
		expect(shrunkTables).toEqual(expect.arrayContaining(['users', 'enrollments', 'comments', 'calendar_subscriptions']))
		expect(deletion.with).toContainEqual('1 question')
		const [question] = await db().select().from(questions).where(eq(questions.authorId, person.id))
		expect(question).toBeDefined()
		const body = { email: person.email, password: TEST_PASSWORD }
		// The password is right, and the second factor is back too.
		expect((await callApi(login, { body })).header('x-second-factor')).toBe('totp, passkey')
	})

	test('a category', async () => {
		const { json } = await callApi(createCategory, {
			as: admin,
			body: { name: 'Trust accounts', slug: 'trust', parentCategoryId: null },
		})
		const { id } = json as { id: string }
		await db().insert(questionCategories).values({ id: 'below', name: 'x', slug: 'x', position: 9 })
		const { deletion } = await deleteAndRestore(() => callApi(deleteCategory, { as: admin, params: { id } }))
		expect(deletion).toMatchObject({ kind: 'category', name: 'Trust accounts', with: [] })
	})
})

const addCourse = async (id: string) => {
	const times = { createdAt: new Date(), updatedAt: new Date() }
	await db()
		.insert(courses)
		.values({ id, title: `Course ${id}`, description: 'd', difficulty: 'beginner', isPublished: true, ...times })
}
const addModule = async (courseId: string, id: string, orderIndex: number) => {
	const fields = {
		description: 'd',
		type: 'text',
		content: '',
		additionalContent: '{}',
		createdAt: new Date(),
		updatedAt: new Date(),
	}
	await db()
		.insert(modules)
		.values({ id, courseId, title: `Module ${id}`, orderIndex, ...fields })
}

test('a module is restored at its position', async () => {
	await addCourse('c')
	for (const [at, id] of ['a', 'b', 'd'].entries()) await addModule('c', id, at)
	await callApi(deleteModule, { as: admin, params: { id: 'b' } })
	await addModule('c', 'e', 2)
	expect((await restore((await onlyDeletion()).id)).status).toBe(200)
	const rows = await db().select({ id: modules.id, at: modules.orderIndex }).from(modules).orderBy(modules.orderIndex)
	expect(rows).toEqual(['a', 'b', 'd', 'e'].map((id, at) => ({ id, at })))
})

test('a session is restored with its topics and in calendars', async () => {
	const person = await insertAccount({})
	const times = { createdAt: new Date(), updatedAt: new Date() }
	const scheduledAt = new Date(Date.now() + 3_600_000)
	await db()
		.insert(coachingSessions)
		.values({
			id: 's',
			title: 'Fees',
			scheduledAt,
			zoomLink: 'https://zoom.us/j/1',
			durationMinutes: 60,
			timeZone: 'America/New_York',
			...times,
		})
	await db()
		.insert(coachingTopics)
		.values({ id: 't', sessionId: 's', userId: person.id, topic: 'Mine', createdAt: new Date() })
	await callApi(deleteSession, { as: admin, params: { id: 's' } })
	expect((await callApi(listSessions, { as: admin })).json).toEqual([])
	const deletion = await onlyDeletion()
	expect(deletion).toMatchObject({ kind: 'session', name: 'Fees', with: ['1 topic'] })
	expect((await restore(deletion.id)).status).toBe(200)
	expect((await callApi(listSessions, { as: admin })).text).toContain('Fees')
	expect(await db().select({ topic: coachingTopics.topic }).from(coachingTopics)).toEqual([{ topic: 'Mine' }])
	const [row] = await db().select().from(coachingSessions)
	expect(row).toMatchObject({ cancelledAt: null, sequence: 2 })
})

describe('conflicts are reported and lose nothing:', () => {
	test('a module cannot be restored before its deleted course', async () => {
		await addCourse('c')
		await addModule('c', 'm', 0)
		await callApi(deleteModule, { as: admin, params: { id: 'm' } })
		await callApi(deleteCourse, { as: admin, params: { id: 'c' } })
		const [courseDeletion, moduleDeletion] = await listed()
		const rejected = await restore(moduleDeletion?.id ?? '')
		expect(rejected).toMatchObject({ status: 409, text: 'What it belongs to is deleted too. Restore that first.' })
		expect(await listed()).toHaveLength(2)
		expect((await restore(courseDeletion?.id ?? '')).status).toBe(200)
		expect((await restore(moduleDeletion?.id ?? '')).status).toBe(200)
		expect(await db().select({ id: modules.id }).from(modules)).toEqual([{ id: 'm' }])
	})

	test('an email address that another account uses now', async () => {
		const person = await insertAccount({ email: 'kim@example.com' })
		await callApi(deleteUser, { as: admin, params: { id: person.id } })
		const body = {
			name: 'Kim Two',
			email: 'kim@example.com',
			password: 'a long enough sentence',
			role: 'regular' as const,
		}
		expect((await callApi(createUser, { as: admin, body })).status).toBe(201)
		const rejected = await restore((await onlyDeletion()).id)
		expect(rejected.status).toBe(409)
		expect(rejected.text).toContain('Someone else now has this email address')
		expect(await db().select().from(users).where(eq(users.id, person.id))).toEqual([])
		expect(await onlyDeletion()).toMatchObject({ kind: 'account' })
	})

	test('rows of an account and of a course deleted later are restored with the course', async () => {
		const person = await insertAccount({})
		await addCourse('c')
		await addModule('c', 'm', 0)
		await db().run(sql`insert into enrollments (user_id, course_id, created_at) values (${person.id}, 'c', 1)`)
		await callApi(deleteUser, { as: admin, params: { id: person.id } })
		await callApi(deleteCourse, { as: admin, params: { id: 'c' } })
		const [courseDeletion, accountDeletion] = await listed()
		expect((await restore(accountDeletion?.id ?? '')).status).toBe(200)
		expect(await listed()).toHaveLength(1)
		expect((await restore(courseDeletion?.id ?? '')).status).toBe(200)
		const { rows } = await db().run(sql`select user_id, course_id from enrollments`)
		expect(rows.map((row) => [row.user_id, row.course_id])).toEqual([[person.id, 'c']])
		expect(await db().select().from(deletions)).toEqual([])
	})
})

test('restores once when two requests race', async () => {
	await addCourse('c')
	await callApi(deleteCourse, { as: admin, params: { id: 'c' } })
	const { id } = await onlyDeletion()
	const replies = await Promise.all([restore(id), restore(id)])
	expect(replies.map(({ status }) => status).sort()).toEqual([200, 404])
	expect((await callApi(listAudit, { as: admin, query: { action: 'deletion.restored' } })).json).toHaveLength(1)
})

test('either a permanent deletion or a concurrent restore wins, and the audit shows which', async () => {
	const forget = (id: string) => callApi(forgetDeletion, { as: admin, params: { id } })
	const auditCount = async (action: string) =>
		((await callApi(listAudit, { as: admin, query: { action } })).json as unknown[]).length
	await addCourse('a')
	await callApi(deleteCourse, { as: admin, params: { id: 'a' } })
	const first = (await onlyDeletion()).id
	expect((await Promise.all([forget(first), forget(first)])).map(({ status }) => status).sort()).toEqual([204, 404])
	expect(await auditCount('deletion.forgotten')).toBe(1)
	await addCourse('b')
	await callApi(deleteCourse, { as: admin, params: { id: 'b' } })
	const { id } = await onlyDeletion()
	const [forgotten, restored] = await Promise.all([forget(id), restore(id)])
	expect([forgotten.status, restored.status].filter((status) => status < 300)).toHaveLength(1)
	expect((await auditCount('deletion.forgotten')) + (await auditCount('deletion.restored'))).toBe(2)
	const remaining = await db().select().from(courses).where(eq(courses.id, 'b'))
	expect(remaining).toHaveLength(restored.status === 200 ? 1 : 0)
})

test('a deletion is erased after thirty days, or immediately if an admin chooses to', async () => {
	await addCourse('old')
	await addCourse('now')
	await callApi(deleteCourse, { as: admin, params: { id: 'old' } })
	await db()
		.update(deletions)
		.set({ deletedAt: new Date(Date.now() - 30 * 86_400_000 - 1_000) })
	await callApi(deleteCourse, { as: admin, params: { id: 'now' } })
	const [old] = await db().select().from(deletions).where(eq(deletions.subjectId, 'old'))
	expect((await restore(old?.id ?? '')).status).toBe(404)
	const { id } = await onlyDeletion()
	expect((await callApi(forgetDeletion, { as: admin, params: { id } })).status).toBe(204)
	expect((await callApi(forgetDeletion, { as: admin, params: { id } })).status).toBe(404)
	expect(await db().select({ id: deletions.subjectId }).from(deletions)).toEqual([{ id: 'old' }])
	await forgetOldDeletions()
	expect(await db().select().from(deletions)).toEqual([])
	expect(await db().select().from(deletedRows)).toEqual([])
})

test('a member has no access', async () => {
	const member = await signedIn(await insertAccount({}))
	await addCourse('c')
	await callApi(deleteCourse, { as: admin, params: { id: 'c' } })
	const { id } = await onlyDeletion()
	for (const contract of [restoreDeletion, forgetDeletion])
		expect((await callApi(contract, { as: member, params: { id } })).status).toBe(403)
	expect((await callApi(listDeletions, { as: member })).status).toBe(403)
	expect(await onlyDeletion()).toMatchObject({ id })
})
