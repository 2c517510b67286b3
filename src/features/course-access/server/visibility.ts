import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'
import { courses, enrollments } from '#db/schema/courses.ts'
import { modules } from '#db/schema/modules.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { isWhole } from '#src/platform/trash.ts'
import { NOT_FOUND, NOT_OPEN } from '../errors.ts'
import type { ModuleLock } from '../lock-contract.ts'

/** What somebody may see goes by their role alone. */
export type ViewerRole = Pick<CurrentUser, 'role'>

/** Whether `user` may see drafts. */
export const seesDrafts = (user: ViewerRole | undefined) => user?.role === 'admin'

/**
 * The condition under which `user` may know of a course: it is published, or they are an admin. What is being deleted or
 * brought back in slices is no more published, and not there for admins either.
 */
export const isVisible = (user: ViewerRole | undefined) =>
	seesDrafts(user) ? isWhole(sql`${courses}."id"`) : eq(courses.isPublished, true)

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

// From here on: what is in a module. Titles of published courses are for everybody; content, discussion and files of a
// module are for those to whom it is open. Every path that reads them asks here (docs/decisions/037).

/** Who reads: what is open to them goes by their role, and by when they enrolled. */
export type Viewer = Pick<CurrentUser, 'id' | 'role'>

const DAY_MS = 86_400_000

/** When a module that waits for days opens for a member, in milliseconds; null for who is not enrolled. */
const opensFor = (userId: string) => sql<number | null>`(select e.created_at + ${modules.availableAfterDays} * ${DAY_MS}
	from ${enrollments} as e where e.course_id = ${modules.courseId} and e.user_id = ${userId})`

/**
 * The condition under which `user` may have what is in a module, of a statement that has `modules` and `courses` by
 * their own names. It goes with `isVisible` of the course. Days are of 24 hours, so that no clock that is set forward or
 * back opens anything twice.
 */
export function isOpenTo(user: Viewer | undefined, now = Date.now()): SQL<number> {
	if (seesDrafts(user)) return sql<number>`1`
	if (!user) return sql<number>`(${modules.isOpen} = 1 and ${courses.membersOnly} = 0)`
	return sql<number>`(${modules.isOpen} = 1
		or (${modules.availableAfterDays} is not null and coalesce(${opensFor(user.id)} <= ${now}, 0)))`
}

/** What a `select` of modules asks besides, so that `lockOf` can say what is in the way. */
export const lockColumns = (user: Viewer | undefined) => ({
	isOpen: modules.isOpen,
	availableFrom: modules.availableFrom,
	availableAfterDays: modules.availableAfterDays,
	isOpenToViewer: isOpenTo(user),
	membersOnly: courses.membersOnly,
	opensForViewer: user ? opensFor(user.id) : sql<null>`null`,
})

interface LockFacts {
	isOpenToViewer: number
	membersOnly: boolean
	opensForViewer: number | null
	isOpen: boolean
	availableFrom: Date | null
	availableAfterDays: number | null
}

/** What is in the way of a reader, and when it goes away; undefined where the module is open to them. */
export function lockOf(row: LockFacts, user: Viewer | undefined): ModuleLock | undefined {
	if (row.isOpenToViewer) return undefined
	const opensAt = row.isOpen ? null : row.opensForViewer === null ? row.availableFrom : new Date(row.opensForViewer)
	return {
		isForMembers: row.membersOnly && !user,
		opensAt: opensAt?.toISOString() ?? null,
		afterDays: row.isOpen ? null : row.availableAfterDays,
	}
}

const moduleStatement = (id: string, user: Viewer | undefined) =>
	db()
		.select({ id: modules.id, type: modules.type, courseId: modules.courseId, isOpen: isOpenTo(user) })
		.from(modules)
		.innerJoin(courses, eq(courses.id, modules.courseId))
		.where(and(eq(modules.id, id), isVisible(user)))

/**
 * The module's id, type and course, for whoever reads or does something in it.
 * @throws {ApiError} 404 when there is none, or its course is not for this reader; 403 while it is not open to them.
 */
export async function requireOpenModule(id: string, user: Viewer | undefined) {
	const [module] = await moduleStatement(id, user)
	if (!module) throw httpError(NOT_FOUND.module)
	if (!module.isOpen) throw httpError(NOT_OPEN)
	return module
}

/** Of a file that modules show: whether one of them shows it to everybody, and whether one shows it to this reader. */
export const fileIsShown = {
	toAll: sql<number>`(${isVisible(undefined)} and ${isOpenTo(undefined)})`,
	to: (user: Viewer) => and(isVisible(user), isOpenTo(user)),
}
