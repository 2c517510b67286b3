import { and, asc, eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses, enrollments } from '#db/schema/courses.ts'
import { moduleProgress, modules } from '#db/schema/modules.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { isVisible } from '#src/features/courses/server/visibility.ts'
import { COURSE_NOT_FOUND, NOT_ENROLLED } from '#src/features/modules/contract.ts'
import { refusal } from '#src/lib/errors.ts'
import type { Service } from '#src/platform/create-handle.ts'
import type * as contracts from '../contract.ts'
import { type CourseProgress, NO_MODULES } from '../contract.ts'
import { completedBy, listUserCoursesFor } from './service.ts'

export const listUserCourses: Service<typeof contracts.listUserCourses> = (_, { user }) => listUserCoursesFor(user)

/** Null for who is not enrolled. @throws {ApiError} 404 for a course that is not for this reader. */
async function findProgress(courseId: string, user: CurrentUser): Promise<CourseProgress | null> {
	const [row] = await db()
		.select({
			enrolled: sql<number>`exists (select 1 from ${enrollments}
				where ${enrollments}."course_id" = ${courses}."id" and ${enrollments}."user_id" = ${user.id})`,
			completed: completedBy(user.id),
			total: sql<number>`(select count(*) from ${modules} where ${modules}."course_id" = ${courses}."id")`,
		})
		.from(courses)
		.where(and(eq(courses.id, courseId), isVisible(user)))
	if (!row) throw refusal(COURSE_NOT_FOUND)
	return row.enrolled ? { completed: row.completed, total: row.total } : null
}

/** @throws {ApiError} 404 for a course that is not for this reader, 403 where they are not enrolled. */
async function requireProgress(courseId: string, user: CurrentUser): Promise<CourseProgress> {
	const progress = await findProgress(courseId, user)
	if (!progress) throw refusal(NOT_ENROLLED)
	return progress
}

export const enroll: Service<typeof contracts.enroll> = async ({ params }, { user }) => {
	// One statement, so that a course that is unpublished or loses its last module meanwhile takes nobody in.
	await db().run(sql`
		insert into ${enrollments} (user_id, course_id, created_at)
		select ${user.id}, ${courses.id}, ${Date.now()} from ${courses}
		where ${courses.id} = ${params.id} and ${isVisible(user)}
			and exists (select 1 from ${modules} where ${modules}."course_id" = ${courses}."id")
		on conflict do nothing`)
	const progress = await findProgress(params.id, user)
	if (!progress) throw refusal(NO_MODULES)
	return { courseId: params.id, progress }
}

export const getProgress: Service<typeof contracts.getProgress> = ({ params }, { user }) =>
	requireProgress(params.id, user)

export const listUserProgress: Service<typeof contracts.listUserProgress> = async ({ params }, { user }) => {
	await requireProgress(params.id, user)
	const rows = await db()
		.select({ moduleId: modules.id, isCompleted: moduleProgress.isCompleted })
		.from(modules)
		.leftJoin(moduleProgress, and(eq(moduleProgress.moduleId, modules.id), eq(moduleProgress.userId, user.id)))
		.where(eq(modules.courseId, params.id))
		.orderBy(asc(modules.orderIndex))
	return rows.map(({ moduleId, isCompleted }) => ({ moduleId, isCompleted: isCompleted ?? false }))
}
