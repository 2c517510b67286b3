import { sql } from 'drizzle-orm'
import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { courses } from './courses.ts'

/** Statistics of a course, computed by a job, so that reading them takes one row, not one per enrolled member. */
export const courseStatistics = sqliteTable(
	'course_figures',
	{
		courseId: text('course_id')
			.primaryKey()
			.references(() => courses.id, { onDelete: 'cascade' }),
		enrolled: integer('enrolled').notNull().default(0),
		started: integer('started').notNull().default(0),
		finished: integer('finished').notNull().default(0),
		/** Days from enrollment to the last module, for members who finished; null if no one has finished. */
		medianDays: real('median_days'),
		waitingJournals: integer('waiting_journals').notNull().default(0),
		/** Modules, quizzes and months, as in `features/course-statistics/contract.ts`. */
		detail: text('detail', { mode: 'json' }).notNull().$type<Record<string, unknown>>(),
		/** Start of the count: later changes are not included. Null until the first count. */
		countedAt: integer('counted_at', { mode: 'timestamp_ms' }),
		/** Duration of the last count, in milliseconds. Slow counts run less often. */
		tookMs: integer('took_ms').notNull().default(0),
		/** Whether a count is running. If its process died, the flag stays and the count runs again. */
		isCounting: integer('is_counting', { mode: 'boolean' }).notNull().default(false),
	},
	(table) => [
		index('course_figures_by_enrolled').on(table.enrolled, table.courseId),
		index('course_figures_counting').on(table.courseId).where(sql`${table.isCounting} = 1`),
	],
)

/** Courses with changes since their last count. Written by triggers in the migration. */
export const staleStatistics = sqliteTable(
	'stale_figures',
	{
		/** No reference, because deleting a course's rows also marks the course as stale. */
		courseId: text('course_id').primaryKey(),
		/** Time of the first change. */
		since: integer('since', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [index('stale_figures_by_time').on(table.since)],
)
