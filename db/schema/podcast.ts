import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './users.ts'

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
	/** SHA-256 of the normalized content: a round that brings the same writes no episode. */
	contentHash: text('content_hash').notNull(),
	changedAt: integer('changed_at', { mode: 'timestamp_ms' }).notNull(),
	/** As the feed says, such as `en-us`; null where it does not. */
	language: text('language'),
	/** Where the feed says that it is found from now on (`itunes:new-feed-url`); null where it does not. */
	movedTo: text('moved_to'),
	/** JSON list of sentences about items that were left out or changed. */
	notes: text('notes').notNull().default('[]'),
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
		/** Newest first: 0 is the latest of the feed. Those that the feed has no more come after all that it has. */
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
		/** The readable part of its address: made once, never changed. Null until the next round of an older release's rows. */
		slug: text('slug'),
		/** Its own page elsewhere. */
		link: text('link'),
		season: integer('season'),
		number: integer('number'),
		type: text('type', { enum: ['full', 'trailer', 'bonus'] })
			.notNull()
			.default('full'),
		/** Show notes, sanitized; null where the description is all there is. */
		notesHtml: text('notes_html'),
		/** Of the audio file, as the feed says. */
		audioBytes: integer('audio_bytes'),
		audioType: text('audio_type'),
		/** Since when the feed has it no more, and it is kept; null while the feed has it. */
		keptSince: integer('kept_since', { mode: 'timestamp_ms' }),
		/** JSON of `EpisodeTags`: what else the feed says, such as where its transcript is. */
		tags: text('tags').notNull().default('{}'),
		/** SHA-256 of all that the feed says of it: one that is as it was is not written again. */
		hash: text('hash').notNull().default(''),
		/** When something of it, its chapters or its transcript changed last. */
		changedAt: integer('changed_at', { mode: 'timestamp_ms' }),
	},
	(table) => [index('episodes_by_position').on(table.position), uniqueIndex('episodes_by_slug').on(table.slug)],
)

const episodeId = () =>
	text('episode_id')
		.notNull()
		.references(() => episodes.id, { onDelete: 'cascade' })

/** Who is heard, as the feed says. */
export const episodePeople = sqliteTable(
	'episode_people',
	{
		episodeId: episodeId(),
		ordinal: integer('ordinal').notNull(),
		name: text('name').notNull(),
		/** Such as `host` or `guest`, in lower case. */
		role: text('role').notNull(),
		href: text('href'),
	},
	(table) => [primaryKey({ columns: [table.episodeId, table.ordinal] })],
)

/**
 * Chapters by where they come from: `admin` goes before `file` (a JSON that the feed names), that before `feed` (which
 * has them itself), and that before `notes` (times in the show notes). One of them is shown.
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

/** A transcript by where it comes from: an admin's goes before that of the feed. */
export const episodeTranscripts = sqliteTable(
	'episode_transcripts',
	{
		episodeId: episodeId(),
		source: text('source', { enum: ['admin', 'feed'] }).notNull(),
		language: text('language'),
		isTimed: integer('is_timed', { mode: 'boolean' }).notNull(),
		/** Brotli of JSON: `[startMs, endMs, speaker, text]` for each cue, a speaker by its place in the list before them. */
		cues: blob('cues', { mode: 'buffer' }).notNull(),
		changedAt: integer('changed_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [primaryKey({ columns: [table.episodeId, table.source] })],
)

/** What was fetched for an episode beside the feed, and how that went. What was read last stays where a try fails. */
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
		/** Why the last try failed, in one sentence. */
		error: text('error'),
		triedAt: integer('tried_at', { mode: 'timestamp_ms' }),
		/** Tries since it was last read; since it was named, where it never was. */
		tries: integer('tries').notNull().default(0),
		/** When it is asked for next. */
		dueAt: integer('due_at', { mode: 'timestamp_ms' }).notNull(),
		/** What could not be read of the file, in one sentence; null if all of it was read. */
		warning: text('warning'),
	},
	(table) => [
		primaryKey({ columns: [table.episodeId, table.kind] }),
		index('episode_files_by_due').on(table.dueAt),
		// What waits for an admin is counted with each admin screen.
		index('episode_files_failed').on(table.kind, table.episodeId).where(sql`${table.state} = 'failed'`),
	],
)

/** Where a member stopped in an episode. */
export const listening = sqliteTable(
	'listening',
	{
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		episodeId: episodeId(),
		positionMs: integer('position_ms').notNull(),
		durationMs: integer('duration_ms'),
		updatedAt: integer('updated_at', { mode: 'timestamp_ms' }).notNull(),
		finishedAt: integer('finished_at', { mode: 'timestamp_ms' }),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.episodeId] }),
		index('listening_by_user').on(table.userId, table.updatedAt),
		// Without it each episode that goes would be sought in the rows of all members.
		index('listening_by_episode').on(table.episodeId),
	],
)

/** What a member wants to hear next, in order. */
export const listeningQueue = sqliteTable(
	'listening_queue',
	{
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		ordinal: integer('ordinal').notNull(),
		episodeId: episodeId(),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.ordinal] }),
		index('listening_queue_by_episode').on(table.episodeId),
	],
)
