import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses, enrollments } from '#db/schema/courses.ts'
import { modulePlaces, moduleProgress, modules } from '#db/schema/modules.ts'
import { write } from '#db/write.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { isVisible, lockColumns, lockOf } from '#src/features/course-access/server/visibility.ts'
import { COURSE_NOT_FOUND, NOT_ENROLLED } from '#src/features/modules/contract.ts'
import { isPlaceOf, toPlace } from '#src/features/modules/server/places.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import type * as contracts from '../contract.ts'
import { type Course, type CourseProgress, NO_MODULES } from '../contract.ts'
import { isComplete } from '../course-format.ts'
import { columns, toCourse } from './service.ts'

/** SQL for the number of modules that `userId` completed, for a `select` from `courses`. */
export const completedBy = (userId: string) =>
	sql<number>`(select count(*) from ${modules} cross join ${moduleProgress}
		where ${modules}."course_id" = ${courses}."id" and ${moduleProgress}."module_id" = ${modules}."id"
			and ${moduleProgress}."user_id" = ${userId} and ${moduleProgress}."is_completed" = 1)`

/** Lists a user's courses, most complete first. Drafts are hidden from members, as everywhere. */
export async function listUserCoursesFor(user: CurrentUser) {
	const rows = await db()
		.select({ ...columns, completed: completedBy(user.id) })
		.from(enrollments)
		.innerJoin(courses, eq(courses.id, enrollments.courseId))
		.where(and(eq(enrollments.userId, user.id), isVisible(user)))
	const ratio = (row: { completed: number; moduleCount: number }) => row.completed / Math.max(1, row.moduleCount)
	return rows
		.sort((one, other) => ratio(other) - ratio(one) || one.title.localeCompare(other.title))
		.map(({ completed, ...row }) => ({ ...toCourse(row, user), progress: { completed, total: row.moduleCount } }))
}

export const listUserCourses: Service<typeof contracts.listUserCourses> = (_, { user }) => listUserCoursesFor(user)

const progressStatement = (courseId: string, user: CurrentUser) =>
	db()
		.select({
			enrolled: sql<number>`exists (select 1 from ${enrollments}
				where ${enrollments}."course_id" = ${courses}."id" and ${enrollments}."user_id" = ${user.id})`,
			completed: completedBy(user.id),
			total: sql<number>`(select count(*) from ${modules} where ${modules}."course_id" = ${courses}."id")`,
		})
		.from(courses)
		.where(and(eq(courses.id, courseId), isVisible(user)))

/** Returns null if the reader is not enrolled. @throws {ApiError} 404 for a course that the reader may not see. */
function toProgress([row]: Awaited<ReturnType<typeof progressStatement>>): CourseProgress | null {
	if (!row) throw httpError(COURSE_NOT_FOUND)
	return row.enrolled ? { completed: row.completed, total: row.total } : null
}

/** @throws {ApiError} 404 for a course that the reader may not see, 403 if not enrolled. */
async function requireProgress(courseId: string, user: CurrentUser): Promise<CourseProgress> {
	const progress = toProgress(await progressStatement(courseId, user))
	if (!progress) throw httpError(NOT_ENROLLED)
	return progress
}

export const enroll: Service<typeof contracts.enroll> = async ({ params }, { user }) => {
	const { progress: rows } = await write({
		// One statement, so a course that was just unpublished or lost its last module accepts no enrollment.
		enrollment: db().run(sql`
			insert into ${enrollments} (user_id, course_id, created_at)
			select ${user.id}, ${courses.id}, ${Date.now()} from ${courses}
			where ${courses.id} = ${params.id} and ${isVisible(user)}
				and exists (select 1 from ${modules} where ${modules}."course_id" = ${courses}."id")
			on conflict do nothing`),
		progress: progressStatement(params.id, user),
	})
	const progress = toProgress(rows)
	if (!progress) throw httpError(NO_MODULES)
	return { courseId: params.id, progress }
}

/** Finds the newest published course that has modules and in which the member is not enrolled. */
export async function findNewCourse(user: CurrentUser): Promise<Course | undefined> {
	const [row] = await db()
		.select(columns)
		.from(courses)
		.where(
			and(
				eq(courses.isPublished, true),
				sql`not exists (select 1 from ${enrollments}
					where ${enrollments}."course_id" = ${courses}."id" and ${enrollments}."user_id" = ${user.id})`,
				sql`exists (select 1 from ${modules} where ${modules}."course_id" = ${courses}."id")`,
			),
		)
		.orderBy(desc(courses.id))
		.limit(1)
	return row && toCourse(row, user)
}

/** Returns the next course: the most complete unfinished one, or else the newest one from `findNewCourse`. */
async function findNextCourse(courseId: string, user: CurrentUser): Promise<{ id: string; title: string } | undefined> {
	const own = await listUserCoursesFor(user)
	const started = own.find(({ id, isPublished, progress }) => id !== courseId && isPublished && !isComplete(progress))
	const next = started ?? (await findNewCourse(user))
	return next && { id: next.id, title: next.title }
}

export const getProgress: Service<typeof contracts.getProgress> = async ({ params }, { user }) => {
	const progress = await requireProgress(params.id, user)
	const next = isComplete(progress) ? await findNextCourse(params.id, user) : undefined
	return next ? { ...progress, next } : progress
}

export const listUserProgress: Service<typeof contracts.listUserProgress> = async ({ params }, { user }) => {
	const [, rows] = await Promise.all([
		requireProgress(params.id, user),
		db()
			.select({
				moduleId: modules.id,
				...lockColumns(user),
				isCompleted: moduleProgress.isCompleted,
				place: modulePlaces,
			})
			.from(modules)
			.innerJoin(courses, eq(courses.id, modules.courseId))
			.leftJoin(moduleProgress, and(eq(moduleProgress.moduleId, modules.id), eq(moduleProgress.userId, user.id)))
			.leftJoin(modulePlaces, isPlaceOf(user.id))
			.where(eq(modules.courseId, params.id))
			.orderBy(asc(modules.orderIndex)),
	])
	return rows.map(({ moduleId, isCompleted, place, ...row }) => {
		const lock = lockOf(row, user)
		return {
			moduleId,
			isCompleted: isCompleted ?? false,
			...(place ? { place: toPlace(place) } : {}),
			...(lock ? { lock } : {}),
		}
	})
}
