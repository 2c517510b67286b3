import { desc, eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/index.ts'
import { demoCourseRows } from '#db/seed/courses/index.ts'
import type { CourseModule } from '#src/features/modules/contract.ts'
import { modulesOf } from '#src/features/modules/server/service.ts'
import { toModule } from '#src/features/modules/server/to-module.ts'
import type { Course } from '../contract.ts'
import { findCourse, selectCourses, toCourse } from './service.ts'

/** What the page of a course shows to everybody. */
export interface PublicCourse {
	course: Course
	modules: CourseModule[]
}

/** Every published course, newest first: what the catalogue shows to everybody. */
export async function readCatalogue(): Promise<Course[]> {
	return (await selectCourses(undefined, { limit: 100_000 })).rows
}

/** Undefined where there is no such course, or it is a draft. */
export async function readPublicCourse(id: string): Promise<PublicCourse | undefined> {
	const course = await findCourse(id, undefined)
	return course && { course, modules: await modulesOf(id, false) }
}

/** Ids of the published courses with the instant of their last change, newest course first. */
export async function publishedVersions(): Promise<Array<{ id: string; updatedAt: Date }>> {
	return db()
		.select({ id: courses.id, updatedAt: courses.updatedAt })
		.from(courses)
		.where(eq(courses.isPublished, true))
		.orderBy(desc(courses.id))
}

/** The published demonstration courses, without a database: for a build on an empty machine. */
export function demoPublicCourses(): PublicCourse[] {
	return demoCourseRows()
		.filter(({ course }) => course.isPublished)
		.sort((one, other) => (one.course.id < other.course.id ? 1 : -1))
		.map(({ course, modules }) => ({
			course: toCourse({ ...course, moduleCount: modules.length }),
			modules: modules.map((row) => toModule(row, false)),
		}))
}
