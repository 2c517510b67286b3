import { setTimeout as delay } from 'node:timers/promises'
import { gt, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db } from '#db/client.ts'
import { publishEvents } from '#db/schema/operations.ts'
import { newId } from '#src/lib/ids.ts'
import { env } from '../env/env.ts'
import { wake } from '../jobs/wake.ts'
import { log } from '../log.ts'
import { nodeId } from '../nodes/node-id.ts'

/** The kind of the outbox rows that tell a CDN what changed, and how the row of a change begins; its `seq` follows. */
export const PURGE_KIND = 'cdn-purge'
/**
 * How long such a row waits for the node that wrote the change to say that all nodes have it, in milliseconds. If that
 * node died meanwhile, the others have the change by now: it is longer than two of their looks.
 */
const HOLD_MS = 12_000
/** Longest that somebody waits for all nodes to have a change, in milliseconds. */
const PATIENCE_MS = 2_000

/** What a purge row carries until somebody knows which pages changed. */
export interface HeldPurge {
	queued: string[]
}

/** What is sent to a CDN: addresses of this site, also whole. */
export const purgePayload = (paths: readonly string[]): string =>
	JSON.stringify({ paths, urls: paths.map((path) => env().publicUrl + path) })

/**
 * The statements that tell a CDN of what is no page, such as a file that was deleted: for the `write` of its cause.
 * @param when the condition under which it is told, where this stands.
 */
export function enqueuePurge(paths: readonly string[], when: SQL): BatchItem<'sqlite'>[] {
	if (paths.length === 0 || !env().cdnPurgeUrl) return []
	const now = Date.now()
	return [
		db().run(sql`
			insert into outbox (id, kind, payload, created_at, available_at)
			select ${newId()}, ${PURGE_KIND}, ${purgePayload(paths)}, ${now}, ${now} where ${when}`),
	]
}

/**
 * The same for what the database has to say, such as the files of a course that is closed.
 * @param paths a `select` of them as `path`. Where it finds none there is no group, and nobody is told anything.
 */
export function enqueuePurgeOf(paths: SQL): BatchItem<'sqlite'>[] {
	const { cdnPurgeUrl, publicUrl } = env()
	if (!cdnPurgeUrl) return []
	const now = Date.now()
	return [
		db().run(sql`
			insert into outbox (id, kind, payload, created_at, available_at)
			select ${newId()}, ${PURGE_KIND}, json_object('paths', json_group_array(found.path),
				'urls', json_group_array(${publicUrl} || found.path)), ${now}, ${now}
			from (${paths}) as found group by 'all'`),
	]
}

/** Written with the change, so that whoever dies leaves it for others; named by the change, so that there is one. */
function holdPurge(paths: string[], now: number, when: SQL): BatchItem<'sqlite'>[] {
	const { cdnPurgeUrl, deployHookUrl } = env()
	if (!cdnPurgeUrl && !deployHookUrl) return []
	const payload: HeldPurge = { queued: paths }
	return [
		db().run(sql`
			insert into outbox (id, kind, payload, created_at, available_at)
			select ${`${PURGE_KIND}-`} || seq, ${PURGE_KIND}, ${JSON.stringify(payload)}, ${now}, ${now + HOLD_MS}
			from publish_events where ${when} order by seq desc limit 1`),
	]
}

/**
 * Statements that ask every node to publish `paths` anew. They belong into the same `write` as the change
 * that they publish, so that a crash loses neither or both. After the write call `wake('publisher')`, or where a page is
 * taken away `publishEverywhere`.
 * @param when an SQL condition of the change, where it can still be seen; without it the pages are always published.
 */
export function enqueuePublish(paths: string[], when: SQL = sql`1`): BatchItem<'sqlite'>[] {
	if (paths.length === 0) return []
	const now = Date.now()
	return [
		db().run(sql`
			insert into publish_events (path, created_at, node)
			select value, ${now}, ${nodeId} from json_each(${JSON.stringify(paths)}) where ${when} order by key`),
		...holdPurge(paths, now, when),
	]
}

/** In the queue in place of a path: every public page, since what all of them show was changed, such as the club's name. */
export const EVERY_PAGE = '*'

/**
 * Wakes the publisher, and waits until this node and all others that answer have published what the queue holds: after
 * it a page that was taken away is gone. Never longer than two seconds, and it never fails: the change itself stands.
 */
export async function publishEverywhere(): Promise<void> {
	const waiting = new AbortController()
	const late = delay(PATIENCE_MS, 'late', { signal: waiting.signal }).catch(() => undefined)
	const outcome = await Promise.race([Promise.all(wake('publisher')), late])
	waiting.abort()
	if (outcome === 'late') log.warn('a change was not published everywhere within two seconds; it goes on')
}

let publishedUpTo: number | undefined

/** The publisher says up to which event it has published. */
export function notePublished(seq: number): void {
	publishedUpTo = seq
}

/** How many pages this node has yet to publish. */
export async function countWaitingPages(): Promise<number> {
	if (publishedUpTo === undefined) return 0
	const [row] = await db()
		.select({ pages: sql<number>`count(distinct ${publishEvents.path})` })
		.from(publishEvents)
		.where(gt(publishEvents.seq, publishedUpTo))
	return Number(row?.pages ?? 0)
}
