import type { StoredFile } from '#db/schema/media.ts'

/** What an upload has in the storage, by its row as the database holds it: nothing while it arrives, though it is named. */
export const storedFilesIn = (state: string, files: string): StoredFile[] =>
	state === 'ready' ? (JSON.parse(files) as StoredFile[]) : []
