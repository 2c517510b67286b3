import { mayStoreFor } from '#src/lib/forms/draft-storage.ts'
import type { ListeningProgress } from '../../player/listening-keeper.ts'
import {
	readEpisodes,
	readListening,
	readServerQueue,
	saveListeningInBackground,
	saveQueueInBackground,
} from '../../player/listening-queries.ts'
import { keepKnownQueue, mergePosition, readKnownQueue } from '../../player/listening-storage.ts'
import type { PlayerQueue } from '../../player/player-queue.ts'

/** Delay before a move is sent, in milliseconds: a drag passes over many rows. Other changes are sent at once. */
const REST_MS = 1_000

/** Reports the position of an episode. `isLeaving`: the page is about to close. */
type ReportListening = (heard: ListeningProgress, isLeaving: boolean) => void

/** Merges the server's positions into those of this browser. */
async function readPositions(owner: string): Promise<void> {
	for (const { episodeId, position, duration, finished, updatedAt } of await readListening())
		mergePosition(owner, { episodeId, position, duration, finished }, new Date(updatedAt).getTime())
}

/**
 * Syncs a member's queue and positions across devices. Each change is sent with the last synced queue, so the server
 * can keep changes from other devices. While the server is unreachable, the browser's copy is used.
 */
export function followServer(owner: string, queue: PlayerQueue): ReportListening {
	let timer: ReturnType<typeof setTimeout> | undefined
	let isSending = false
	let isFromServer = false
	let { length } = queue.$episodes.get()

	const idsOf = () => queue.$episodes.get().map(({ id }) => id)
	let known = readKnownQueue(owner) ?? idsOf()
	const isChanged = () => idsOf().join() !== known.join()

	/** Shows the server's queue, unless this device's queue has changed from the ids in `since`. */
	async function take(ids: readonly string[], since: string[]): Promise<void> {
		const episodes = await readEpisodes(ids, queue.$episodes.get())
		known = since
		if (idsOf().join() === since.join()) {
			isFromServer = true
			queue.take(episodes)
			isFromServer = false
			known = idsOf()
		}
		keepKnownQueue(owner, known)
	}

	async function send(isLeaving: boolean): Promise<void> {
		clearTimeout(timer)
		// One request at a time, so that an older queue cannot arrive last.
		if (!isChanged() || !mayStoreFor(owner) || (isSending && !isLeaving)) return
		isSending = true
		const sent = idsOf()
		const stored = await saveQueueInBackground(sent, known)
		if (stored) await take(stored, sent)
		isSending = false
		// The queue changed during the request.
		if (stored && isChanged()) void send(false)
	}

	queue.$episodes.listen((episodes) => {
		const isMove = episodes.length === length
		length = episodes.length
		if (isFromServer) return
		clearTimeout(timer)
		if (isMove) timer = setTimeout(() => void send(false), REST_MS)
		else void send(false)
	})
	window.addEventListener('pagehide', () => void send(true))

	async function readQueue(): Promise<void> {
		keepKnownQueue(owner, known)
		if (isChanged()) return send(false)
		const before = idsOf()
		const ids = await readServerQueue()
		// If the queue changed during the read, that change is sent, and its response is the server's queue.
		if (idsOf().join() === before.join()) await take(ids, before)
	}
	// Background requests: on failure this device continues with its own copy.
	for (const reading of [readPositions(owner), readQueue()]) reading.catch(() => undefined)

	return (heard, isLeaving) => void saveListeningInBackground(heard, isLeaving)
}
