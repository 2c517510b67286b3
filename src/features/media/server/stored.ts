import type { StoredFile } from '#db/schema/media.ts'

/**
 * Returns an upload's stored files, from its raw row. Empty until the upload is complete, even if files are recorded.
 */
export const storedFilesIn = (state: string, files: string): StoredFile[] =>
	state === 'ready' ? (JSON.parse(files) as StoredFile[]) : []
