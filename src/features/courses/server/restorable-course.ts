import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { publishCourse } from '#src/features/modules/server/service.ts'
import { isWhole, type Restorable } from '#src/platform/trash.ts'
import { forgetPassedTimes } from './plan.ts'

/** Hides a course as a draft without schedule: only admins read drafts, and no job changes it. */
export const hideCourse = (id: string) =>
	sql`update courses set is_published = 0, publish_at = null, unpublish_at = null where id = ${id} and not ${isWhole(sql`courses.id`)}`

/** Restores a deleted course unchanged, with its page if it was published. */
export const restorableCourse: Restorable = {
	table: courses,
	isThere: (id) => sql`exists (select 1 from courses where id = ${id})`,
	restored: (id) => [db().run(forgetPassedTimes(id)), ...publishCourse(id)],
	hide: hideCourse,
	href: (id) => `/admin/courses/${id}/modules`,
}
