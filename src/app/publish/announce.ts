import { and, eq, inArray, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db } from '#db/client.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { write } from '#db/write.ts'
import { env } from '#src/platform/env/env.ts'
import type { OutboxWorker } from '#src/platform/jobs/outbox.ts'
import { log } from '#src/platform/log.ts'
import { nodeId } from '#src/platform/nodes/node-id.ts'
import { type DelayedPurge, enqueuePurge, PURGE_KIND, purgePayload } from '#src/platform/publish/publish-queue.ts'
import { pagesOf, withAlternativePaths } from '../public-pages/all.ts'

/** Quiet period after the last change before a static copy is rebuilt, in milliseconds. */
const QUIET_MS = 60_000
const DEPLOY_HOOK_ID = 'deploy-hook'

type Statements = BatchItem<'sqlite'>[]

const purgeId = (seq: number) => `${PURGE_KIND}-${seq}`

/** Debounces deploys: each further change postpones one row, so a burst of edits triggers one build. */
function debounceDeploy(now: number): Statements {
	if (!env().deployHookUrl) return []
	const due = {
		payload: '{}',
		createdAt: new Date(now),
		availableAt: new Date(now + QUIET_MS),
		state: 'waiting',
		attempts: 0,
	} as const
	return [
		db()
			.insert(outbox)
			.values({ id: DEPLOY_HOOK_ID, kind: 'deploy-hook', ...due })
			.onConflictDoUpdate({ target: outbox.id, set: due }),
	]
}

/** Builds statements that announce pages changed without a queue entry: by a new release or a retry. */
export function announceChanges(paths: string[]): Statements {
	return [...enqueuePurge(paths, sql`1`), ...debounceDeploy(Date.now())]
}

const hasTargets = () => env().cdnPurgeUrl !== undefined || env().deployHookUrl !== undefined
/** Matches rows that no worker has taken. */
const isUntaken = (ids: string[]) => and(inArray(outbox.id, ids), eq(outbox.state, 'waiting'), eq(outbox.attempts, 0))

/**
 * Repeats a purge that ran before this node had the change (it was frozen or cut off): the CDN may have fetched a
 * stale page from here since then.
 */
export function announceRepeat(seqs: number[], paths: string[]): Statements {
	const last = seqs.at(-1)
	if (last === undefined || paths.length === 0 || !env().cdnPurgeUrl) return []
	const now = Date.now()
	const rows = sql.join(
		seqs.map((seq) => sql`${purgeId(seq)}`),
		sql`, `,
	)
	return [
		db().run(sql`
			insert into ${outbox} (id, kind, payload, created_at, available_at)
			select ${`${purgeId(last)}-${nodeId}`}, ${PURGE_KIND}, ${purgePayload(paths)}, ${now}, ${now}
			where exists (select 1 from ${outbox} where id in (${rows}) and (state <> 'waiting' or attempts > 0))
			on conflict (id) do nothing`),
	]
}

/**
 * Builds statements that release the held purges of these changes, merged into one.
 * @param options.wait time that other nodes may still need to publish, in milliseconds.
 */
export function announceOwn(seqs: number[], paths: string[], { wait = 0 }: { wait?: number } = {}): Statements {
	const last = seqs.at(-1)
	if (last === undefined || !hasTargets()) return []
	const now = Date.now()
	const ids = seqs.map(purgeId)
	if (paths.length === 0) return [db().delete(outbox).where(isUntaken(ids))]
	const olderIds = ids.slice(0, -1)
	return [
		...announceRepeat(seqs, paths),
		db()
			.update(outbox)
			.set({ payload: purgePayload(paths), availableAt: new Date(now + wait) })
			.where(isUntaken([purgeId(last)])),
		...(olderIds.length > 0 ? [db().delete(outbox).where(isUntaken(olderIds))] : []),
		...debounceDeploy(now),
	]
}

async function post(url: string, body: string): Promise<void> {
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body,
		signal: AbortSignal.timeout(10_000),
	})
	await response.body?.cancel()
	if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`)
}

/** Builds the payload for a row whose node died before recording the changed pages: all pages that may have changed. */
async function fillAbandonedPurge({ queued }: DelayedPurge, id: string): Promise<string> {
	const payload = purgePayload(await withAlternativePaths(await pagesOf(queued)))
	await write(db().update(outbox).set({ payload }).where(eq(outbox.id, id)), ...debounceDeploy(Date.now()))
	return payload
}

export const announceWorkers: Record<string, OutboxWorker> = {
	async [PURGE_KIND](payload, id) {
		const purge = JSON.parse(payload) as DelayedPurge | { paths: string[] }
		const body = 'queued' in purge ? await fillAbandonedPurge(purge, id) : payload
		if (!('queued' in purge) && !Array.isArray(purge.paths)) throw new Error('This release cannot read the purge')
		const { cdnPurgeUrl } = env()
		if (cdnPurgeUrl) await post(cdnPurgeUrl, body)
	},
	'deploy-hook': async () => {
		const { deployHookUrl } = env()
		if (!deployHookUrl) return
		await post(deployHookUrl, '{}')
		log.info('deploy hook called')
	},
}
