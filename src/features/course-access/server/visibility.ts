import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'
import { courses, enrollments } from '#db/schema/courses.ts'
import { modules } from '#db/schema/modules.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { NOT_FOUND, NOT_OPEN } from '../errors.ts'
import type { ModuleLock } from '../lock-contract.ts'

/** The user field that decides which courses are visible. */
export type ViewerRole = Pick<CurrentUser, 'role'>

export const seesDrafts = (user: ViewerRole | undefined) => user?.role === 'admin'

/** SQL condition under which `user` may see a course: it is published, or the user is an admin. */
export const isVisible = (user: ViewerRole | undefined) => (seesDrafts(user) ? sql`1` : eq(courses.isPublished, true))

const whilePublished = (title: SQLiteColumn) => sql<string | null>`case when ${isVisible(undefined)} then ${title} end`

/**
 * Titles for a member's data export, for a `select` that joins courses and modules. Members keep their own data from an
 * unpublished course, but its titles are drafts and stay hidden.
 */
export const shownTitles = {
	ofCourse: whilePublished(courses.title),
	ofModule: whilePublished(modules.title),
	isCoursePublished: courses.isPublished,
}

// Below: access to the content of modules. Titles of published courses are public. Content, discussion and files of a
// module are only for readers to whom it is open: every code path that reads them checks here (docs/decisions/037).

/** The reader. Role and enrollment date decide what is open. */
export type Viewer = Pick<CurrentUser, 'id' | 'role'>

const DAY_MS = 86_400_000

/** SQL for the time when a module with `availableAfterDays` opens for a member, in ms; null if not enrolled. */
const opensFor = (userId: string | SQL) => sql<
	number | null
>`(select e.created_at + ${modules.availableAfterDays} * ${DAY_MS}
	from ${enrollments} as e where e.course_id = ${modules.courseId} and e.user_id = ${userId})`

/**
 * SQL condition under which `user` may read a module, for a statement that uses `modules` and `courses` without
 * aliases. Combine with the course's `isVisible`. A day is 24 hours, so a clock change never opens a module twice.
 */
export function isOpenTo(user: Viewer | undefined, now = Date.now()): SQL<number> {
	if (seesDrafts(user)) return sql<number>`1`
	if (!user) return sql<number>`(${modules.isOpen} = 1 and ${courses.membersOnly} = 0)`
	return isOpenToMember(user.id, now)
}

const isOpenToMember = (userId: string | SQL, now: number) => sql<number>`(${modules.isOpen} = 1
	or (${modules.availableAfterDays} is not null and coalesce(${opensFor(userId)} <= ${now}, 0)))`

/** SQL condition under which each member, given by columns, may read a module. Includes the course's visibility. */
export const isOpenToEach = (member: { id: SQL; role: SQL }, now = Date.now()): SQL<number> =>
	sql<number>`(${member.role} = 'admin' or (${isVisible(undefined)} and ${isOpenToMember(member.id, now)}))`

/** Columns that a `select` of modules needs for `lockOf`. */
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

/** Returns a module's lock for a reader; undefined if the module is open. */
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
 * Returns the id, type and course of a module that the reader may open.
 * @throws {ApiError} 404 if it does not exist or its course is hidden from the reader; 403 if it is locked.
 */
export async function requireOpenModule(id: string, user: Viewer | undefined) {
	const [module] = await moduleStatement(id, user)
	if (!module) throw httpError(NOT_FOUND.module)
	if (!module.isOpen) throw httpError(NOT_OPEN)
	return module
}

/** SQL for whether a module may show its files: to everyone, or to this reader. */
export const fileIsShown = {
	toAll: sql<number>`(${isVisible(undefined)} and ${isOpenTo(undefined)})`,
	to: (user: Viewer) => and(isVisible(user), isOpenTo(user)),
}
