import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { enrollments } from '#db/schema/courses.ts'
import {
	type Course,
	type EnrolledCourse,
	enroll,
	getCourse,
	getProgress,
	getPublishing,
	listUserCourses,
	listUserProgress,
	updateCourse,
} from '#src/features/courses/contract.ts'
import { deleteModule, updateProgress } from '#src/features/modules/contract.ts'
import { callApi, createPrincipals, type Principal, type PrincipalName } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'
import { QUIZ } from '#tests/support/courses/quiz.ts'

let database: TestDatabase
let as: Record<PrincipalName, Principal>
beforeEach(async () => {
	database = await freshDatabase()
	as = await createPrincipals()
})
afterEach(() => database.discard())

const ids = (reply: { json: unknown }) => (reply.json as Course[]).map(({ id }) => id)

describe('enrolling in a course', () => {
	test('is idempotent, and progress counts completed modules', async () => {
		const created = await makeCourse(as.admin)
		const params = { id: created.id }
		const first = await makeModule(as.admin, created.id)
		const second = await makeModule(as.admin, created.id)
		expect((await callApi(getProgress, { as: as.member, params })).text).toBe('Not enrolled')
		expect((await callApi(getProgress, { as: as.member, params })).status).toBe(403)
		expect((await callApi(listUserProgress, { as: as.member, params })).status).toBe(403)
		const replies = await Promise.all([1, 2, 3].map(() => callApi(enroll, { as: as.member, params })))
		for (const reply of replies)
			expect([reply.status, reply.json]).toEqual([200, { courseId: created.id, progress: { completed: 0, total: 2 } }])
		expect(await db().select().from(enrollments)).toHaveLength(1)
		await callApi(updateProgress, { as: as.member, params: { id: second.id }, body: { isCompleted: true } })
		expect((await callApi(getProgress, { as: as.member, params })).json).toEqual({ completed: 1, total: 2 })
		expect((await callApi(listUserProgress, { as: as.member, params })).json).toEqual([
			{ moduleId: first.id, isCompleted: false },
			{ moduleId: second.id, isCompleted: true },
		])
		await callApi(updateProgress, { as: as.member, params: { id: second.id }, body: { isCompleted: false } })
		expect((await callApi(getProgress, { as: as.member, params })).json).toEqual({ completed: 0, total: 2 })
	})

	test('is rejected for an empty course, even in a race with its last deletion; enrolled members stay', async () => {
		const created = await makeCourse(as.admin)
		const params = { id: created.id }
		const take = (who: Principal) => callApi(enroll, { as: who, params })
		const refused = { status: 409, text: 'This course has no modules yet. You can enroll once it has one.' }
		for (const who of [as.member, as.admin]) expect(await take(who)).toMatchObject(refused)
		expect(await callApi(getProgress, { as: as.member, params })).toMatchObject({ status: 403, text: 'Not enrolled' })
		const only = await makeModule(as.admin, created.id)
		expect(await take(as.member)).toMatchObject({ status: 200 })
		const raced = await Promise.all([
			callApi(deleteModule, { as: as.admin, params: { id: only.id } }),
			...Array.from({ length: 5 }, () => take(as.otherMember)),
		])
		expect(raced[0]?.status).toBe(204)
		const isIn = raced.some(({ status }) => status === 200)
		expect(await db().select().from(enrollments)).toHaveLength(isIn ? 2 : 1)
		// Members stay enrolled and the course stays published, because unpublishing is the author's decision.
		expect(await take(as.member)).toMatchObject({ json: { progress: { completed: 0, total: 0 } } })
		expect(await callApi(getCourse, { params })).toMatchObject({ status: 200, json: { moduleCount: 0 } })
		await callApi(updateCourse, { as: as.admin, params, body: { isPublished: false } })
		expect(await callApi(updateCourse, { as: as.admin, params, body: { isPublished: true } })).toMatchObject({
			status: 200,
		})
	})

	test("lists the caller's own courses by completion", async () => {
		const [one, other] = [await makeCourse(as.admin, { title: 'One' }), await makeCourse(as.admin, { title: 'Other' })]
		await makeModule(as.admin, one.id)
		const done = await makeModule(as.admin, other.id)
		for (const created of [one, other]) await callApi(enroll, { as: as.member, params: { id: created.id } })
		await callApi(enroll, { as: as.otherMember, params: { id: one.id } })
		await callApi(updateProgress, { as: as.member, params: { id: done.id }, body: { isCompleted: true } })
		const mine = (await callApi(listUserCourses, { as: as.member })).json as EnrolledCourse[]
		expect(mine.map(({ title, progress }) => [title, progress])).toEqual([
			['Other', { completed: 1, total: 1 }],
			['One', { completed: 0, total: 1 }],
		])
		expect(ids(await callApi(listUserCourses, { as: as.otherMember }))).toEqual([one.id])
	})

	test('shows authors the reasons that prevent publishing or unpublishing', async () => {
		const created = await makeCourse(as.admin)
		const params = { id: created.id }
		const look = async () => (await callApi(getPublishing, { as: as.admin, params })).json
		expect(await look()).toEqual({ enrolled: 0, moduleCount: 0, unfinished: [] })
		await makeModule(as.admin, created.id, { title: 'Reading' })
		await makeModule(as.admin, created.id, { title: 'Asking', type: 'quiz' })
		await makeModule(as.admin, created.id, { title: 'Writing', type: 'journal', additionalContent: { wordLimit: 5 } })
		await makeModule(as.admin, created.id, { title: 'Watching', type: 'video' })
		await makeModule(as.admin, created.id, { title: 'Done', type: 'quiz', additionalContent: QUIZ })
		for (const who of [as.member, as.otherMember]) await callApi(enroll, { as: who, params })
		expect(await look()).toEqual({
			enrolled: 2,
			moduleCount: 5,
			unfinished: [
				{ title: 'Asking', lacks: 'has no questions' },
				{ title: 'Writing', lacks: 'has no prompt' },
				{ title: 'Watching', lacks: 'has no video link' },
			],
		})
		expect(await callApi(getPublishing, { as: as.admin, params: { id: 'none' } })).toMatchObject({ status: 404 })
	})

	test('is rejected for a draft, even in a race with unpublishing', async () => {
		const created = await makeCourse(as.admin)
		await makeModule(as.admin, created.id)
		await Promise.all([
			callApi(updateCourse, { as: as.admin, params: { id: created.id }, body: { isPublished: false } }),
			...Array.from({ length: 5 }, () => callApi(enroll, { as: as.member, params: { id: created.id } })),
		])
		expect((await callApi(getProgress, { as: as.member, params: { id: created.id } })).status).toBe(404)
		expect(await db().select().from(enrollments).where(eq(enrollments.courseId, 'none'))).toEqual([])
	})
})
