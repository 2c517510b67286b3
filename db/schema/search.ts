import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * A searchable part of an episode, course, module or session: the item itself, a chapter, or a piece of transcript.
 */
const part = {
	/**
	 * The rowid of the search index (FTS5): higher is newer. An explicit column, because VACUUM may renumber an
	 * implicit rowid.
	 */
	seq: integer('seq').primaryKey({ autoIncrement: true }),
	sourceKind: text('source_kind', { enum: ['episode', 'course', 'module', 'session'] }).notNull(),
	sourceId: text('source_id').notNull(),
	part: text('part', { enum: ['about', 'chapter', 'passage'] }).notNull(),
	ordinal: integer('ordinal').notNull(),
	startMs: integer('start_ms'),
	endMs: integer('end_ms'),
	speaker: text('speaker'),
	/** Empty if the part has no title. */
	heading: text('heading').notNull(),
	text: text('text').notNull(),
	/** Fragment on its page; empty for the top. */
	anchor: text('anchor').notNull().default(''),
	/** JSON of `[offset in the text, milliseconds]` per sentence; null without times. */
	times: text('times'),
	/** Terms that filter a search, such as the tab of its results. */
	tags: text('tags').notNull().default(''),
	/** Indexed with the text: words of heading and text without the punctuation in them. */
	joinedWords: text('joined_words').notNull().default(''),
}

/** Full-text indexes of the parts, maintained by triggers. */
export const LIBRARY_SEARCH = 'library_search'
export const CLUB_SEARCH = 'club_search'

/** Public parts. Visitors' searches read no index but `LIBRARY_SEARCH`. */
export const libraryParts = sqliteTable('library_parts', part, (table) => [
	uniqueIndex('library_parts_of_source').on(table.sourceKind, table.sourceId, table.part, table.ordinal),
	index('library_parts_by_heading').on(sql`${table.heading} collate nocase`).where(sql`${table.heading} <> ''`),
])
export type PartRow = typeof libraryParts.$inferSelect

/** Parts for members only, filtered by access. Their index is `CLUB_SEARCH`. */
export const clubParts = sqliteTable('club_parts', part, (table) => [
	uniqueIndex('club_parts_of_source').on(table.sourceKind, table.sourceId, table.part, table.ordinal),
	index('club_parts_by_heading').on(sql`${table.heading} collate nocase`).where(sql`${table.heading} <> ''`),
])

/**
 * Suggestions for misspelled words: words in public texts, and words that at least three members wrote. No other word
 * is stored: a client's name that one member typed must never be suggested to another.
 */
export const searchWords = sqliteTable('search_words', {
	word: text('word').primaryKey(),
	/** Number of public parts with the word. */
	publicDocs: integer('public_docs').notNull(),
	/** Number of members who wrote it; counted up to three. */
	memberAuthors: integer('member_authors').notNull(),
})

/** Queue of items to reindex. Written by triggers; a later change of the same item gets a higher number. */
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
 * Removed parts of an episode: those of this kind up to this number. Written by triggers to keep a write that removes
 * hours of transcript short. Searches exclude these rows immediately; the index job, which finds the episode in
 * `search_work`, deletes them. Parts indexed later have higher numbers.
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

/** Progress of a full reindex. A single row, id 1. */
export const searchState = sqliteTable('search_state', {
	id: integer('id').primaryKey(),
	/** When it was requested; null if never. */
	startedAt: integer('started_at', { mode: 'timestamp_ms' }),
	/** Null while it runs. */
	finishedAt: integer('finished_at', { mode: 'timestamp_ms' }),
	/** Whether every item has been added to `search_work` since then. */
	isListed: integer('is_listed', { mode: 'boolean' }).notNull().default(false),
	/** Answers up to this number are reindexed. */
	answersSeq: integer('answers_seq').notNull().default(0),
	/** Time of the last comparison of index and tables. */
	comparedAt: integer('compared_at', { mode: 'timestamp_ms' }),
	/**
	 * Time of the last permanent deletion whose words the full-text indexes may still contain. Null once they were
	 * merged without them. Written by a trigger on `deletions`.
	 */
	wordsGoneAt: integer('words_gone_at', { mode: 'timestamp_ms' }),
})
