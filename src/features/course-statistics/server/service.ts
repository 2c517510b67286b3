import { desc, eq, getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.ts'
import { courseStatistics } from '#db/schema/course-statistics.ts'
import { courses } from '#db/schema/courses.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import type { CourseStatistics, StatisticsDetail } from '../contract.ts'
import * as contracts from '../contract.ts'

const { enrolled, started, finished, medianDays, waitingJournals, countedAt } = getTableColumns(courseStatistics)

/** Selects the counted courses that come after the cursor, most members first; the query plan is tested. */
export const statisticsStatement = (after: readonly [number, string] | undefined, limit: number) =>
	db()
		.select({
			...{ courseId: courseStatistics.courseId, title: courses.title, isPublished: courses.isPublished },
			...{ enrolled, started, finished, medianDays, waitingJournals, countedAt },
		})
		.from(courseStatistics)
		.innerJoin(courses, eq(courses.id, courseStatistics.courseId))
		.where(after && sql`(${courseStatistics.enrolled}, ${courseStatistics.courseId}) < (${after[0]}, ${after[1]})`)
		.orderBy(desc(courseStatistics.enrolled), desc(courseStatistics.courseId))
		.limit(limit)

export const listStatistics: Service<typeof contracts.listStatistics> = async ({ query }, context) => {
	const { limit, cursor } = query
	const [rows, total] = await Promise.all([
		statisticsStatement(openCursor(cursor, 'number', 'id'), limit + 1),
		db().$count(courseStatistics),
	])
	return page(context, contracts.listStatistics, { query }, rows, {
		total,
		cursorOf: (row) => [row.enrolled, row.courseId],
	})
}

const EMPTY_DETAIL: StatisticsDetail = { modules: [], quizzes: [], months: [] }

/** Returns a course's statistics, with `countedAt` null before the first count; undefined for an unknown course. */
export async function findStatistics(id: string): Promise<CourseStatistics | undefined> {
	const [row] = await db()
		.select({ title: courses.title, isPublished: courses.isPublished, statistics: courseStatistics })
		.from(courses)
		.leftJoin(courseStatistics, eq(courseStatistics.courseId, courses.id))
		.where(eq(courses.id, id))
	if (!row) return undefined
	const { title, isPublished, statistics } = row
	// The stored detail is invalid during the first count, or if another release stored it.
	const detail = z.safeParse(contracts.statisticsDetail, statistics?.detail)
	return {
		...{ courseId: id, title, isPublished },
		...{ enrolled: statistics?.enrolled ?? 0, started: statistics?.started ?? 0, finished: statistics?.finished ?? 0 },
		...{ medianDays: statistics?.medianDays ?? null, waitingJournals: statistics?.waitingJournals ?? 0 },
		countedAt: statistics?.countedAt?.toISOString() ?? null,
		...(detail.success ? detail.data : EMPTY_DETAIL),
	}
}

export const getStatistics: Service<typeof contracts.getStatistics> = async ({ params }) => {
	const statistics = await findStatistics(params.id)
	if (!statistics) throw httpError(contracts.getStatistics.errors.notFound)
	return statistics
}
