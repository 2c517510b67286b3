import { eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { deletedRows, deletions } from '#db/schema/deletions.ts'
import { trashStatements } from '#db/trash-rows.ts'
import { write } from '#db/write.ts'

/**
 * Completes deletions that an earlier release left unfinished: it deleted and restored large courses in several writes.
 * Such a course is both in its table and in the trash. An interrupted restore can be repeated.
 */
export async function finishDeletions(): Promise<void> {
	const unfinished = await db()
		.select({ id: deletions.id, courseId: courses.id })
		.from(deletions)
		.innerJoin(courses, eq(courses.id, deletions.subjectId))
		.where(sql`kind = 'course' and exists (
			select 1 from ${deletedRows} where deletion_id = ${deletions}.id and source = 'courses')`)
	for (const { id, courseId } of unfinished) {
		const isCourse = sql`id = ${courseId}`
		await write(
			...trashStatements(id, courses, isCourse).map((statement) => db().run(statement)),
			// Keep the first trashed row, from before the course was hidden as a draft.
			db().run(sql`delete from ${deletedRows} where deletion_id = ${id} and source = 'courses'
				and seq > (select min(seq) from ${deletedRows} where deletion_id = ${id} and source = 'courses')`),
			db().delete(courses).where(isCourse),
			db().update(deletions).set({ restoredAt: null }).where(eq(deletions.id, id)),
		)
	}
}
