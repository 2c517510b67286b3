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
import { courses, enrollments } from './courses.ts'
import { users } from './users.ts'
import { version } from './version.ts'

export const modules = sqliteTable(
	'modules',
	{
		id: text('id').primaryKey(),
		courseId: text('course_id')
			.notNull()
			.references(() => courses.id, { onDelete: 'cascade' }),
		title: text('title').notNull(),
		description: text('description').notNull(),
		/** One of the registered types. No check here: a type that was taken away still shows its raw content. */
		type: text('type').notNull(),
		/** Rich text as HTML; sanitized when written and again when read. */
		content: text('content').notNull(),
		/** Zero-based and without gaps within the course. */
		orderIndex: integer('order_index').notNull(),
		/** JSON whose form belongs to the type. */
		additionalContent: text('additional_content').notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		updatedAt: integer('updated_at', { mode: 'timestamp_ms' }).notNull(),
		version: version(),
		/** It opens at this instant, or so many days after a member enrolled; not both. Null: nothing holds it back. */
		availableFrom: integer('available_from', { mode: 'timestamp_ms' }),
		availableAfterDays: integer('available_after_days'),
		/**
		 * Open to everybody who may read the course: no date, or one that has come. A fact that a job writes and not a
		 * comparison with a clock, so that all nodes agree on what a page shows. Never of one that waits for days.
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

/** What a module is made of, for its draft and its versions: the same columns as in `modules`. */
const words = {
	title: text('title').notNull(),
	description: text('description').notNull(),
	type: text('type').notNull(),
	content: text('content').notNull(),
	additionalContent: text('additional_content').notNull(),
}

/**
 * What admins wrote of a module of a published course and did not publish yet: one at most for each module, or a module
 * that is not there yet. Nobody but admins ever reads it (docs/decisions/038-drafts-versions-copies.md).
 */
export const moduleDrafts = sqliteTable(
	'module_drafts',
	{
		/** That of the module, also of one that is not there yet. */
		id: text('id').primaryKey(),
		/** Null while the module is not there yet. */
		moduleId: text('module_id').references(() => modules.id, { onDelete: 'cascade' }),
		courseId: text('course_id')
			.notNull()
			.references(() => courses.id, { onDelete: 'cascade' }),
		...words,
		/** When it was begun: what was published since is newer than it. */
		begunAt: integer('begun_at', { mode: 'timestamp_ms' }).notNull(),
		savedAt: integer('saved_at', { mode: 'timestamp_ms' }).notNull(),
		/** Name of who did, as it was then. */
		savedBy: text('saved_by_name').notNull(),
		/** Of a module that is not there yet. Of one that is, its own version moves with the draft, too. */
		version: version(),
		/** When a module that is not there yet will open, as in `modules`; null of one that is: it has its own. */
		availableFrom: integer('available_from', { mode: 'timestamp_ms' }),
		availableAfterDays: integer('available_after_days'),
	},
	(table) => [
		index('module_drafts_by_course').on(table.courseId, table.id),
		index('module_drafts_by_module').on(table.moduleId),
	],
)
export type ModuleDraftRow = typeof moduleDrafts.$inferSelect

/** What was published of a module before it was replaced: the last ones, by a write that puts another in its place. */
export const moduleVersions = sqliteTable(
	'module_versions',
	{
		/** Sorts by when it was replaced. */
		id: text('id').primaryKey(),
		moduleId: text('module_id')
			.notNull()
			.references(() => modules.id, { onDelete: 'cascade' }),
		/** When it came in place of what was there before. */
		shownFrom: integer('shown_from', { mode: 'timestamp_ms' }).notNull(),
		replacedAt: integer('replaced_at', { mode: 'timestamp_ms' }).notNull(),
		/** Name of who did, as it was then. */
		replacedBy: text('replaced_by_name').notNull(),
		// Last: a list reads what stands before a long text without reading the text.
		...words,
	},
	(table) => [index('module_versions_of_module').on(table.moduleId, table.id)],
)
export type ModuleVersionRow = typeof moduleVersions.$inferSelect

export const moduleProgress = sqliteTable(
	'module_progress',
	{
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		moduleId: text('module_id')
			.notNull()
			.references(() => modules.id, { onDelete: 'cascade' }),
		isCompleted: integer('is_completed', { mode: 'boolean' }).notNull(),
		updatedAt: integer('updated_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.moduleId] }),
		index('module_progress_by_module').on(table.moduleId),
	],
)

/**
 * Where a member stopped in a module, so that they go on there on any device. The newest one of a course says in which
 * module they were. It goes with the enrollment.
 */
export const modulePlaces = sqliteTable(
	'module_places',
	{
		userId: text('user_id').notNull(),
		courseId: text('course_id').notNull(),
		moduleId: text('module_id')
			.notNull()
			.references(() => modules.id, { onDelete: 'cascade' }),
		/** Blocks of the content above the top of the window, with the part of the one that it cuts. */
		scroll: real('scroll'),
		/** Of its video. */
		seconds: real('seconds'),
		/** The question of its quiz that is shown, from zero. */
		question: integer('question'),
		/** JSON: the options chosen so far in a quiz that is not finished, null where none was chosen. */
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

/** One graded try at a quiz. Kept, so that a member who passed stays one who passed. */
export const quizAttempts = sqliteTable(
	'quiz_attempts',
	{
		id: text('id').primaryKey(),
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		moduleId: text('module_id')
			.notNull()
			.references(() => modules.id, { onDelete: 'cascade' }),
		/** JSON: the chosen option per question, null where none was chosen. */
		answers: text('answers').notNull(),
		/** JSON: right or wrong per question. */
		results: text('results').notNull(),
		/** Rounded percentage of right answers. */
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
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		moduleId: text('module_id')
			.notNull()
			.references(() => modules.id, { onDelete: 'cascade' }),
		/** The module's course, which never changes: instructors read the journals of a course. */
		courseId: text('course_id')
			.notNull()
			.references(() => courses.id, { onDelete: 'cascade' }),
		content: text('content').notNull(),
		instructorFeedback: text('instructor_feedback'),
		/** Written or changed since the last feedback. */
		isWaiting: integer('is_waiting', { mode: 'boolean' }).notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		updatedAt: integer('updated_at', { mode: 'timestamp_ms' }).notNull(),
		feedbackAt: integer('feedback_at', { mode: 'timestamp_ms' }),
		/** Of entry and feedback together: feedback answers the entry that its author read. */
		version: version(),
	},
	(table) => [
		uniqueIndex('journal_entries_one_each').on(table.userId, table.moduleId),
		index('journal_entries_by_course').on(table.courseId, table.id),
		index('journal_entries_waiting').on(table.courseId, table.isWaiting, table.id),
		/** Those that wait, of all courses. */
		index('journal_entries_all_waiting').on(table.isWaiting, table.id),
		index('journal_entries_by_module').on(table.moduleId),
		check('journal_entries_waiting_flag', sql`${table.isWaiting} in (0, 1)`),
	],
)
