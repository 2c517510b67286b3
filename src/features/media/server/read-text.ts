import { text } from 'node:stream/consumers'
import { and, eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { media } from '#db/schema/media.ts'
import { log } from '#src/platform/log.ts'
import { mediaStore } from './media-storage.ts'

/** The captions of a film of a whole day have less, in bytes. */
const LONGEST = 2 * 1024 * 1024

/** What stands in an upload, by its path; undefined where it is not there, too long, or the storage is away. */
export async function readMediaText(path: string): Promise<string | undefined> {
	const [, , id = '', name] = path.split('/')
	const [row] = await db()
		.select({ files: media.files })
		.from(media)
		.where(and(eq(media.id, id), eq(media.state, 'ready')))
	const file = row?.files.find((one) => one.name === name)
	if (!file || file.bytes > LONGEST) return undefined
	try {
		return await text(await (await mediaStore()).read(file.key))
	} catch (error) {
		// They may be back tomorrow: what is found without them is no reason to stop.
		log.warn({ err: error }, 'captions could not be read for the search')
		return undefined
	}
}
