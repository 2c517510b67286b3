import { database } from '#db/client.ts'
import { newId } from '#src/lib/ids.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { env } from '#src/platform/env/env.ts'
import { releaseLease, takeLease } from '#src/platform/jobs/lease.ts'
import { runEvery } from '#src/platform/jobs/run-every.ts'
import { log } from '#src/platform/log.ts'
import { readDueFiles } from '../library/read-files.ts'
import { fileSettings, refreshFeed } from './refresh.ts'

const LEASE = 'podcast-poller'

export interface PollerOptions {
	/** From the start of one round to the start of the next, in milliseconds. */
	intervalMs?: number
	/** One round. */
	refresh?: (options: { signal: AbortSignal }) => Promise<unknown>
	/** Whether several nodes may share the database, so that the rounds need a lease. */
	isShared?: boolean
	/** Names this node in the lease. */
	holder?: string
}

/** The feed, then what it names for the pages of its episodes. */
async function readAll({ signal }: { signal: AbortSignal }): Promise<void> {
	await refreshFeed({ signal })
	if (hasFeature('podcast')) await readDueFiles({ ...fileSettings(), signal })
}

/**
 * Reads the podcast feed at once and then at every interval, until the returned function is called; that one ends
 * a running round and waits for it. Rounds never overlap; what goes wrong is logged.
 *
 * Of the nodes on one database server the holder of the lease does it. A database file has one process only, and
 * no lease: the one of a process that was killed would keep the next start waiting for its end.
 */
export function startPodcastPoller(options: PollerOptions = {}): () => Promise<void> {
	const {
		intervalMs = env().podcastPollSeconds * 1000,
		refresh = readAll,
		isShared = database().file === undefined,
		holder = newId(),
	} = options
	const intervalFrom = (startedAt: number) => {
		// A little early, so that nodes that started together do not ask together, and nobody waits longer than set.
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
		await releaseLease(LEASE, holder).catch((error: unknown) =>
			log.warn({ err: error }, 'lease could not be given back'),
		)
	}
}
