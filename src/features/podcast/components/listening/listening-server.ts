import { mayStoreFor } from '#src/lib/forms/draft-storage.ts'
import type { ListeningProgress } from '../../player/listening-keeper.ts'
import {
	readEpisodes,
	readListening,
	readServerQueue,
	saveListeningInBackground,
	saveQueueInBackground,
} from '../../player/listening-queries.ts'
import { mergePosition, readSyncedQueue, storeSyncedQueue } from '../../player/listening-storage.ts'
import type { PlayerQueue } from '../../player/player-queue.ts'

/** Delay before a reordering is sent, in milliseconds: a drag passes over many rows. Other changes are sent at once. */
const MOVE_DELAY_MS = 1_000

/** Reports the position of an episode. `isLeaving`: the page is about to close. */
type ReportListening = (progress: ListeningProgress, isLeaving: boolean) => void

/** Merges the server's positions into those of this browser. */
async function readPositions(owner: string): Promise<void> {
	for (const { episodeId, position, duration, finished, updatedAt } of await readListening())
		mergePosition(owner, { episodeId, position, duration, finished }, new Date(updatedAt).getTime())
}

/**
 * Syncs a member's queue and positions across devices. Each change is sent with the last synced queue, so the server
 * can keep changes from other devices. While the server is unreachable, the browser's copy is used.
 */
export function syncWithServer(owner: string, queue: PlayerQueue): ReportListening {
	let timer: ReturnType<typeof setTimeout> | undefined
	let isSending = false
	let isFromServer = false
	let { length } = queue.$episodes.get()

	const idsOf = () => queue.$episodes.get().map(({ id }) => id)
	let syncedIds = readSyncedQueue(owner) ?? idsOf()
	const hasChanged = () => idsOf().join() !== syncedIds.join()

	/** Shows the server's queue, unless this device's queue has changed from `expectedIds`. */
	async function applyServerQueue(ids: readonly string[], expectedIds: string[]): Promise<void> {
		const episodes = await readEpisodes(ids, queue.$episodes.get())
		syncedIds = expectedIds
		if (idsOf().join() === expectedIds.join()) {
			isFromServer = true
			queue.replace(episodes)
			isFromServer = false
			syncedIds = idsOf()
		}
		storeSyncedQueue(owner, syncedIds)
	}

	async function send(isLeaving: boolean): Promise<void> {
		clearTimeout(timer)
		// One request at a time, so that an older queue cannot arrive last.
		if (!hasChanged() || !mayStoreFor(owner) || (isSending && !isLeaving)) return
		isSending = true
		const sent = idsOf()
		const savedIds = await saveQueueInBackground(sent, syncedIds)
		if (savedIds) await applyServerQueue(savedIds, sent)
		isSending = false
		// The queue changed during the request.
		if (savedIds && hasChanged()) void send(false)
	}

	queue.$episodes.listen((episodes) => {
		const isReorder = episodes.length === length
		length = episodes.length
		if (isFromServer) return
		clearTimeout(timer)
		if (isReorder) timer = setTimeout(() => void send(false), MOVE_DELAY_MS)
		else void send(false)
	})
	window.addEventListener('pagehide', () => void send(true))

	async function readQueue(): Promise<void> {
		storeSyncedQueue(owner, syncedIds)
		if (hasChanged()) return send(false)
		const idsBefore = idsOf()
		const ids = await readServerQueue()
		// If the queue changed during the read, that change is sent, and its response is the server's queue.
		if (idsOf().join() === idsBefore.join()) await applyServerQueue(ids, idsBefore)
	}
	// Background requests: on failure this device continues with its own copy.
	for (const request of [readPositions(owner), readQueue()]) request.catch(() => undefined)

	return (progress, isLeaving) => void saveListeningInBackground(progress, isLeaving)
}
