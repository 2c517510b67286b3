import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** One of the files that an upload became: a picture has several widths. */
export interface StoredFile {
	/** The last part of its address. */
	name: string
	/** Where the storage has it. */
	key: string
	type: string
	bytes: number
	/** Hex SHA-256 of its bytes. */
	sha256: string
	/** Of a picture, in pixels. */
	width?: number
	height?: number
}

/** A file that somebody uploads, or uploaded. */
export const media = sqliteTable(
	'media',
	{
		/** Sorts by upload, newest first. It is a part of the address, so that nobody guesses those that are not public. */
		id: text('id').primaryKey(),
		/** What it was called where it came from. */
		name: text('name').notNull(),
		kind: text('kind', { enum: ['image', 'pdf', 'document', 'audio', 'video', 'captions'] }).notNull(),
		state: text('state', { enum: ['arriving', 'ready'] }).notNull(),
		isPublic: integer('is_public', { mode: 'boolean' }).notNull(),
		/** As it was announced, in bytes: how many parts there are follows from it. */
		size: integer('size').notNull(),
		partSize: integer('part_size').notNull(),
		/** What it takes of the quota: what was announced, then what is stored. */
		bytes: integer('bytes').notNull(),
		/** Hex SHA-256 of what was sent. Null until it is complete. */
		sha256: text('sha256'),
		/** JSON of `StoredFile`, the one that stands for all first. Written before they are stored, so that none is forgotten. */
		files: text('files', { mode: 'json' }).notNull().$type<StoredFile[]>(),
		/** Length of a film, in seconds. */
		seconds: integer('seconds'),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		/** Name of who did, as it was then. */
		createdBy: text('created_by').notNull(),
		/** When it last came out of use; of one that never was in use, when it was completed. A trigger writes it. */
		unusedSince: integer('unused_since', { mode: 'timestamp_ms' }).notNull(),
		/**
		 * Whether a module, its draft or an earlier version ever showed it. A trigger writes it. It is held back once they
		 * are gone: what is deleted is open to nobody.
		 */
		wasInModule: integer('was_in_module', { mode: 'boolean' }).notNull().default(false),
		/** Id of the uploader, since two people may share a name. Null for uploads older than this column. */
		createdById: text('created_by_id'),
	},
	(table) => [
		index('media_by_kind').on(table.kind, table.id),
		index('media_by_age').on(table.state, table.unusedSince),
		check('media_size', sql`${table.size} > 0`),
	],
)
export type MediaRow = typeof media.$inferSelect

/**
 * What shows a file: triggers on the tables that hold addresses keep it, whoever writes there. They look for
 * `/media/<id>/` in the text.
 */
export const mediaUses = sqliteTable(
	'media_uses',
	{
		mediaId: text('media_id')
			.notNull()
			.references(() => media.id, { onDelete: 'cascade' }),
		subjectType: text('subject_type', {
			enum: ['course', 'module', 'settings', 'draft', 'version', 'details'],
		}).notNull(),
		subjectId: text('subject_id').notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.mediaId, table.subjectType, table.subjectId] }),
		index('media_uses_by_subject').on(table.subjectType, table.subjectId),
	],
)
