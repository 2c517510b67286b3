import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { deletedRows, deletions } from '#db/schema/deletions.ts'
import { modules } from '#db/schema/modules.ts'
import { questions } from '#db/schema/questions.ts'
import { SLICE_ROWS } from '#db/trash-slices.ts'
import { deleteCourse, getCourse, listCourses, updateCourse } from '#src/features/courses/contract.ts'
import * as links from '#src/features/courses/server/course-links.ts'
import { forgetDeletion } from '#src/features/deletions/contract.ts'
import { forgetOldDeletions } from '#src/features/deletions/server/service.ts'
import { beginRestoring, runTrashJobs } from '#src/features/deletions/server/trash-jobs.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { fillFor } from '#tests/support/api/filled-tables.ts'
import { admin, everything, onlyDeletion, restore, setUpDeletions } from '#tests/support/deletions.ts'

setUpDeletions()

/** More rows than one slice; odd, because every second comment is a reply. */
const MANY = 2 * SLICE_ROWS + 101

let course: { id: string; title: string }
let member: Principal
let before: Awaited<ReturnType<typeof everything>>

beforeEach(async () => {
	const person = await insertAccount({ name: 'Tomas Keller' })
	member = await signedIn(person)
	await fillFor(person.id, 'mine', () => false)
	await db().delete(deletions)
	const [first] = await db().select().from(courses)
	const [module] = await db().select().from(modules)
	if (!first || !module) throw new Error('The tables are not filled')
	course = first
	await db()
		.update(courses)
		.set({ isPublished: true, publishAt: null, publishRefusal: null, unpublishAt: new Date(Date.now() + 86_400_000) })
	await db().update(modules).set({ orderIndex: 0 })
	await db().update(questions).set({ commentCount: 1 })
	await db().run(
		sql`update question_categories set question_count = (select count(*) from questions where category_id = question_categories.id)`,
	)
	const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${MANY})`
	await db().run(sql`${numbers} insert into users (id, email, email_key, username, name, role, status, password_hash, created_at, updated_at)
		select 'many-' || i, 'many-' || i || '@example.com', 'many-' || i || '@example.com', 'many' || i, 'Many ' || i, 'user', 'inactive', 'x', i, i from n`)
	await db().run(sql`${numbers} insert into enrollments (user_id, course_id, created_at)
		select 'many-' || i, ${course.id}, i from n`)
	await db().run(sql`${numbers} insert into comments (id, module_id, user_id, parent_id, content, is_pinned, created_at)
		select 'many-' || i, ${module.id}, 'many-' || i, case when i % 2 = 0 then 'many-' || (i + 1) end, 'Words', 0, i
		from n order by i % 2 desc`)
	before = await everything()
})

/** Runs a process that is killed before this slice. */
const killedBefore = (slices: number) => {
	let asked = 0
	return {
		get aborted() {
			asked += 1
			return asked > slices
		},
	} as AbortSignal
}

async function del(): Promise<void> {
	const reply = await callApi(deleteCourse, { as: admin, params: { id: course.id } })
	expect(reply.status, reply.text).toBe(204)
}

const enrolled = async () =>
	Number(
		(await db().all<{ n: number }>(sql`select count(*) as n from enrollments where course_id = ${course.id}`))[0]?.n,
	)

const isHidden = async () => {
	for (const as of [undefined, member, admin]) {
		expect((await callApi(getCourse, { ...(as ? { as } : {}), params: { id: course.id } })).status).toBe(404)
		expect((await callApi(listCourses, as ? { as } : {})).text).not.toContain(course.id)
	}
	expect((await callApi(deleteCourse, { as: admin, params: { id: course.id } })).status).toBe(404)
}

async function expectAllBack(): Promise<void> {
	expect(await everything()).toEqual(before)
	expect(await db().select().from(deletedRows)).toEqual([])
	expect(await db().select().from(deletions)).toEqual([])
	expect((await callApi(getCourse, { params: { id: course.id } })).status).toBe(200)
}

describe('a course with many rows', () => {
	test('is gone with the response, its rows follow in slices, and all of it can be restored', async () => {
		await del()
		await isHidden()
		expect(await enrolled()).toBeGreaterThan(MANY - 1)
		await runTrashJobs()
		await isHidden()
		expect(await enrolled()).toBe(0)
		expect(await db().select().from(courses).where(eq(courses.id, course.id))).toEqual([])
		const deletion = await onlyDeletion()
		expect(deletion.with).toContainEqual(`${(MANY + 1).toLocaleString('en-US')} enrollments`)
		const back = await restore(deletion.id)
		expect(back.json).toMatchObject({ kind: 'course', name: course.title })
		await expectAllBack()
	})

	test.each([1, 2, 4, 7])('is fully deleted by the next process after a kill before slice %i', async (slices) => {
		await del()
		const { id } = await onlyDeletion()
		await runTrashJobs(killedBefore(slices))
		await isHidden()
		await runTrashJobs()
		expect(await enrolled()).toBe(0)
		expect((await restore(id)).status).toBe(200)
		await expectAllBack()
	})

	test.each([0, 1, 2, 4, 7])('can be restored while %i slices of it are gone', async (slices) => {
		await del()
		const { id } = await onlyDeletion()
		await runTrashJobs(killedBefore(slices + 1))
		expect((await restore(id)).status).toBe(200)
		await expectAllBack()
		// The interrupted process continues and finds nothing to do.
		await runTrashJobs()
		await expectAllBack()
	})

	test('is fully restored after a kill and hidden until then', async () => {
		await del()
		await runTrashJobs()
		const { id } = await onlyDeletion()
		const { kind, subjectId } = (await db().select().from(deletions))[0] as typeof deletions.$inferSelect
		expect(await beginRestoring({ id, kind, subjectId }, sql`1`, db().run(sql`select 1`))).toBe(true)
		await runTrashJobs(killedBefore(3))
		await isHidden()
		expect((await restore(id)).status).toBe(404)
		await runTrashJobs()
		await expectAllBack()
	})

	test('is not shown again by a change that was pending when its deletion began', async () => {
		const read = links.publishLinkedByCourse
		// Between its reads and its writes.
		vi.spyOn(links, 'publishLinkedByCourse').mockImplementationOnce(async (id) => {
			await del()
			return read(id)
		})
		const body = { title: 'Another title', description: 'Another description', isPublished: true }
		expect((await callApi(updateCourse, { as: admin, params: { id: course.id }, body })).status).toBe(404)
		await isHidden()
		await runTrashJobs()
		const { id } = await onlyDeletion()
		expect((await restore(id)).status).toBe(200)
		await expectAllBack()
	})

	test('leaves nothing when it is deleted permanently during the restore', async () => {
		await del()
		const { id } = await onlyDeletion()
		await runTrashJobs(killedBefore(2))
		expect((await callApi(forgetDeletion, { as: admin, params: { id } })).status).toBe(204)
		await forgetOldDeletions()
		expect(await enrolled()).toBe(0)
		expect(await db().select().from(deletedRows)).toEqual([])
		expect(await db().select().from(deletions)).toEqual([])
		expect(await db().select().from(courses).where(eq(courses.id, course.id))).toEqual([])
	})

	test('keeps concurrent writes between its slices', async () => {
		await del()
		const { id } = await onlyDeletion()
		await runTrashJobs(killedBefore(4))
		const late = await insertAccount({ name: 'Late Comer' })
		await db().run(sql`insert into enrollments (user_id, course_id, created_at) values (${late.id}, ${course.id}, 1)`)
		await runTrashJobs()
		expect((await restore(id)).status).toBe(200)
		expect(await enrolled()).toBe(MANY + 2)
	})
})
