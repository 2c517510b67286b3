import * as z from 'zod'
import { STORED_KEY } from '#db/stored-keys.ts'

export const FORMAT = 'second-chair-data'
/** Rises when an older version could not read what is written. */
export const VERSION = 1
export const MANIFEST = 'manifest.json'

/** Where a table and a file of media stand in the archive. */
export const tableFile = (name: string) => `tables/${name}.ndjson`
export const mediaFile = (key: string) => `media/${key}`

const count = z.int().min(0)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const key = z.string().regex(STORED_KEY)
/** Goes into statements between quotes. */
const name = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/)

/** What every version of the format has, to tell by. */
export const headSchema = z.object({ format: z.literal(FORMAT), version: z.int(), migration: z.string() })

/**
 * What is in an archive. It stands at its end, since the sums are known by then, and says nothing of when or where it
 * was made: the same club gives the same bytes.
 */
export const manifestSchema = z.object({
	format: z.literal(FORMAT),
	version: z.literal(VERSION),
	/** The last migration of the database. */
	migration: z.string(),
	hasCredentials: z.boolean(),
	/** Each after those that it refers to. */
	tables: z.array(
		z.object({
			name,
			columns: z.array(name).min(1),
			rows: count,
			bytes: count,
			sha256,
			/** The highest number given out, also to rows that are gone: none is given twice. */
			lastNumber: z.optional(count),
		}),
	),
	media: z.array(z.object({ key, bytes: count, sha256 })),
	/** Files that the database names and the storage did not have. */
	missing: z.array(key),
})
export type Manifest = z.output<typeof manifestSchema>
export type ManifestTable = Manifest['tables'][number]
export type ManifestMedia = Manifest['media'][number]
