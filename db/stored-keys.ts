import { getTableName } from 'drizzle-orm'
import { openUnchanged } from './inspect.ts'
import { media, type StoredFile } from './schema/media.ts'

// Ids and keys become file paths and object keys, and rows may come from an import, a backup or another server.

/** Returns whether an upload id is safe as a path segment: no leading dot and no slash. */
export const isUploadId = (id: string) => /^\w[\w.:-]{0,63}$/.test(id)

/** Key of a stored file, as built by `complete.ts` of the media feature. */
export const STORED_KEY = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}\.[\w-]{1,64}$/
export const isStoredKey = (key: unknown): key is string => typeof key === 'string' && STORED_KEY.test(key)

/** Returns the keys in a row's list of files; undefined if the list is malformed. */
function keysIn(files: string): unknown[] | undefined {
	try {
		const list: unknown = JSON.parse(files)
		return Array.isArray(list) ? list.map((file: Partial<StoredFile> | null) => file?.key) : undefined
	} catch {
		return undefined
	}
}

/** Checks the keys of all stored files in a database file. @throws with a readable message if one is malformed. */
export function assertStoredKeys(file: string): void {
	const connection = openUnchanged(file)
	try {
		if (!connection.prepare("select 1 from sqlite_schema where name = 'media'").get()) return
		for (const row of connection.prepare(`select id, files from ${getTableName(media)}`).iterate()) {
			const id = String(row.id)
			const keys = keysIn(String(row.files))
			const invalid = isUploadId(id) ? (keys ?? [row.files]).find((key) => !isStoredKey(key)) : id
			if (invalid === undefined && keys) continue
			throw new Error(
				`The upload ${JSON.stringify(id)} in the table media refers to a file by ${JSON.stringify(invalid ?? null)}, which is not a valid storage key. Nothing was changed.`,
			)
		}
	} finally {
		connection.close()
	}
}
