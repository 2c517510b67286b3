import { database } from '#db/client.ts'
import { newId } from '#src/lib/ids.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { env } from '#src/platform/env/env.ts'
import { releaseLease, takeLease } from '#src/platform/jobs/lease.ts'
import { runEvery } from '#src/platform/jobs/run-every.ts'
import { log } from '#src/platform/log.ts'
import { readDueFiles } from '../library/read-files.ts'
import { feedSettings, refreshFeed } from './refresh.ts'

const LEASE = 'podcast-poller'

export interface PollerOptions {
	/** Milliseconds from the start of one poll to the start of the next. */
	intervalMs?: number
	refresh?: (options: { signal: AbortSignal }) => Promise<unknown>
	/** Whether several nodes may share the database, so polls need a lease. */
	isShared?: boolean
	holder?: string
}

/** Fetches the feed, then the files that it links to for episode pages. */
async function readAll({ signal }: { signal: AbortSignal }): Promise<void> {
	await refreshFeed({ signal })
	if (hasFeature('podcast')) await readDueFiles({ ...feedSettings(), signal })
}

/**
 * Polls the podcast feed immediately and then at an interval. The returned function stops this, aborts a running poll
 * and waits for it. Polls never overlap; errors are logged.
 *
 * On a shared database server, only the lease holder polls. A database file has a single process and needs no lease:
 * after a kill, the next process would have to wait until the lease expires.
 */
export function startPodcastPoller(options: PollerOptions = {}): () => Promise<void> {
	const {
		intervalMs = env().podcastPollSeconds * 1000,
		refresh = readAll,
		isShared = database().file === undefined,
		holder = newId(),
	} = options
	const intervalFrom = (startedAt: number) => {
		// Jitter spreads the polls of nodes started together. It only shortens, so no interval exceeds the setting.
		const jitter = Math.random() * Math.min(intervalMs / 20, 5_000)
		return Math.max(0, intervalMs - jitter - (performance.now() - startedAt))
	}
	let startedAt = 0
	const stop = runEvery({
		async work(signal) {
			startedAt = performance.now()
			if (!isShared || (await takeLease(LEASE, holder, 2 * intervalMs))) await refresh({ signal })
			return intervalFrom(startedAt)
		},
		failed(error) {
			log.error({ err: error }, 'podcast feed could not be refreshed')
			return intervalFrom(startedAt)
		},
	})
	return async () => {
		await stop()
		if (!isShared) return
		await releaseLease(LEASE, holder).catch((error: unknown) => log.warn({ err: error }, 'lease could not be released'))
	}
}
