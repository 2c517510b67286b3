import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './users.ts'
import { version } from './version.ts'

export const courses = sqliteTable(
	'courses',
	{
		/** Sorts by creation: lists go by it, newest first. */
		id: text('id').primaryKey(),
		title: text('title').notNull(),
		description: text('description').notNull(),
		difficulty: text('difficulty', { enum: ['beginner', 'intermediate', 'advanced'] }).notNull(),
		imageUrl: text('image_url'),
		isPublished: integer('is_published', { mode: 'boolean' }).notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		/** Moves on with every change of the course or of one of its modules. */
		updatedAt: integer('updated_at', { mode: 'timestamp_ms' }).notNull(),
		version: version(),
	},
	(table) => [
		index('courses_by_publication').on(table.isPublished, table.id),
		check('courses_difficulty', sql`${table.difficulty} in ('beginner', 'intermediate', 'advanced')`),
	],
)
export type CourseRow = typeof courses.$inferSelect

/**
 * Readable addresses of courses, present and former. None is ever given to another course, also not once its own is
 * deleted, hence no reference: a link that somebody kept never leads to something else.
 */
export const courseSlugs = sqliteTable(
	'course_slugs',
	{
		slug: text('slug').primaryKey(),
		courseId: text('course_id').notNull(),
		/** What the title gave; `slug` has a number behind it where that was taken. */
		base: text('base').notNull(),
		/** Of one course the highest is its own; the others go on leading to it. */
		turn: integer('turn').notNull(),
	},
	(table) => [index('course_slugs_of_course').on(table.courseId, table.turn)],
)

/** A member takes a course. */
export const enrollments = sqliteTable(
	'enrollments',
	{
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		courseId: text('course_id')
			.notNull()
			.references(() => courses.id, { onDelete: 'cascade' }),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.courseId] }),
		index('enrollments_by_course').on(table.courseId, table.userId),
	],
)

/**
 * Names the state of the list of courses. Triggers give it another name when a course changes, comes or goes, and
 * when a module comes or goes: what was made of one state is not sent in another, whoever wrote.
 */
export const courseListState = sqliteTable('course_list_state', {
	/** The only row is 1. */
	id: integer('id').primaryKey(),
	/** Random, so that no two databases ever have the same name for different lists. */
	name: text('name').notNull(),
})
