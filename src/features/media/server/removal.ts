import { and, eq, exists, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db } from '#db/client.ts'
import { type MediaRow, media } from '#db/schema/media.ts'
import { enqueueWorkForEach, type OutboxWorker } from '#src/platform/jobs/outbox.ts'
import { enqueuePurge } from '#src/platform/publish/publish-queue.ts'
import { mediaStore } from './media-storage.ts'

const REMOVAL_KIND = 'media-removal'
/**
 * When the storage is looked at once more for what was deleted while it arrived, in milliseconds: another process may
 * have been storing it, and have been killed at that.
 */
const AGAIN_MS = 24 * 60 * 60_000

/** The address of one of a row's files. */
export const addressOf = (id: string, name: string | undefined) => (name === undefined ? '' : `/media/${id}/${name}`)

/** What is to be taken out of the storage, as it stands in the row at that instant. */
const whatIsStored = (name: string, when: SQL | undefined) => sql`
	select ${`${REMOVAL_KIND}-${name}`} || id as id, json_object('upload', id,
		'keys', (select json_group_array(value ->> '$.key') from json_each(files))) as payload
	from media where ${when}`

/**
 * The statements that delete the row of a file, for one `write`. Its bytes go by the outbox, so that a storage that is
 * away, or a kill, leaves none behind; and whoever keeps copies of what is public is told.
 * @param when the condition on the row, which names it.
 */
export function deleteRow({ id, files, isPublic }: MediaRow, when: SQL | undefined): BatchItem<'sqlite'>[] {
	const isReady = and(when, eq(media.state, 'ready'))
	const addresses = isPublic ? files.map(({ name }) => addressOf(id, name)) : []
	return [
		enqueueWorkForEach(REMOVAL_KIND, whatIsStored('', when)),
		enqueueWorkForEach(REMOVAL_KIND, whatIsStored('again-', and(when, eq(media.state, 'arriving'))), AGAIN_MS),
		...enqueuePurge(addresses, exists(db().select({ one: sql`1` }).from(media).where(isReady))),
		db().delete(media).where(when),
	]
}

/** What the outbox does with these rows. */
export const mediaWorkers: Record<string, OutboxWorker> = {
	async [REMOVAL_KIND](payload) {
		const { upload, keys } = JSON.parse(payload) as { upload: string; keys: string[] }
		const store = await mediaStore()
		for (const key of keys) await store.remove(key)
		await store.dropParts(upload)
	},
}
