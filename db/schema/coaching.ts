import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { childOf, version } from '../columns.ts'
import { users } from './users.ts'

/**
 * A group coaching call. A deleted session stays as canceled until it is purged, for calendars, emails and restoring.
 */
export const coachingSessions = sqliteTable(
	'coaching_sessions',
	{
		id: text('id').primaryKey(),
		title: text('title').notNull(),
		description: text('description'),
		scheduledAt: integer('scheduled_at', { mode: 'timestamp_ms' }).notNull(),
		durationMinutes: integer('duration_minutes').notNull(),
		/** IANA time zone chosen by the admin, for editing and emails. The instant is `scheduledAt`. */
		timeZone: text('time_zone').notNull(),
		zoomLink: text('zoom_link').notNull(),
		/** Increases with every change: calendars apply a file with a higher number (RFC 5545, SEQUENCE). */
		sequence: integer('sequence').notNull().default(0),
		/** The `scheduledAt` at the last reminder. After a reschedule, the reminder is sent again. */
		remindedFor: integer('reminded_for', { mode: 'timestamp_ms' }),
		cancelledAt: integer('cancelled_at', { mode: 'timestamp_ms' }),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		updatedAt: integer('updated_at', { mode: 'timestamp_ms' }).notNull(),
		version: version(),
		/** First session of the series; null if the session is not part of one. Each session has its own time and text. */
		seriesId: text('series_id'),
	},
	(table) => [
		index('coaching_sessions_by_time').on(table.scheduledAt),
		index('coaching_sessions_by_series').on(table.seriesId),
	],
)

/** A topic that a member suggests for a session. The unique index allows one per member and session. */
export const coachingTopics = sqliteTable(
	'coaching_topics',
	{
		id: text('id').primaryKey(),
		sessionId: childOf('session_id', () => coachingSessions.id),
		userId: childOf('user_id', () => users.id),
		/** Plain text. */
		topic: text('topic').notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		/** Null until its author edits it. */
		editedAt: integer('edited_at', { mode: 'timestamp_ms' }),
		version: version(),
		/** Idempotency key from the client, so that a topic sent twice gets the same response; null if none was sent. */
		idempotencyKey: text('send_key'),
	},
	(table) => [
		uniqueIndex('coaching_topics_one_per_member').on(table.sessionId, table.userId),
		index('coaching_topics_by_user').on(table.userId),
	],
)

/** A member's private calendar link. A new link replaces it; deleting the row revokes it. */
export const calendarSubscriptions = sqliteTable('calendar_subscriptions', {
	userId: text('user_id')
		.primaryKey()
		.references(() => users.id, { onDelete: 'cascade' }),
	/** SHA-256 of the token in the link, so a stolen database gives access to no calendar. */
	tokenHash: text('token_hash').notNull().unique(),
	createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
})

/** When a member first downloaded a session for their calendar. */
export const calendarDownloads = sqliteTable('calendar_downloads', {
	userId: text('user_id')
		.primaryKey()
		.references(() => users.id, { onDelete: 'cascade' }),
	createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
})
