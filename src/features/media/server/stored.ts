import type { StoredFile } from '#db/schema/media.ts'

/**
 * Returns an upload's files in the storage, from its raw row; none until it is complete, though they are recorded.
 */
export const storedFilesIn = (state: string, files: string): StoredFile[] =>
	state === 'ready' ? (JSON.parse(files) as StoredFile[]) : []
