import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { courses } from '../courses.ts'
import { comments } from '../discussion.ts'
import { modules } from '../modules.ts'
import { episodes } from '../podcast.ts'
import { questionComments, questions } from '../questions.ts'

/** `startMs` of a link without a time, because a key column cannot be null. */
export const NO_START = -1

/** Defines a computed column, one per kind of source, so that a foreign key can delete the links. */
const sourceColumn = <Name extends string>(name: Name, kind: string, key: () => AnySQLiteColumn) =>
	text(name)
		.generatedAlwaysAs(sql.raw(`case when from_kind = '${kind}' then from_id end`), { mode: 'virtual' })
		.references(key, { onDelete: 'cascade' })

/**
 * Links from posts, modules, comments and course descriptions to episodes or courses, found in their text; and links
 * from an episode to a course, set by an admin. Written with their source, and deleted and restored with it
 * (`trash-rows.ts`).
 */
export const contentLinks = sqliteTable(
	'content_links',
	{
		fromKind: text('from_kind', {
			enum: ['question', 'questionComment', 'module', 'courseComment', 'course', 'episode'],
		}).notNull(),
		fromId: text('from_id').notNull(),
		toKind: text('to_kind', { enum: ['episode', 'course'] }).notNull(),
		/**
		 * As in the URL: an episode's slug (never changes), or a course's id or one of its slugs (never reused). No
		 * reference, since the target may not exist yet.
		 */
		toId: text('to_id').notNull(),
		startMs: integer('start_ms').notNull().default(NO_START),
		origin: text('origin', { enum: ['text', 'admin'] }).notNull(),
		questionId: sourceColumn('question_id', 'question', () => questions.id),
		commentId: sourceColumn('comment_id', 'questionComment', () => questionComments.id),
		moduleId: sourceColumn('module_id', 'module', () => modules.id),
		episodeId: sourceColumn('episode_id', 'episode', () => episodes.id),
		courseCommentId: sourceColumn('course_comment_id', 'courseComment', () => comments.id),
		courseId: sourceColumn('course_id', 'course', () => courses.id),
	},
	(table) => [
		primaryKey({ columns: [table.fromKind, table.fromId, table.toKind, table.toId, table.startMs] }),
		// Ids sort by creation, so the newest links of each kind come last.
		index('content_links_to').on(table.toKind, table.toId, table.fromKind, table.fromId, table.startMs),
		index('content_links_of_question').on(table.questionId),
		index('content_links_of_comment').on(table.commentId),
		index('content_links_of_module').on(table.moduleId),
		index('content_links_of_episode').on(table.episodeId),
		index('content_links_of_course_comment').on(table.courseCommentId),
		index('content_links_of_course').on(table.courseId),
	],
)
