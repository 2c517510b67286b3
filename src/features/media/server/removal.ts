import { and, eq, exists, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db } from '#db/client.ts'
import { type MediaRow, media } from '#db/schema/media.ts'
import { enqueueWorkForEach, type OutboxWorker } from '#src/platform/jobs/outbox.ts'
import { enqueuePurge } from '#src/platform/publish/publish-queue.ts'
import { mediaStore } from './media-storage.ts'

const REMOVAL_KIND = 'media-removal'
/**
 * Delay of a second removal for a file that was deleted during its upload, in milliseconds: another process may have
 * been storing it, and crashed.
 */
const SECOND_REMOVAL_MS = 24 * 60 * 60_000

/** Returns the URL of one of a row's files. */
export const mediaUrl = (id: string, name: string | undefined) => (name === undefined ? '' : `/media/${id}/${name}`)

/** Returns the query for the removal work, which reads the row's state in the transaction. */
const removalWork = (name: string, when: SQL | undefined) => sql`
	select ${`${REMOVAL_KIND}-${name}`} || id as id, json_object('upload', id,
		'keys', (select json_group_array(value ->> '$.key') from json_each(files))) as payload
	from ${media} where ${when}`

/**
 * Returns statements that delete the row of a file, for one `write`. The outbox removes the bytes, so neither a
 * storage outage nor a crash leaves any behind, and purges public copies from caches.
 * @param when condition that identifies the row.
 */
export function deleteRow({ id, files, isPublic }: MediaRow, when: SQL | undefined): BatchItem<'sqlite'>[] {
	const isReady = and(when, eq(media.state, 'ready'))
	const urls = isPublic ? files.map(({ name }) => mediaUrl(id, name)) : []
	return [
		enqueueWorkForEach(REMOVAL_KIND, removalWork('', when)),
		enqueueWorkForEach(REMOVAL_KIND, removalWork('again-', and(when, eq(media.state, 'arriving'))), SECOND_REMOVAL_MS),
		...enqueuePurge(urls, exists(db().select({ one: sql`1` }).from(media).where(isReady))),
		db().delete(media).where(when),
	]
}

/** Outbox worker that removes the bytes of deleted files. */
export const mediaWorkers: Record<string, OutboxWorker> = {
	async [REMOVAL_KIND](payload) {
		const { upload, keys } = JSON.parse(payload) as { upload: string; keys: string[] }
		const store = await mediaStore()
		for (const key of keys) await store.remove(key)
		await store.dropParts(upload)
	},
}
