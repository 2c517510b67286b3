import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** What a search can find of an episode, a course, a module or a session: the thing itself, a chapter, or what is said. */
const part = {
	/**
	 * The row id that the index (FTS5) goes by: higher is newer. Spelled out, because VACUUM may renumber a row id that
	 * no column names.
	 */
	seq: integer('seq').primaryKey({ autoIncrement: true }),
	sourceKind: text('source_kind', { enum: ['episode', 'course', 'module', 'session'] }).notNull(),
	sourceId: text('source_id').notNull(),
	part: text('part', { enum: ['about', 'chapter', 'passage'] }).notNull(),
	ordinal: integer('ordinal').notNull(),
	startMs: integer('start_ms'),
	endMs: integer('end_ms'),
	speaker: text('speaker'),
	/** Empty of what has no title of its own. */
	heading: text('heading').notNull(),
	text: text('text').notNull(),
	/** Where on its page it stands; empty at the top. */
	anchor: text('anchor').notNull().default(''),
	/** JSON of `[place in the text, milliseconds]` where one sentence after the other is said; null without times. */
	times: text('times'),
	/** Words that narrow a search, such as the tab under which it is found. */
	tags: text('tags').notNull().default(''),
	/** Indexed along with the text: words of heading and text without the punctuation in them. */
	joinedWords: text('joined_words').notNull().default(''),
}

/** What everybody may find. Triggers keep `library_search`, the index of it, and nothing else is read for a visitor. */
export const libraryParts = sqliteTable('library_parts', part, (table) => [
	uniqueIndex('library_parts_of_source').on(table.sourceKind, table.sourceId, table.part, table.ordinal),
	index('library_parts_by_heading').on(sql`${table.heading} collate nocase`).where(sql`${table.heading} <> ''`),
])
export type PartRow = typeof libraryParts.$inferSelect

/** What members may find besides, each as far as it is open to them. Its index is `club_search`. */
export const clubParts = sqliteTable('club_parts', part, (table) => [
	uniqueIndex('club_parts_of_source').on(table.sourceKind, table.sourceId, table.part, table.ordinal),
	index('club_parts_by_heading').on(sql`${table.heading} collate nocase`).where(sql`${table.heading} <> ''`),
])

/**
 * The words that a misspelled one may be taken for: those in what everybody may read, and those that at least three members
 * wrote. No other word is kept here: a client's name that one member typed must never be suggested to another.
 */
export const searchWords = sqliteTable('search_words', {
	word: text('word').primaryKey(),
	/** In so many parts that everybody may read. */
	publicDocs: integer('public_docs').notNull(),
	/** So many members wrote it, up to the three that matter. */
	memberAuthors: integer('member_authors').notNull(),
})

/** What is to be indexed anew. Triggers write it, whoever changes something; a later change gives it a later number. */
export const searchWork = sqliteTable(
	'search_work',
	{
		seq: integer('seq').primaryKey({ autoIncrement: true }),
		sourceKind: text('source_kind', { enum: ['episode', 'course', 'module', 'session'] }).notNull(),
		sourceId: text('source_id').notNull(),
	},
	(table) => [uniqueIndex('search_work_once').on(table.sourceKind, table.sourceId)],
)

/**
 * What an episode had and has no more: its parts of this kind up to this number. Triggers write it, so that a write that
 * removes hours of talk is as short as any other: nobody finds these rows from then on, and the job of the index, for
 * which `search_work` has the episode too, takes them out. What is indexed later has higher numbers.
 */
export const goneParts = sqliteTable(
	'gone_parts',
	{
		sourceKind: text('source_kind', { enum: ['episode', 'course', 'module', 'session'] }).notNull(),
		sourceId: text('source_id').notNull(),
		part: text('part', { enum: ['about', 'chapter', 'passage'] }).notNull(),
		upTo: integer('up_to').notNull(),
	},
	(table) => [primaryKey({ columns: [table.sourceKind, table.sourceId, table.part] })],
)

/** How far the rebuilding of everything is. A single row, id 1. */
export const searchState = sqliteTable('search_state', {
	id: integer('id').primaryKey(),
	/** When it was asked for; null until somebody did. */
	startedAt: integer('started_at', { mode: 'timestamp_ms' }),
	/** Null while it runs. */
	finishedAt: integer('finished_at', { mode: 'timestamp_ms' }),
	/** Whether all there is has been put into `search_work` since. */
	isListed: integer('is_listed', { mode: 'boolean' }).notNull().default(false),
	/** Answers up to this number are indexed anew already. */
	answersSeq: integer('answers_seq').notNull().default(0),
	/** When index and tables were compared last. */
	comparedAt: integer('compared_at', { mode: 'timestamp_ms' }),
	/**
	 * When something was last deleted for good of which the full-text indexes may still hold words. Null once they were
	 * merged without them. A trigger on `deletions` writes it.
	 */
	wordsGoneAt: integer('words_gone_at', { mode: 'timestamp_ms' }),
})
