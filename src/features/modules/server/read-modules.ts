import { and, asc, eq, getTableColumns, inArray, type SQL } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { type ModuleRow, modules } from '#db/schema/modules.ts'
import { NOT_FOUND } from '#src/features/course-access/errors.ts'
import type { ModuleLock } from '#src/features/course-access/lock-contract.ts'
import {
	isVisible,
	lockColumns,
	lockOf,
	seesDrafts,
	type Viewer,
	type ViewerRole,
} from '#src/features/course-access/server/visibility.ts'
import { sanitizeContent } from '#src/features/rich-text/server/sanitize.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { answerPublicly } from '#src/platform/publish/public-answer.ts'
import type * as contracts from '../contract.ts'
import { COURSE_NOT_FOUND, type CourseModule } from '../contract.ts'
import { findType, readData } from '../types/registry.ts'
import { withFiles, worksheetsOf } from '../worksheets.ts'

/** @throws {ApiError} 404 if the course does not exist or is a draft that the reader may not see. */
export async function requireVisibleCourse(id: string, user: ViewerRole | undefined): Promise<void> {
	const [course] = await db()
		.select({ id: courses.id })
		.from(courses)
		.where(and(eq(courses.id, id), isVisible(user)))
	if (!course) throw httpError(COURSE_NOT_FOUND)
}

/** Returns `additionalContent` for non-admins, without the type's secrets. */
function toMemberData(row: ModuleRow): string {
	const known = findType(row.type)
	// The secrets of an unknown type cannot be removed.
	if (!known) return '{}'
	const shown = known.forMember(readData(known.data, row.additionalContent)) as object
	return JSON.stringify({ ...shown, ...withFiles(worksheetsOf(row.additionalContent)) })
}

/** Returns a module for authors. For other readers, use `toViewerModule`. */
export const toModule = (row: ModuleRow): CourseModule => ({
	...toPreviewModule(row),
	additionalContent: row.additionalContent,
	version: row.version,
})

/**
 * Returns a module for members and visitors: sanitized again, and without quiz answers.
 * @param lock this reader's lock, if any. A locked module has only the fields that the outline shows.
 */
export function toViewerModule(row: ModuleRow, lock: ModuleLock | undefined): CourseModule {
	return {
		id: row.id,
		courseId: row.courseId,
		title: row.title,
		description: lock ? '' : row.description,
		type: row.type,
		content: lock ? '' : sanitizeContent(row.content),
		orderIndex: row.orderIndex,
		additionalContent: lock ? '{}' : toMemberData(row),
		createdAt: row.createdAt.toISOString(),
		updatedAt: row.updatedAt.toISOString(),
		...(lock ? { lock } : {}),
	}
}

/** Returns modules in order, as `reader` may see them: locked ones have a lock instead of content. */
async function selectModules(where: SQL | undefined, reader: Viewer | undefined): Promise<CourseModule[]> {
	const rows = await db()
		.select({ ...getTableColumns(modules), ...lockColumns(reader) })
		.from(modules)
		.innerJoin(courses, eq(courses.id, modules.courseId))
		.where(where)
		.orderBy(asc(modules.courseId), asc(modules.orderIndex))
	return rows.map((row) => (seesDrafts(reader) ? toModule(row) : toViewerModule(row, lockOf(row, reader))))
}

/** Returns the modules of a course in order, as `reader` may see them. */
export const listModulesFor = (courseId: string, reader: Viewer | undefined) =>
	selectModules(eq(modules.courseId, courseId), reader)

/** Returns the modules as members see them once all are open, for an author's preview. */
export async function previewModules(courseId: string): Promise<CourseModule[]> {
	const rows = await db().select().from(modules).where(eq(modules.courseId, courseId)).orderBy(asc(modules.orderIndex))
	return rows.map(toPreviewModule)
}

/** Returns a module as members see it once it is open, with its release dates, for a preview. */
export const toPreviewModule = (row: ModuleRow): CourseModule => ({
	...toViewerModule(row, undefined),
	availableFrom: row.availableFrom?.toISOString() ?? null,
	availableAfterDays: row.availableAfterDays,
	isOpen: row.isOpen,
})

/** Returns the modules of these courses as visitors see them, in order and grouped by course, in one statement. */
export async function listModulesOf(courseIds: readonly string[]): Promise<ReadonlyMap<string, CourseModule[]>> {
	const listed = await selectModules(inArray(modules.courseId, [...courseIds]), undefined)
	return Map.groupBy(listed, ({ courseId }) => courseId)
}

export const listModules: Service<typeof contracts.listModules> = async ({ params }, context) => {
	const [, shown] = await Promise.all([
		requireVisibleCourse(params.id, context.user),
		listModulesFor(params.id, context.user),
	])
	return answerPublicly(context, shown)
}

/** @throws {ApiError} 404 */
export async function readModule(id: string): Promise<ModuleRow> {
	const [row] = await db().select().from(modules).where(eq(modules.id, id))
	if (!row) throw httpError(NOT_FOUND.module)
	return row
}
