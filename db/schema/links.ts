import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { courses } from './courses.ts'
import { comments } from './discussion.ts'
import { modules } from './modules.ts'
import { episodes } from './podcast.ts'
import { questionComments, questions } from './questions.ts'

/** What stands in `startMs` of a link that names no second: a part of the key cannot be empty. */
export const NO_START = -1

/**
 * What links what: a post, a module, a comment below one or a course's description an episode or a course, as it was written, and an episode a course, as an admin
 * said. Written with what holds the link; where that is deleted they go, and come back with it (`trash-rows.ts`).
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
		 * As the address has it: the readable part of an episode's, which never changes; the id of a course or one of its
		 * readable addresses, which lead to no other. Hence no reference: what is not there, or not yet, may come.
		 */
		toId: text('to_id').notNull(),
		startMs: integer('start_ms').notNull().default(NO_START),
		origin: text('origin', { enum: ['text', 'admin'] }).notNull(),
		// Computed: one column for each kind, so that a foreign key takes the links along.
		questionId: text('question_id')
			.generatedAlwaysAs(sql`case when from_kind = 'question' then from_id end`, { mode: 'virtual' })
			.references(() => questions.id, { onDelete: 'cascade' }),
		commentId: text('comment_id')
			.generatedAlwaysAs(sql`case when from_kind = 'questionComment' then from_id end`, { mode: 'virtual' })
			.references(() => questionComments.id, { onDelete: 'cascade' }),
		moduleId: text('module_id')
			.generatedAlwaysAs(sql`case when from_kind = 'module' then from_id end`, { mode: 'virtual' })
			.references(() => modules.id, { onDelete: 'cascade' }),
		episodeId: text('episode_id')
			.generatedAlwaysAs(sql`case when from_kind = 'episode' then from_id end`, { mode: 'virtual' })
			.references(() => episodes.id, { onDelete: 'cascade' }),
		courseCommentId: text('course_comment_id')
			.generatedAlwaysAs(sql`case when from_kind = 'courseComment' then from_id end`, { mode: 'virtual' })
			.references(() => comments.id, { onDelete: 'cascade' }),
		courseId: text('course_id')
			.generatedAlwaysAs(sql`case when from_kind = 'course' then from_id end`, { mode: 'virtual' })
			.references(() => courses.id, { onDelete: 'cascade' }),
	},
	(table) => [
		primaryKey({ columns: [table.fromKind, table.fromId, table.toKind, table.toId, table.startMs] }),
		// Ids sort by when they were made: the newest of a kind are at the end.
		index('content_links_to').on(table.toKind, table.toId, table.fromKind, table.fromId, table.startMs),
		index('content_links_of_question').on(table.questionId),
		index('content_links_of_comment').on(table.commentId),
		index('content_links_of_module').on(table.moduleId),
		index('content_links_of_episode').on(table.episodeId),
		index('content_links_of_course_comment').on(table.courseCommentId),
		index('content_links_of_course').on(table.courseId),
	],
)
