import { and, asc, desc, eq, inArray, max } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { modulePlaces, moduleProgress, modules } from '#db/schema/modules.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { isPlaceOf } from '#src/features/modules/server/places.ts'
import type { EnrolledCourse } from '../contract.ts'
import { isBegun } from '../course-format.ts'
import { effortOf } from '../reading-time.ts'
import { resumeAt } from '../resume.ts'
import { isOpenTo } from './visibility.ts'

/** The module with which somebody goes on. */
export interface Resume {
	courseId: string
	title: string
	/** Counted from one, of this many. */
	number: number
	count: number
	/** How long it takes, in words; empty where that is not known. */
	effort: string
}

/** The begun course in which they were last; without any place the furthest, which comes first among `own`. */
async function findLastCourse(user: CurrentUser, own: readonly EnrolledCourse[]): Promise<string | undefined> {
	const begun = own.filter(({ progress }) => isBegun(progress)).map(({ id }) => id)
	if (begun.length < 2) return begun[0]
	const [last] = await db()
		.select({ courseId: modulePlaces.courseId })
		.from(modulePlaces)
		.where(and(eq(modulePlaces.userId, user.id), inArray(modulePlaces.courseId, begun)))
		.groupBy(modulePlaces.courseId)
		.orderBy(desc(max(modulePlaces.updatedAt)))
		.limit(1)
	return last?.courseId ?? begun[0]
}

/**
 * Where a member goes on, of the courses they take. Undefined where none is begun and unfinished.
 * @param own as `listUserCoursesFor` has them.
 */
export async function findResumeFor(user: CurrentUser, own: readonly EnrolledCourse[]): Promise<Resume | undefined> {
	const courseId = await findLastCourse(user, own)
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
