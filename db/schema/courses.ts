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
		/** What is in its modules is for who is signed in; everybody reads the title, the description and the outline. */
		membersOnly: integer('members_only', { mode: 'boolean' }).notNull().default(false),
		/** When a job publishes it, and takes it back; null once it has, or where nobody asked for it. */
		publishAt: integer('publish_at', { mode: 'timestamp_ms' }),
		unpublishAt: integer('unpublish_at', { mode: 'timestamp_ms' }),
		/** Why it was not published at `publishAt`, which stays: nothing more happens until an admin says so. */
		publishRefusal: text('publish_refusal', { enum: ['noModules'] }),
	},
	(table) => [
		index('courses_by_publication').on(table.isPublished, table.id),
		index('courses_to_publish').on(table.publishAt).where(sql`${table.publishAt} is not null`),
		index('courses_to_unpublish').on(table.unpublishAt).where(sql`${table.unpublishAt} is not null`),
		check('courses_difficulty', sql`${table.difficulty} in ('beginner', 'intermediate', 'advanced')`),
	],
)
export type CourseRow = typeof courses.$inferSelect

/** What the details of a course were before they were replaced: the last ones. */
export const courseVersions = sqliteTable(
	'course_versions',
	{
		/** Sorts by when it was replaced. */
		id: text('id').primaryKey(),
		courseId: text('course_id')
			.notNull()
			.references(() => courses.id, { onDelete: 'cascade' }),
		title: text('title').notNull(),
		description: text('description').notNull(),
		difficulty: text('difficulty', { enum: ['beginner', 'intermediate', 'advanced'] }).notNull(),
		imageUrl: text('image_url'),
		replacedAt: integer('replaced_at', { mode: 'timestamp_ms' }).notNull(),
		/** Name of who did, as it was then. */
		replacedBy: text('replaced_by_name').notNull(),
	},
	(table) => [index('course_versions_of_course').on(table.courseId, table.id)],
)

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
		/** Who takes a course, the newest first. */
		index('enrollments_by_age').on(table.courseId, table.createdAt, table.userId),
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
