import * as z from 'zod'
import { STORED_KEY } from '#db/stored-keys.ts'

export const FORMAT = 'second-chair-data'
/** Format version. Increased when older versions can no longer read an export. */
export const VERSION = 1
export const MANIFEST = 'manifest.json'

export const tableFile = (name: string) => `tables/${name}.ndjson`
export const mediaFile = (key: string) => `media/${key}`

const count = z.int().min(0)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const key = z.string().regex(STORED_KEY)
/** A name that is safe inside quotes in a statement. */
const name = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/)

/** Fields of every format version, to identify it. */
export const headSchema = z.object({ format: z.literal(FORMAT), version: z.int(), migration: z.string() })

/**
 * The manifest of an archive. It is written last, when the checksums are known, and contains no date or path, so
 * exports of the same data are byte-identical.
 */
export const manifestSchema = z.object({
	format: z.literal(FORMAT),
	version: z.literal(VERSION),
	migration: z.string(),
	hasCredentials: z.boolean(),
	/** Tables, each after those it references. */
	tables: z.array(
		z.object({
			name,
			columns: z.array(name).min(1),
			rows: count,
			bytes: count,
			sha256,
			/** The autoincrement counter, including deleted rows, so that no number is reused. */
			lastNumber: z.optional(count),
		}),
	),
	media: z.array(z.object({ key, bytes: count, sha256 })),
	/** Files referenced by the database but missing from the storage. */
	missing: z.array(key),
})
export type Manifest = z.output<typeof manifestSchema>
export type ManifestTable = Manifest['tables'][number]
