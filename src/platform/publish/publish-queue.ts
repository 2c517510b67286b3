import { gt, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db } from '#db/client.ts'
import { outbox, publishEvents } from '#db/schema/platform/operations.ts'
import { newId } from '#src/lib/ids.ts'
import { env } from '../env/env.ts'
import { inTime } from '../in-time.ts'
import { wake } from '../jobs/wake.ts'
import { log } from '../log.ts'
import { nodeId } from '../nodes/node-id.ts'

/** Outbox kind of CDN purges, and the id prefix of a change's row, followed by its `seq`. */
export const PURGE_KIND = 'cdn-purge'
/**
 * Delay of a purge until all nodes have the change, in milliseconds. If the node that wrote it dies, the others are
 * up to date by then: it is longer than two of their polls.
 */
const HOLD_MS = 12_000
/** Maximum wait for all nodes to publish a change, in milliseconds. */
const PATIENCE_MS = 2_000

/** Payload of a purge until the changed pages are known. */
export interface HeldPurge {
	queued: string[]
}

/** Returns a purge's payload: paths and absolute addresses. */
export const purgePayload = (paths: readonly string[]): string =>
	JSON.stringify({ paths, urls: paths.map((path) => env().publicUrl + path) })

/**
 * Returns the statements that purge other paths than pages, such as a deleted file. For the `write` of the cause.
 * @param when condition at this position of the `write`.
 */
export function enqueuePurge(paths: readonly string[], when: SQL): BatchItem<'sqlite'>[] {
	if (paths.length === 0 || !env().cdnPurgeUrl) return []
	const now = Date.now()
	return [
		db().run(sql`
			insert into ${outbox} (id, kind, payload, created_at, available_at)
			select ${newId()}, ${PURGE_KIND}, ${purgePayload(paths)}, ${now}, ${now} where ${when}`),
	]
}

/**
 * Returns the same for paths read from the database, such as the files of a closed course.
 * @param paths a `select` of them as `path`. Without rows there is no purge.
 */
export function enqueuePurgeOf(paths: SQL): BatchItem<'sqlite'>[] {
	const { cdnPurgeUrl, publicUrl } = env()
	if (!cdnPurgeUrl) return []
	const now = Date.now()
	return [
		db().run(sql`
			insert into ${outbox} (id, kind, payload, created_at, available_at)
			select ${newId()}, ${PURGE_KIND}, json_object('paths', json_group_array(found.path),
				'urls', json_group_array(${publicUrl} || found.path)), ${now}, ${now}
			from (${paths}) as found group by 'all'`),
	]
}

/**
 * Enqueues a delayed purge with the change, to survive a crash. Its id is derived from the change, so it is unique.
 */
function holdPurge(paths: string[], now: number, when: SQL): BatchItem<'sqlite'>[] {
	const { cdnPurgeUrl, deployHookUrl } = env()
	if (!cdnPurgeUrl && !deployHookUrl) return []
	const payload: HeldPurge = { queued: paths }
	return [
		db().run(sql`
			insert into ${outbox} (id, kind, payload, created_at, available_at)
			select ${`${PURGE_KIND}-`} || seq, ${PURGE_KIND}, ${JSON.stringify(payload)}, ${now}, ${now + HOLD_MS}
			from ${publishEvents} where ${when} order by seq desc limit 1`),
	]
}

/**
 * Returns statements that make every node republish `paths`. They belong in the `write` of the change, so that a
 * crash loses both or neither. After the write call `wake('publisher')`, or `publishEverywhere` if a page is removed.
 * @param when SQL condition of the change, at a position where it is still true; by default always.
 */
export function enqueuePublish(paths: string[], when: SQL = sql`1`): BatchItem<'sqlite'>[] {
	if (paths.length === 0) return []
	const now = Date.now()
	return [
		db().run(sql`
			insert into ${publishEvents} (path, created_at, node)
			select value, ${now}, ${nodeId} from json_each(${JSON.stringify(paths)}) where ${when} order by key`),
		...holdPurge(paths, now, when),
	]
}

/** Stands for every public page in the queue, after a change to all of them, such as the club's name. */
export const EVERY_PAGE = '*'

/**
 * Wakes the publisher and waits until this node and all responsive others have published the queue: a removed page is
 * then gone. Waits at most two seconds and never rejects, since the change itself is saved.
 */
export async function publishEverywhere(): Promise<void> {
	const outcome = await inTime(Promise.all(wake('publisher')), PATIENCE_MS, 'late')
	if (outcome === 'late') log.warn('a change was not published everywhere within two seconds; publishing continues')
}

let publishedUpTo: number | undefined

export function notePublished(seq: number): void {
	publishedUpTo = seq
}

export async function countWaitingPages(): Promise<number> {
	if (publishedUpTo === undefined) return 0
	const [row] = await db()
		.select({ pages: sql<number>`count(distinct ${publishEvents.path})` })
		.from(publishEvents)
		.where(gt(publishEvents.seq, publishedUpTo))
	return Number(row?.pages ?? 0)
}
