import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * A searchable part of an episode, course, module or session: the item itself, a chapter, or a transcript passage.
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
	/** Fragment of the item's page; empty: the top of the page. */
	anchor: text('anchor').notNull().default(''),
	/** JSON: `[offset in the text, milliseconds]` per sentence; null if there are no times. */
	times: text('times'),
	/** Terms that a search can filter by, such as the tab of the result page. */
	tags: text('tags').notNull().default(''),
	/** Indexed with the text: words of heading and text without their inner punctuation. */
	joinedWords: text('joined_words').notNull().default(''),
}

/** Full-text indexes of the parts, maintained by triggers. */
export const LIBRARY_SEARCH = 'library_search'
export const CLUB_SEARCH = 'club_search'

/** Public parts. Visitors' searches read only the index `LIBRARY_SEARCH`. */
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
 * Suggestions for misspelled words: words in public text, and words that at least three members wrote. No other word
 * is stored: a client's name that one member typed must never be suggested to another.
 */
export const searchWords = sqliteTable('search_words', {
	word: text('word').primaryKey(),
	/** Number of public parts that contain the word. */
	publicDocs: integer('public_docs').notNull(),
	/** Number of members who wrote the word, counted up to three. */
	memberAuthors: integer('member_authors').notNull(),
})

/** Queue of items to reindex. Written by triggers; another change to a queued item gives it a higher number. */
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
 * Removed parts of an episode: all of this kind whose `seq` is at most `upTo`. Written by triggers, so that removing
 * hours of transcript takes only a short write. Searches exclude these parts immediately; the index job, which finds
 * the episode in `search_work`, deletes them. Parts indexed later have a higher `seq`.
 */
export const removedParts = sqliteTable(
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
	/** Null while the reindex runs. */
	finishedAt: integer('finished_at', { mode: 'timestamp_ms' }),
	/** Whether every item has been added to `search_work` since the start. */
	isListed: integer('is_listed', { mode: 'boolean' }).notNull().default(false),
	/** Answers up to this `seq` have been reindexed. */
	answersSeq: integer('answers_seq').notNull().default(0),
	/** Time of the last comparison of the index with the tables. */
	comparedAt: integer('compared_at', { mode: 'timestamp_ms' }),
	/**
	 * Time of the last permanent deletion whose words the full-text indexes may still contain. Null once the
	 * indexes were merged without these words. Written by a trigger on `deletions`.
	 */
	wordsGoneAt: integer('words_gone_at', { mode: 'timestamp_ms' }),
})
