import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { publishCourse } from '#src/features/modules/server/service.ts'
import type { Restorable } from '#src/platform/trash.ts'
import { forgetPassedTimes } from './plan.ts'

/** Restores a deleted course with its page, except for scheduled times that have passed. */
export const restorableCourse: Restorable = {
	table: courses,
	exists: (id) => sql`exists (select 1 from ${courses} where id = ${id})`,
	afterRestore: (id) => [db().run(forgetPassedTimes(id)), ...publishCourse(id)],
	href: (id) => `/admin/courses/${id}/modules`,
}
