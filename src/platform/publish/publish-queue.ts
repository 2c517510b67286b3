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

/** Outbox kind of CDN purges. Also the id prefix of a change's purge, followed by the change's `seq`. */
export const PURGE_KIND = 'cdn-purge'
/**
 * Delay of a purge, in milliseconds, so that all nodes publish the change first. Longer than two polls: other nodes
 * then are up to date even if the node that wrote the change dies.
 */
const PURGE_DELAY_MS = 12_000
/** Maximum wait for all nodes to publish a change, in milliseconds. */
const MAX_WAIT_MS = 2_000

/** Payload of a delayed purge, until the changed pages are known. */
export interface DelayedPurge {
	queued: string[]
}

/** Returns the payload of a purge: paths and absolute URLs. */
export const purgePayload = (paths: readonly string[]): string =>
	JSON.stringify({ paths, urls: paths.map((path) => env().publicUrl + path) })

/**
 * Returns the statements that purge paths other than pages, such as a deleted file. For the `write` of the cause.
 * @param when SQL condition, evaluated at this position of the `write`.
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
 * Like `enqueuePurge`, for paths read from the database, such as the files of a closed course.
 * @param paths a `select` of a column `path`. If it returns no rows, nothing is purged.
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

/** Enqueues a delayed purge in the change's `write`, so that it survives a crash. Its id is derived from the change. */
function enqueueDelayedPurge(paths: string[], now: number, when: SQL): BatchItem<'sqlite'>[] {
	const { cdnPurgeUrl, deployHookUrl } = env()
	if (!cdnPurgeUrl && !deployHookUrl) return []
	const payload: DelayedPurge = { queued: paths }
	return [
		db().run(sql`
			insert into ${outbox} (id, kind, payload, created_at, available_at)
			select ${`${PURGE_KIND}-`} || seq, ${PURGE_KIND}, ${JSON.stringify(payload)}, ${now}, ${now + PURGE_DELAY_MS}
			from ${publishEvents} where ${when} order by seq desc limit 1`),
	]
}

/**
 * Returns statements that make every node republish `paths`. Add them to the `write` of the change, so that both are
 * atomic. After the write, call `wake('publisher')`, or `publishEverywhere` if a page is removed.
 * @param when SQL condition of the change, which must still hold at this position; by default, always true.
 */
export function enqueuePublish(paths: string[], when: SQL = sql`1`): BatchItem<'sqlite'>[] {
	if (paths.length === 0) return []
	const now = Date.now()
	return [
		db().run(sql`
			insert into ${publishEvents} (path, created_at, node)
			select value, ${now}, ${nodeId} from json_each(${JSON.stringify(paths)}) where ${when} order by key`),
		...enqueueDelayedPurge(paths, now, when),
	]
}

/** Path in the queue that means all public pages. For changes that affect all of them, such as the club's name. */
export const EVERY_PAGE = '*'

/**
 * Wakes the publisher and waits until this node and all other nodes that respond have published the queue, so that a
 * removed page is gone. Waits at most two seconds and never rejects, since the change itself is saved.
 */
export async function publishEverywhere(): Promise<void> {
	const outcome = await inTime(Promise.all(wake('publisher')), MAX_WAIT_MS, 'late')
	if (outcome === 'late') log.warn('a change was not published everywhere within two seconds; publishing continues')
}

let publishedUpTo: number | undefined

export function setPublishedUpTo(seq: number): void {
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
