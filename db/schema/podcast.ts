import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { childOf } from '../columns.ts'
import { users } from './users.ts'

/** The podcast feed as last read. A single row, id 1. */
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
	/** SHA-256 of the normalized content: if it is unchanged, a poll writes no episodes. */
	contentHash: text('content_hash').notNull(),
	changedAt: integer('changed_at', { mode: 'timestamp_ms' }).notNull(),
	/** As in the feed, for example `en-us`; null if missing. */
	language: text('language'),
	/** New URL announced by the feed (`itunes:new-feed-url`); null if none. */
	movedTo: text('moved_to'),
	/** JSON list of sentences about items that were skipped or changed. */
	notes: text('notes').notNull().default('[]'),
})

/**
 * Results of the feed polls. Separate from the feed, so that a poll without changes does not write the feed.
 * A single row, id 1.
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
		/** Derived from the feed's guid; stable across polls. */
		id: text('id').primaryKey(),
		/** Newest first: 0 is the latest in the feed. Episodes that were removed from the feed come last. */
		position: integer('position').notNull(),
		title: text('title').notNull(),
		/** Plain text. */
		description: text('description').notNull(),
		/** Null if the feed's date cannot be parsed. */
		pubDate: integer('pub_date', { mode: 'timestamp_ms' }),
		/** Seconds; null if the feed has none. */
		duration: integer('duration'),
		audioUrl: text('audio_url').notNull(),
		imageUrl: text('image_url'),
		/** The episode's slug: created once, never changed. Null in rows from an older release until the next poll. */
		slug: text('slug'),
		/** The episode's page on another site. */
		link: text('link'),
		season: integer('season'),
		number: integer('number'),
		type: text('type', { enum: ['full', 'trailer', 'bonus'] })
			.notNull()
			.default('full'),
		/** Sanitized show notes; null if the feed has only a description. */
		notesHtml: text('notes_html'),
		/** Size of the audio file, according to the feed. */
		audioBytes: integer('audio_bytes'),
		audioType: text('audio_type'),
		/** When it disappeared from the feed; null while it is in the feed. */
		keptSince: integer('kept_since', { mode: 'timestamp_ms' }),
		/** JSON of `EpisodeTags`: other tags of the feed, such as the transcript's URL. */
		tags: text('tags').notNull().default('{}'),
		/** SHA-256 of the episode's feed data: an unchanged episode is not written again. */
		hash: text('hash').notNull().default(''),
		/** Time of the last change of the episode, its chapters or its transcript. */
		changedAt: integer('changed_at', { mode: 'timestamp_ms' }),
	},
	(table) => [index('episodes_by_position').on(table.position), uniqueIndex('episodes_by_slug').on(table.slug)],
)

const episodeId = () => childOf('episode_id', () => episodes.id)

export const episodePeople = sqliteTable(
	'episode_people',
	{
		episodeId: episodeId(),
		ordinal: integer('ordinal').notNull(),
		name: text('name').notNull(),
		/** For example `host` or `guest`, in lower case. */
		role: text('role').notNull(),
		href: text('href'),
	},
	(table) => [primaryKey({ columns: [table.episodeId, table.ordinal] })],
)

/**
 * Chapters by source, in order of precedence: `admin`, `file` (a JSON file linked in the feed), `feed` (in the feed
 * itself), `notes` (times in the show notes). Only the first available source is shown.
 */
export const episodeChapters = sqliteTable(
	'episode_chapters',
	{
		episodeId: episodeId(),
		source: text('source', { enum: ['admin', 'file', 'feed', 'notes'] }).notNull(),
		ordinal: integer('ordinal').notNull(),
		startMs: integer('start_ms').notNull(),
		endMs: integer('end_ms'),
		title: text('title').notNull(),
		url: text('url'),
	},
	(table) => [primaryKey({ columns: [table.episodeId, table.source, table.ordinal] })],
)

/** Transcripts by source: an admin's takes precedence over the feed's. */
export const episodeTranscripts = sqliteTable(
	'episode_transcripts',
	{
		episodeId: episodeId(),
		source: text('source', { enum: ['admin', 'feed'] }).notNull(),
		language: text('language'),
		isTimed: integer('is_timed', { mode: 'boolean' }).notNull(),
		/**
		 * Brotli-compressed JSON: `[startMs, endMs, speaker, text]` per cue; `speaker` is an index into the list before
		 * the cues.
		 */
		cues: blob('cues', { mode: 'buffer' }).notNull(),
		changedAt: integer('changed_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [primaryKey({ columns: [table.episodeId, table.source] })],
)

/** Additional files fetched for an episode, with their status. If a fetch fails, the last content is kept. */
export const episodeFiles = sqliteTable(
	'episode_files',
	{
		episodeId: episodeId(),
		kind: text('kind', { enum: ['transcript', 'chapters'] }).notNull(),
		url: text('url').notNull(),
		type: text('type').notNull(),
		language: text('language'),
		etag: text('etag'),
		lastModified: text('last_modified'),
		state: text('state', { enum: ['none', 'ready', 'failed'] }).notNull(),
		/** Reason why the last attempt failed, in one sentence. */
		error: text('error'),
		triedAt: integer('tried_at', { mode: 'timestamp_ms' }),
		/** Attempts since the last success, or since the file first appeared in the feed. */
		tries: integer('tries').notNull().default(0),
		dueAt: integer('due_at', { mode: 'timestamp_ms' }).notNull(),
		/** Describes the part of the file that could not be read, in one sentence; null if all of it was read. */
		warning: text('warning'),
	},
	(table) => [
		primaryKey({ columns: [table.episodeId, table.kind] }),
		index('episode_files_by_due').on(table.dueAt),
		// Every admin screen counts failed files.
		index('episode_files_failed').on(table.kind, table.episodeId).where(sql`${table.state} = 'failed'`),
	],
)

/** A member's position in an episode. */
export const listening = sqliteTable(
	'listening',
	{
		userId: childOf('user_id', () => users.id),
		episodeId: episodeId(),
		positionMs: integer('position_ms').notNull(),
		durationMs: integer('duration_ms'),
		updatedAt: integer('updated_at', { mode: 'timestamp_ms' }).notNull(),
		finishedAt: integer('finished_at', { mode: 'timestamp_ms' }),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.episodeId] }),
		index('listening_by_user').on(table.userId, table.updatedAt),
		// Without this index, deleting an episode would scan the rows of all members.
		index('listening_by_episode').on(table.episodeId),
	],
)

/** A member's queue of episodes, in order. */
export const listeningQueue = sqliteTable(
	'listening_queue',
	{
		userId: childOf('user_id', () => users.id),
		ordinal: integer('ordinal').notNull(),
		episodeId: episodeId(),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.ordinal] }),
		index('listening_queue_by_episode').on(table.episodeId),
	],
)
