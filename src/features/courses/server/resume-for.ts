import { and, asc, desc, eq, max, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses, enrollments } from '#db/schema/courses.ts'
import { modulePlaces, moduleProgress, modules } from '#db/schema/modules.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { isOpenTo, isVisible } from '#src/features/course-access/server/visibility.ts'
import { isPlaceOf } from '#src/features/modules/server/places.ts'
import { effortOf } from '../reading-time.ts'
import { completedBy } from './enrollment.ts'

export interface Resume {
	courseId: string
	title: string
	/** Counted from one. */
	number: number
	count: number
	/** Duration as text; empty if unknown. */
	effort: string
}

/** Returns the time of a member's last place per course id; courses without a place are absent. */
export async function findLastIn(userId: string): Promise<Map<string, number>> {
	const rows = await db()
		.select({ courseId: modulePlaces.courseId, at: max(modulePlaces.updatedAt) })
		.from(modulePlaces)
		.where(eq(modulePlaces.userId, userId))
		.groupBy(modulePlaces.courseId)
	return new Map(rows.map(({ courseId, at }) => [courseId, at?.getTime() ?? 0]))
}

/** Selects the course that a member used last, among those that are started but not finished. */
function lastStarted(user: CurrentUser) {
	const places = sql`from ${modulePlaces} p where p.user_id = ${user.id} and p.course_id = ${courses.id}`
	const isOpenStep = sql`exists (select 1 from ${modules} m where m.course_id = ${courses.id} and not exists (
		select 1 from ${moduleProgress} d where d.module_id = m.id and d.user_id = ${user.id} and d.is_completed = 1))`
	return db()
		.$with('last_started')
		.as(
			db()
				.select({ id: courses.id })
				.from(enrollments)
				.innerJoin(courses, eq(courses.id, enrollments.courseId))
				.where(
					and(
						eq(enrollments.userId, user.id),
						isVisible(user),
						isOpenStep,
						sql`(exists (select 1 ${places}) or ${completedBy(user.id)} > 0)`,
					),
				)
				.orderBy(sql`(select max(p.updated_at) ${places}) desc`, sql`${completedBy(user.id)} desc`)
				.limit(1),
		)
}

/**
 * Returns the statement for the module that a member resumes. It does the same as `resumeAt`, but in the database, so
 * that the page needs only one round trip and reads the content of only one module.
 */
const resumeStatement = (user: CurrentUser) => {
	const course = lastStarted(user)
	const isOfCourse = sql`${modules.courseId} = (select id from ${course})`
	const ofCourse = sql`select 1 from ${modules} o where o.course_id = ${modules.courseId}`
	const newest = db()
		.select({ at: modules.orderIndex })
		.from(modules)
		.innerJoin(modulePlaces, isPlaceOf(user.id))
		.where(and(isOfCourse, isOpenTo(user)))
		.orderBy(desc(modulePlaces.updatedAt))
		.limit(1)
	return db()
		.with(course)
		.select({
			courseId: modules.courseId,
			title: modules.title,
			type: modules.type,
			content: modules.content,
			additionalContent: modules.additionalContent,
			number: sql<number>`(select count(*) from (${ofCourse} and o.order_index <= ${modules.orderIndex}))`,
			count: sql<number>`(select count(*) from (${ofCourse}))`,
		})
		.from(modules)
		.innerJoin(courses, eq(courses.id, modules.courseId))
		.leftJoin(moduleProgress, and(eq(moduleProgress.moduleId, modules.id), eq(moduleProgress.userId, user.id)))
		.where(and(isOfCourse, isOpenTo(user), sql`${moduleProgress.isCompleted} is not 1`))
		.orderBy(sql`${modules.orderIndex} < coalesce((${newest}), 0)`, asc(modules.orderIndex))
		.limit(1)
}

/** Returns where a member resumes; undefined if no course is started, or all incomplete modules are locked. */
export async function findResumeFor(user: CurrentUser): Promise<Resume | undefined> {
	const [module] = await resumeStatement(user)
	if (!module) return undefined
	const { courseId, title, number, count } = module
	return { courseId, title, number, count, effort: effortOf(module) }
}
