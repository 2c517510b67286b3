import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { createCourse, deleteCourse, updateCourse } from '#src/features/courses/contract.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

let database: TestDatabase
let admin: Principal
beforeEach(async () => {
	database = await freshDatabase()
	admin = await signedIn(await insertAccount({ role: 'admin' }))
})
afterEach(() => database.discard())

const actions = async () => (await db().select().from(audit).orderBy(audit.id)).map(({ action }) => action)

test('the audit records only the creation, publishing, unpublishing and deletion of a course', async () => {
	const body = { title: 'Intake', description: 'A course about intake', difficulty: 'beginner', isPublished: false }
	const created = await callApi(createCourse, { as: admin, body })
	const params = { id: (created.json as { id: string }).id }
	const change = (isPublished: boolean) => callApi(updateCourse, { as: admin, params, body: { ...body, isPublished } })
	for (const isPublished of [true, true, false]) expect((await change(isPublished)).status).toBe(200)
	expect((await callApi(deleteCourse, { as: admin, params })).status).toBe(204)
	expect((await callApi(deleteCourse, { as: admin, params })).status).toBe(404)
	expect(await actions()).toEqual(['course.created', 'course.published', 'course.unpublished', 'course.deleted'])
	const [first] = await db().select().from(audit).orderBy(audit.id)
	expect(first).toMatchObject({
		actorId: admin.userId,
		subjectType: 'course',
		subjectId: params.id,
		subjectName: 'Intake',
	})
})
