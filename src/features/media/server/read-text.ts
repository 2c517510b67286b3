import { text } from 'node:stream/consumers'
import { and, eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { media } from '#db/schema/media.ts'
import { log } from '#src/platform/log.ts'
import { mediaStore } from './media-storage.ts'

/** Maximum length in bytes: more than the captions of a full day of video. */
const MAX_LENGTH = 2 * 1024 * 1024

/** Returns the text of an upload by path; undefined if it is missing, too long, or the storage is unavailable. */
export async function readMediaText(path: string): Promise<string | undefined> {
	const [, , id = '', name] = path.split('/')
	const [row] = await db()
		.select({ files: media.files })
		.from(media)
		.where(and(eq(media.id, id), eq(media.state, 'ready')))
	const file = row?.files.find((one) => one.name === name)
	if (!file || file.bytes > MAX_LENGTH) return undefined
	try {
		return await text(await (await mediaStore()).read(file.key))
	} catch (error) {
		// The storage may be back tomorrow: indexing continues without these captions.
		log.warn({ err: error }, 'captions could not be read for the search index')
		return undefined
	}
}
