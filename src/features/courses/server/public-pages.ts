import { desc, eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { type CourseRow, courses } from '#db/schema/courses.ts'
import type { ModuleRow } from '#db/schema/modules.ts'
import type { CourseModule } from '#src/features/modules/contract.ts'
import { listModulesFor, toModule } from '#src/features/modules/server/service.ts'
import type { Course } from '../contract.ts'
import { findCourse, listCoursesFor, toCourse } from './service.ts'

/** What the page of a course shows to everybody. */
export interface PublicCourse {
	course: Course
	modules: CourseModule[]
}

/** Every published course, newest first: what the catalogue shows to everybody. */
export async function listPublicCourses(): Promise<Course[]> {
	return (await listCoursesFor(undefined, { limit: 100_000 })).rows
}

/** Undefined where there is no such course, or it is a draft. */
export async function findPublicCourse(id: string): Promise<PublicCourse | undefined> {
	const course = await findCourse(id, undefined)
	return course && { course, modules: await listModulesFor(id, false) }
}

/** Ids of the published courses with the instant of their last change, newest course first. */
export async function listPublicVersions(): Promise<Array<{ id: string; updatedAt: Date }>> {
	return db()
		.select({ id: courses.id, updatedAt: courses.updatedAt })
		.from(courses)
		.where(eq(courses.isPublished, true))
		.orderBy(desc(courses.id))
}

/** What the page of a course would show that is not in the database: for a build on an empty machine. */
export const toPublicCourse = ({ course, modules }: { course: CourseRow; modules: ModuleRow[] }): PublicCourse => ({
	course: toCourse({ ...course, moduleCount: modules.length }, undefined),
	modules: modules.map((row) => toModule(row, false)),
})
