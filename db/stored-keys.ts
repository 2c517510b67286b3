import { openUnchanged } from './inspect.ts'
import type { StoredFile } from './schema/media.ts'

// Ids and keys become paths and addresses of objects. Rows may come from elsewhere: an import, a backup, another server.

/** Whether an upload can have this id: it begins with no dot and has no slash, so that it leads nowhere else. */
export const isUploadId = (id: string) => /^\w[\w.:-]{0,63}$/.test(id)

/** The key of a stored file, as `complete.ts` of the media makes it. */
export const STORED_KEY = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}\.[\w-]{1,64}$/
export const isStoredKey = (key: unknown): key is string => typeof key === 'string' && STORED_KEY.test(key)

/** The keys in a row's list of files; undefined where it is no such list. */
function keysIn(files: string): unknown[] | undefined {
	try {
		const list: unknown = JSON.parse(files)
		return Array.isArray(list) ? list.map((file: Partial<StoredFile> | null) => file?.key) : undefined
	} catch {
		return undefined
	}
}

/** Checks that a database file names no stored file by what is no key. @throws with a sentence. */
export function assertStoredKeys(file: string): void {
	const connection = openUnchanged(file)
	try {
		if (!connection.prepare("select 1 from sqlite_schema where name = 'media'").get()) return
		for (const row of connection.prepare('select id, files from media').iterate()) {
			const id = String(row.id)
			const keys = keysIn(String(row.files))
			const strange = isUploadId(id) ? (keys ?? [row.files]).find((key) => !isStoredKey(key)) : id
			if (strange === undefined && keys) continue
			throw new Error(
				`The upload ${JSON.stringify(id)} in the table media names a file by ${JSON.stringify(strange ?? null)}, which is no key of a stored file. Nothing was changed.`,
			)
		}
	} finally {
		connection.close()
	}
}
