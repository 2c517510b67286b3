import { and, eq, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { modules } from '#db/schema/modules.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { NOT_FOUND } from '#src/features/discussion/contract.ts'
import { refusal } from '#src/lib/errors.ts'

/** What somebody may see goes by their role alone. */
export type Viewer = Pick<CurrentUser, 'role'>

/** Whether `user` may see drafts. */
export const seesDrafts = (user: Viewer | undefined) => user?.role === 'admin'

/** The condition under which `user` may know of a course: it is published, or they are an admin. */
export const isVisible = (user: Viewer | undefined) => (seesDrafts(user) ? sql`1` : eq(courses.isPublished, true))

const whilePublished = (title: SQLiteColumn) => sql<string | null>`case when ${isVisible(undefined)} then ${title} end`

/**
 * What a file to take along says of a course and its modules, for a `select` that joins both: who was in a course that
 * is a draft again keeps what they did, and does not read how its authors call it now.
 */
export const shownTitles = {
	ofCourse: whilePublished(courses.title),
	ofModule: whilePublished(modules.title),
	isCoursePublished: courses.isPublished,
}

/** The module's id, type and course. @throws {ApiError} 404 when there is none, or it is not for this reader. */
export async function requireVisibleModule(id: string, user: Viewer | undefined) {
	const [module] = await db()
		.select({ id: modules.id, type: modules.type, courseId: modules.courseId })
		.from(modules)
		.innerJoin(courses, eq(courses.id, modules.courseId))
		.where(and(eq(modules.id, id), isVisible(user)))
	if (!module) throw refusal(NOT_FOUND.module)
	return module
}
