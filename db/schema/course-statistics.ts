import { sql } from 'drizzle-orm'
import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { courses } from './courses.ts'

/** How a course fares, as a job counted it: what an admin reads is one row, however many are enrolled. */
export const courseStatistics = sqliteTable(
	'course_figures',
	{
		courseId: text('course_id')
			.primaryKey()
			.references(() => courses.id, { onDelete: 'cascade' }),
		enrolled: integer('enrolled').notNull().default(0),
		started: integer('started').notNull().default(0),
		finished: integer('finished').notNull().default(0),
		/** From enrolling to the last module, of those who finished; null while nobody has. */
		medianDays: real('median_days'),
		waitingJournals: integer('waiting_journals').notNull().default(0),
		/** Its modules, quizzes and months, as `features/course-statistics/contract.ts` has them. */
		detail: text('detail', { mode: 'json' }).notNull().$type<Record<string, unknown>>(),
		/** When counting began: what happened since is not in it. Null while it was never counted. */
		countedAt: integer('counted_at', { mode: 'timestamp_ms' }),
		/** How long counting took, in milliseconds: what takes long is counted more seldom. */
		tookMs: integer('took_ms').notNull().default(0),
		/** Being counted. One that stays so is of a process that died, and is counted again. */
		isCounting: integer('is_counting', { mode: 'boolean' }).notNull().default(false),
	},
	(table) => [
		index('course_figures_by_enrolled').on(table.enrolled, table.courseId),
		index('course_figures_counting').on(table.courseId).where(sql`${table.isCounting} = 1`),
	],
)

/** Courses of which something changed since they were counted. Triggers (in the migration) write it, whoever changed it. */
export const staleStatistics = sqliteTable(
	'stale_figures',
	{
		/** No reference: what goes with a deleted course marks it, too. */
		courseId: text('course_id').primaryKey(),
		/** When the first of it changed. */
		since: integer('since', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [index('stale_figures_by_time').on(table.since)],
)
