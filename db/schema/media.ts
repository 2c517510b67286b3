import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { childOf } from '../columns.ts'

/** One stored file of an upload. A picture has one file per width. */
export interface StoredFile {
	/** Last segment of the file's URL. */
	name: string
	key: string
	type: string
	bytes: number
	/** Hex SHA-256 of the bytes. */
	sha256: string
	/** Width of a picture, in pixels. */
	width?: number
	height?: number
}

/** Uploaded files and uploads in progress. */
export const media = sqliteTable(
	'media',
	{
		/** Sorts by upload time, newest first. Part of the URL, so unguessable: some files are not public. */
		id: text('id').primaryKey(),
		name: text('name').notNull(),
		kind: text('kind', { enum: ['image', 'pdf', 'document', 'audio', 'video', 'captions'] }).notNull(),
		state: text('state', { enum: ['arriving', 'ready'] }).notNull(),
		isPublic: integer('is_public', { mode: 'boolean' }).notNull(),
		/** Announced size in bytes; determines the number of parts. */
		size: integer('size').notNull(),
		partSize: integer('part_size').notNull(),
		/** Bytes that count against the quota: the announced size, then the stored size. */
		bytes: integer('bytes').notNull(),
		/** Hex SHA-256 of the uploaded file. Null until it is complete. */
		sha256: text('sha256'),
		/**
		 * JSON list of `StoredFile`, the main file first. Written before the files are stored, so that cleanup finds
		 * every file.
		 */
		files: text('files', { mode: 'json' }).notNull().$type<StoredFile[]>(),
		/** Length of a video, in seconds. */
		seconds: integer('seconds'),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		/** The uploader's name at the time. */
		createdBy: text('created_by').notNull(),
		/** When its last use ended; if never used, when the upload was completed. Written by a trigger. */
		unusedSince: integer('unused_since', { mode: 'timestamp_ms' }).notNull(),
		/**
		 * Whether a module, its draft or an earlier version ever used the file. Written by a trigger. If these are all
		 * deleted, the file is not served: deleted content is accessible to no one.
		 */
		wasInModule: integer('was_in_module', { mode: 'boolean' }).notNull().default(false),
		/** The uploader's id, since names are not unique. Null for uploads older than this column. */
		createdById: text('created_by_id'),
		/**
		 * The owner of a private file, such as a certificate: no one else can see it, not even an admin. Null: the club's
		 * file. No reference, so that cleanup still finds the files of deleted accounts.
		 */
		ownerId: text('owner_id'),
	},
	(table) => [
		index('media_by_kind').on(table.kind, table.id),
		index('media_by_owner').on(table.ownerId, table.id).where(sql`${table.ownerId} is not null`),
		index('media_by_age').on(table.state, table.unusedSince),
		check('media_size', sql`${table.size} > 0`),
	],
)
export type MediaRow = typeof media.$inferSelect

/**
 * Uses of a file. Maintained by triggers, which search for `/media/<id>/` in every text that can link to a file.
 * Credits refer to their file by its id.
 */
export const mediaUses = sqliteTable(
	'media_uses',
	{
		mediaId: childOf('media_id', () => media.id),
		subjectType: text('subject_type', {
			enum: ['course', 'module', 'settings', 'draft', 'version', 'details', 'credit'],
		}).notNull(),
		subjectId: text('subject_id').notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.mediaId, table.subjectType, table.subjectId] }),
		index('media_uses_by_subject').on(table.subjectType, table.subjectId),
	],
)
