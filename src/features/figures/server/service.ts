import { desc, eq, getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { courseFigures } from '#db/schema/figures.ts'
import { refusal } from '#src/lib/errors.ts'
import type { Service } from '#src/platform/create-handle.ts'
import { openCursor, page } from '#src/platform/paging.ts'
import type { CourseFigures, FiguresDetail } from '../contract.ts'
import * as contracts from '../contract.ts'

const { enrolled, started, finished, medianDays, waitingJournals, countedAt } = getTableColumns(courseFigures)

/** Courses as they were counted, those with the most members first, after this one; the query plan is tested. */
export const figuresStatement = (after: readonly [number, string] | undefined, limit: number) =>
	db()
		.select({
			...{ courseId: courseFigures.courseId, title: courses.title, isPublished: courses.isPublished },
			...{ enrolled, started, finished, medianDays, waitingJournals, countedAt },
		})
		.from(courseFigures)
		.innerJoin(courses, eq(courses.id, courseFigures.courseId))
		.where(after && sql`(${courseFigures.enrolled}, ${courseFigures.courseId}) < (${after[0]}, ${after[1]})`)
		.orderBy(desc(courseFigures.enrolled), desc(courseFigures.courseId))
		.limit(limit)

export const listFigures: Service<typeof contracts.listFigures> = async ({ query }, context) => {
	const { limit, cursor } = query
	const [rows, total] = await Promise.all([
		figuresStatement(openCursor(cursor, 'number', 'id'), limit + 1),
		db().$count(courseFigures),
	])
	return page(context, contracts.listFigures, { query }, rows, {
		total,
		cursorOf: (row) => [row.enrolled, row.courseId],
	})
}

const NOTHING: FiguresDetail = { modules: [], quizzes: [], months: [] }

/** How a course fares; without a date where it was not counted yet, undefined where there is no such course. */
export async function findFigures(id: string): Promise<CourseFigures | undefined> {
	const [row] = await db()
		.select({ title: courses.title, isPublished: courses.isPublished, figures: courseFigures })
		.from(courses)
		.leftJoin(courseFigures, eq(courseFigures.courseId, courses.id))
		.where(eq(courses.id, id))
	if (!row) return undefined
	const { title, isPublished, figures } = row
	// While it is counted for the first time, or by another release.
	const detail = z.safeParse(contracts.figuresDetail, figures?.detail)
	return {
		...{ courseId: id, title, isPublished },
		...{ enrolled: figures?.enrolled ?? 0, started: figures?.started ?? 0, finished: figures?.finished ?? 0 },
		...{ medianDays: figures?.medianDays ?? null, waitingJournals: figures?.waitingJournals ?? 0 },
		countedAt: figures?.countedAt?.toISOString() ?? null,
		...(detail.success ? detail.data : NOTHING),
	}
}

export const getFigures: Service<typeof contracts.getFigures> = async ({ params }) => {
	const figures = await findFigures(params.id)
	if (!figures) throw refusal(contracts.getFigures.errors.notFound)
	return figures
}
