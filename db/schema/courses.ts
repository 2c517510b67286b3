import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { childOf, version } from '../columns.ts'
import { users } from './users.ts'

export const courses = sqliteTable(
	'courses',
	{
		/** Sorts by creation. Lists show the newest first. */
		id: text('id').primaryKey(),
		title: text('title').notNull(),
		description: text('description').notNull(),
		difficulty: text('difficulty', { enum: ['beginner', 'intermediate', 'advanced'] }).notNull(),
		imageUrl: text('image_url'),
		isPublished: integer('is_published', { mode: 'boolean' }).notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		/** Updated with every change of the course or one of its modules. */
		updatedAt: integer('updated_at', { mode: 'timestamp_ms' }).notNull(),
		version: version(),
		/** Module content requires a sign-in; title, description and outline are public. */
		membersOnly: integer('members_only', { mode: 'boolean' }).notNull().default(false),
		/** When a job publishes or unpublishes it; null once done, or if not scheduled. */
		publishAt: integer('publish_at', { mode: 'timestamp_ms' }),
		unpublishAt: integer('unpublish_at', { mode: 'timestamp_ms' }),
		/** Why publishing at `publishAt` failed. `publishAt` is kept, and publishing is not retried until an admin acts. */
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

/** Previous versions of a course's details, limited to the latest ones. */
export const courseVersions = sqliteTable(
	'course_versions',
	{
		/** Sorts by time of replacement. */
		id: text('id').primaryKey(),
		courseId: childOf('course_id', () => courses.id),
		title: text('title').notNull(),
		description: text('description').notNull(),
		difficulty: text('difficulty', { enum: ['beginner', 'intermediate', 'advanced'] }).notNull(),
		imageUrl: text('image_url'),
		replacedAt: integer('replaced_at', { mode: 'timestamp_ms' }).notNull(),
		/** Name of the admin who replaced it, at the time. */
		replacedBy: text('replaced_by_name').notNull(),
	},
	(table) => [index('course_versions_of_course').on(table.courseId, table.id)],
)

/**
 * Slugs of courses, current and former. A slug is never reused for another course, even after a deletion, so
 * an old link never leads to a different course. No reference, because the row outlives the course.
 */
export const courseSlugs = sqliteTable(
	'course_slugs',
	{
		slug: text('slug').primaryKey(),
		courseId: text('course_id').notNull(),
		/** Slug of the title. `slug` has a number appended if this one was taken. */
		base: text('base').notNull(),
		/** The course's current slug has the highest number; its other slugs redirect there. */
		turn: integer('turn').notNull(),
	},
	(table) => [index('course_slugs_of_course').on(table.courseId, table.turn)],
)

export const enrollments = sqliteTable(
	'enrollments',
	{
		userId: childOf('user_id', () => users.id),
		courseId: childOf('course_id', () => courses.id),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.courseId] }),
		index('enrollments_by_course').on(table.courseId, table.userId),
		// Members of a course, newest first.
		index('enrollments_by_age').on(table.courseId, table.createdAt, table.userId),
	],
)

/**
 * Version of the course list. Triggers set a new name when a course is changed, created or deleted, and when a module
 * is created or deleted, so a response rendered for one version is never served for another.
 */
export const courseListState = sqliteTable('course_list_state', {
	/** Always 1: a single row. */
	id: integer('id').primaryKey(),
	/** Random, so that two databases never use the same name for different lists. */
	name: text('name').notNull(),
})
