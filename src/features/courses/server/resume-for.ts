import { and, asc, eq, max } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { modulePlaces, moduleProgress, modules } from '#db/schema/modules.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { isOpenTo } from '#src/features/course-access/server/visibility.ts'
import { isPlaceOf } from '#src/features/modules/server/places.ts'
import type { EnrolledCourse } from '../contract.ts'
import { effortOf } from '../reading-time.ts'
import { resumeAt } from '../resume.ts'

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

/**
 * Returns where a member resumes, or undefined without a started course that has an open module.
 * @param begun result of `begunCourses`.
 */
export async function findResumeFor(
	user: CurrentUser,
	begun: readonly Pick<EnrolledCourse, 'id'>[],
): Promise<Resume | undefined> {
	const courseId = begun[0]?.id
	if (courseId === undefined) return undefined
	const steps = await db()
		.select({
			moduleId: modules.id,
			updatedAt: modulePlaces.updatedAt,
			isCompleted: moduleProgress.isCompleted,
			isOpen: isOpenTo(user),
		})
		.from(modules)
		.innerJoin(courses, eq(courses.id, modules.courseId))
		.leftJoin(moduleProgress, and(eq(moduleProgress.moduleId, modules.id), eq(moduleProgress.userId, user.id)))
		.leftJoin(modulePlaces, isPlaceOf(user.id))
		.where(eq(modules.courseId, courseId))
		.orderBy(asc(modules.orderIndex))
	const next = resumeAt(
		steps
			.filter(({ isOpen }) => isOpen)
			.map(({ moduleId, updatedAt, isCompleted }) => ({
				moduleId,
				isCompleted: isCompleted ?? false,
				place: updatedAt ? { updatedAt: updatedAt.toISOString() } : undefined,
			})),
	)
	if (!next) return undefined
	const [module] = await db().select().from(modules).where(eq(modules.id, next.moduleId))
	if (!module) return undefined
	return {
		courseId,
		title: module.title,
		number: steps.findIndex(({ moduleId }) => moduleId === next.moduleId) + 1,
		count: steps.length,
		effort: effortOf(module),
	}
}
