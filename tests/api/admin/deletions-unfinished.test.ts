import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { deletedRows, deletions } from '#db/schema/deletions.ts'
import { modules } from '#db/schema/modules.ts'
import { deleteCourse, getCourse, updateCourse } from '#src/features/courses/contract.ts'
import * as links from '#src/features/courses/server/course-links.ts'
import { forgetDeletion } from '#src/features/deletions/contract.ts'
import { finishDeletions } from '#src/features/deletions/server/unfinished.ts'
import { callApi, insertAccount } from '#tests/support/api/api.ts'
import { fillFor } from '#tests/support/api/filled-tables.ts'
import { admin, comparedRows, listed, onlyDeletion, restore, setUpDeletions } from '#tests/support/deletions.ts'

setUpDeletions()

/** Comments of the course; every second one is a reply. */
const COMMENTS = 8

let course: { id: string; title: string }
let before: Awaited<ReturnType<typeof comparedRows>>

beforeEach(async () => {
	const person = await insertAccount({ name: 'Tomas Keller' })
	await fillFor(person.id, 'mine', () => false)
	await db().delete(deletions)
	const [first] = await db().select().from(courses)
	const [module] = await db().select().from(modules)
	if (!first || !module) throw new Error('The tables are not filled')
	course = first
	const unpublishAt = new Date(Date.now() + 86_400_000)
	await db().update(courses).set({ isPublished: true, publishAt: null, publishRefusal: null, unpublishAt })
	await db().run(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${COMMENTS})
		insert into comments (id, module_id, user_id, parent_id, content, is_pinned, created_at)
		select 'comment-' || i, ${module.id}, ${person.id}, case when i % 2 = 0 then 'comment-' || (i - 1) end, 'Text', 0, i from n`)
	before = await comparedRows()
})

async function deleteTestCourse(): Promise<void> {
	const reply = await callApi(deleteCourse, { as: admin, params: { id: course.id } })
	expect(reply.status, reply.text).toBe(204)
}

/** Moves trashed rows of a table back. */
async function moveBack(source: string, { limit }: { limit: number }): Promise<void> {
	const rows = await db().select().from(deletedRows).where(eq(deletedRows.source, source)).limit(limit)
	for (const { seq, row } of rows) {
		const values: Record<string, unknown> = JSON.parse(row)
		const columns = Object.keys(values).map((column) => sql.identifier(column))
		await db().run(sql`insert into ${sql.identifier(source)} (${sql.join(columns, sql`, `)})
			values (${sql.join(
				Object.values(values).map((value) => sql`${value}`),
				sql`, `,
			)})`)
		if (source !== 'courses') await db().delete(deletedRows).where(eq(deletedRows.seq, seq))
	}
}

/** Leaves the database as an earlier release did when it stopped between two writes of a deletion or a restore. */
async function interrupt(moving: 'leaving' | 'coming'): Promise<void> {
	await db().run(sql`alter table deletions add column moving text`)
	await db().run(sql`create index deletions_moving on deletions (subject_id) where moving is not null`)
	await deleteTestCourse()
	await moveBack('courses', { limit: 1 })
	await db().update(courses).set({ isPublished: false, publishAt: null, unpublishAt: null })
	await moveBack('modules', { limit: 9 })
	await moveBack('enrollments', { limit: 9 })
	await moveBack('comments', { limit: COMMENTS / 2 })
	const restoredAt = moving === 'coming' ? Date.now() : null
	await db().run(sql`update deletions set moving = ${moving}, restored_at = ${restoredAt}`)
}

async function upgrade(): Promise<void> {
	const migration = readFileSync('db/migrations/0043_deletions_in_one_write.sql', 'utf8')
	for (const statement of migration.split('--> statement-breakpoint')) await db().run(sql.raw(statement))
	await finishDeletions()
	await finishDeletions()
}

const isGone = async () => (await db().select().from(courses).where(eq(courses.id, course.id))).length === 0

test.each(['leaving', 'coming'] as const)('a course in state %s can be restored after the upgrade', async (moving) => {
	await interrupt(moving)
	await upgrade()
	expect(await isGone()).toBe(true)
	expect((await callApi(getCourse, { as: admin, params: { id: course.id } })).status).toBe(404)
	const deletion = await onlyDeletion()
	expect(deletion.with).toEqual(expect.arrayContaining(['1 module', `${COMMENTS + 1} comments in courses`]))
	expect((await restore(deletion.id)).status).toBe(200)
	expect(await comparedRows()).toEqual(before)
	expect(await db().select().from(deletedRows)).toEqual([])
	expect(await db().select().from(deletions)).toEqual([])
})

test.each(['leaving', 'coming'] as const)('a course in state %s can be erased after the upgrade', async (moving) => {
	await interrupt(moving)
	await upgrade()
	const { id } = await onlyDeletion()
	expect((await callApi(forgetDeletion, { as: admin, params: { id } })).status).toBe(204)
	expect(await isGone()).toBe(true)
	expect(await db().select().from(deletedRows)).toEqual([])
	expect(await listed()).toEqual([])
})

test('a start changes neither finished deletions nor restored courses', async () => {
	await deleteTestCourse()
	const { id } = await onlyDeletion()
	const trashed = await db().select().from(deletedRows)
	await finishDeletions()
	expect(await db().select().from(deletedRows)).toEqual(trashed)
	expect((await restore(id)).status).toBe(200)
	await finishDeletions()
	expect(await comparedRows()).toEqual(before)
})

test('a change that was pending when its course was deleted does not bring it back', async () => {
	const read = links.publishLinkedByCourse
	// The course is deleted between the reads and the writes of the update.
	vi.spyOn(links, 'publishLinkedByCourse').mockImplementationOnce(async (id) => {
		await deleteTestCourse()
		return read(id)
	})
	const body = { title: 'Another title', description: 'Another description', isPublished: true }
	expect((await callApi(updateCourse, { as: admin, params: { id: course.id }, body })).status).toBe(404)
	expect((await restore((await onlyDeletion()).id)).status).toBe(200)
	expect(await comparedRows()).toEqual(before)
})
