import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The one podcast feed: what it said last, and how the last rounds went. A single row, id 1. */
export const podcastFeed = sqliteTable('podcast_feed', {
	id: integer('id').primaryKey(),
	url: text('url').notNull(),
	title: text('title').notNull(),
	description: text('description').notNull(),
	imageUrl: text('image_url'),
	author: text('author'),
	link: text('link'),
	etag: text('etag'),
	lastModified: text('last_modified'),
	/** SHA-256 of the normalised content: a round that brings the same writes no episode. */
	contentHash: text('content_hash').notNull(),
	changedAt: integer('changed_at', { mode: 'timestamp_ms' }).notNull(),
})

/**
 * How the rounds of the feed reader went; kept apart from the feed, so that a round without news
 * leaves the feed untouched. A single row, id 1.
 */
export const podcastFeedStatus = sqliteTable('podcast_feed_status', {
	id: integer('id').primaryKey(),
	lastSuccessAt: integer('last_success_at', { mode: 'timestamp_ms' }),
	failingSince: integer('failing_since', { mode: 'timestamp_ms' }),
	lastError: text('last_error'),
})

export const episodes = sqliteTable(
	'episodes',
	{
		/** Of the feed's guid, stable across rounds. */
		id: text('id').primaryKey(),
		/** Newest first: 0 is the latest. */
		position: integer('position').notNull(),
		title: text('title').notNull(),
		/** Plain text. */
		description: text('description').notNull(),
		/** Null where the feed's date does not parse. */
		pubDate: integer('pub_date', { mode: 'timestamp_ms' }),
		/** Seconds; null where the feed does not say. */
		duration: integer('duration'),
		audioUrl: text('audio_url').notNull(),
		imageUrl: text('image_url'),
	},
	(table) => [index('episodes_by_position').on(table.position)],
)
