import { sql } from 'drizzle-orm'
import {
	check,
	foreignKey,
	index,
	integer,
	primaryKey,
	real,
	sqliteTable,
	text,
	uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { childOf, version } from '../columns.ts'
import { courses, enrollments } from './courses.ts'
import { users } from './users.ts'

export const modules = sqliteTable(
	'modules',
	{
		id: text('id').primaryKey(),
		courseId: childOf('course_id', () => courses.id),
		title: text('title').notNull(),
		description: text('description').notNull(),
		/** A registered type. Not constrained here: modules of a removed type still show their raw content. */
		type: text('type').notNull(),
		/** Rich text as HTML; sanitized on write and again on read. */
		content: text('content').notNull(),
		/** Zero-based position in the course, without gaps. */
		orderIndex: integer('order_index').notNull(),
		/** JSON; the module type defines its schema. */
		additionalContent: text('additional_content').notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		updatedAt: integer('updated_at', { mode: 'timestamp_ms' }).notNull(),
		version: version(),
		/** Release date: this time, or `availableAfterDays` days after enrollment. Both null: no release date. */
		availableFrom: integer('available_from', { mode: 'timestamp_ms' }),
		availableAfterDays: integer('available_after_days'),
		/**
		 * Whether it is open to all readers of the course: it has no release date, or a past one. Set by a job rather than
		 * compared with a clock, so that all nodes agree. Always false if it opens days after enrollment.
		 */
		isOpen: integer('is_open', { mode: 'boolean' }).notNull().default(true),
	},
	(table) => [
		index('modules_by_course').on(table.courseId, table.orderIndex),
		index('modules_to_open')
			.on(table.availableFrom)
			.where(sql`${table.isOpen} = 0 and ${table.availableFrom} is not null`),
		index('modules_opened')
			.on(table.availableFrom)
			.where(sql`${table.isOpen} = 1 and ${table.availableFrom} is not null`),
	],
)
export type ModuleRow = typeof modules.$inferSelect

/** Content columns of `modules` that its drafts and versions have too. */
const contentColumns = {
	title: text('title').notNull(),
	description: text('description').notNull(),
	type: text('type').notNull(),
	content: text('content').notNull(),
	additionalContent: text('additional_content').notNull(),
}

/**
 * Unpublished changes to a module of a published course (at most one draft per module), or a draft of a new module.
 * Visible to admins only (docs/decisions/038-drafts-versions-copies.md).
 */
export const moduleDrafts = sqliteTable(
	'module_drafts',
	{
		/** The module's id. A new module keeps this id when it is published. */
		id: text('id').primaryKey(),
		/** Null for a new module. */
		moduleId: text('module_id').references(() => modules.id, { onDelete: 'cascade' }),
		courseId: childOf('course_id', () => courses.id),
		...contentColumns,
		/** When the draft was started. A version published later is newer than the draft. */
		begunAt: integer('begun_at', { mode: 'timestamp_ms' }).notNull(),
		savedAt: integer('saved_at', { mode: 'timestamp_ms' }).notNull(),
		/** Name of the last editor at the time. */
		savedBy: text('saved_by_name').notNull(),
		/** Version of a new module's draft. For an existing module, changes to the draft increase the module's version. */
		version: version(),
		/** Release date of a new module, as in `modules`; null for an existing module. */
		availableFrom: integer('available_from', { mode: 'timestamp_ms' }),
		availableAfterDays: integer('available_after_days'),
	},
	(table) => [
		index('module_drafts_by_course').on(table.courseId, table.id),
		index('module_drafts_by_module').on(table.moduleId),
	],
)
export type ModuleDraftRow = typeof moduleDrafts.$inferSelect

/** Previously published versions of a module, limited to the latest ones. Written when a new version replaces one. */
export const moduleVersions = sqliteTable(
	'module_versions',
	{
		/** Sorts by time of replacement. */
		id: text('id').primaryKey(),
		moduleId: childOf('module_id', () => modules.id),
		shownFrom: integer('shown_from', { mode: 'timestamp_ms' }).notNull(),
		replacedAt: integer('replaced_at', { mode: 'timestamp_ms' }).notNull(),
		/** Name of the admin who replaced it, at the time. */
		replacedBy: text('replaced_by_name').notNull(),
		// Last, so that lists can read the columns above without reading the long ones below.
		...contentColumns,
	},
	(table) => [index('module_versions_of_module').on(table.moduleId, table.id)],
)
export type ModuleVersionRow = typeof moduleVersions.$inferSelect

export const moduleProgress = sqliteTable(
	'module_progress',
	{
		userId: childOf('user_id', () => users.id),
		moduleId: childOf('module_id', () => modules.id),
		isCompleted: integer('is_completed', { mode: 'boolean' }).notNull(),
		updatedAt: integer('updated_at', { mode: 'timestamp_ms' }).notNull(),
		/** Completed elsewhere, according to an imported list: treated as completed, but not as proof of completion. */
		isTakenOver: integer('is_taken_over', { mode: 'boolean' }).notNull().default(false),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.moduleId] }),
		index('module_progress_by_module').on(table.moduleId),
		// For the number of modules completed in a week.
		index('module_progress_by_time').on(table.updatedAt),
	],
)

/**
 * A member's position in a module, to resume on any device. A course is resumed at its newest position.
 * Deleted with the enrollment.
 */
export const modulePlaces = sqliteTable(
	'module_places',
	{
		userId: text('user_id').notNull(),
		courseId: text('course_id').notNull(),
		moduleId: childOf('module_id', () => modules.id),
		/** Content blocks above the top of the window, including the fraction of the block that the edge cuts. */
		scroll: real('scroll'),
		seconds: real('seconds'),
		/** Current quiz question, zero-based. */
		question: integer('question'),
		/** JSON: options chosen so far in an unfinished quiz; null per unanswered question. */
		answers: text('answers'),
		updatedAt: integer('updated_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.moduleId] }),
		foreignKey({
			columns: [table.userId, table.courseId],
			foreignColumns: [enrollments.userId, enrollments.courseId],
		}).onDelete('cascade'),
		index('module_places_by_course').on(table.userId, table.courseId, table.updatedAt),
		index('module_places_by_module').on(table.moduleId),
	],
)

/** One graded attempt at a quiz. Later attempts never replace it, so that a pass remains a pass. */
export const quizAttempts = sqliteTable(
	'quiz_attempts',
	{
		id: text('id').primaryKey(),
		userId: childOf('user_id', () => users.id),
		moduleId: childOf('module_id', () => modules.id),
		/** JSON: the chosen option per question; null if unanswered. */
		answers: text('answers').notNull(),
		/** JSON: whether each answer is right. */
		results: text('results').notNull(),
		/** Percentage of right answers, rounded. */
		score: integer('score').notNull(),
		passingScore: integer('passing_score').notNull(),
		passed: integer('passed', { mode: 'boolean' }).notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [
		index('quiz_attempts_by_member').on(table.userId, table.moduleId, table.id),
		index('quiz_attempts_passed').on(table.userId, table.moduleId, table.passed),
		index('quiz_attempts_by_module').on(table.moduleId),
	],
)

export const journalEntries = sqliteTable(
	'journal_entries',
	{
		id: text('id').primaryKey(),
		userId: childOf('user_id', () => users.id),
		moduleId: childOf('module_id', () => modules.id),
		/** The module's course, which never changes. Stored here because instructors read journals by course. */
		courseId: childOf('course_id', () => courses.id),
		content: text('content').notNull(),
		instructorFeedback: text('instructor_feedback'),
		/** Whether the entry was written or changed after the last feedback. */
		isWaiting: integer('is_waiting', { mode: 'boolean' }).notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		updatedAt: integer('updated_at', { mode: 'timestamp_ms' }).notNull(),
		feedbackAt: integer('feedback_at', { mode: 'timestamp_ms' }),
		/** One version for entry and feedback, so that feedback always refers to the text that the instructor read. */
		version: version(),
	},
	(table) => [
		uniqueIndex('journal_entries_one_each').on(table.userId, table.moduleId),
		index('journal_entries_by_course').on(table.courseId, table.id),
		index('journal_entries_waiting').on(table.courseId, table.isWaiting, table.id),
		// Waiting entries of all courses.
		index('journal_entries_all_waiting').on(table.isWaiting, table.id),
		index('journal_entries_by_module').on(table.moduleId),
		check('journal_entries_waiting_flag', sql`${table.isWaiting} in (0, 1)`),
	],
)
