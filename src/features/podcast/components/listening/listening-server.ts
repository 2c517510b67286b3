import { mayStoreFor } from '#src/lib/forms/draft-storage.ts'
import type { ListeningProgress } from '../../player/listening-keeper.ts'
import {
	readListening,
	readServerQueue,
	saveListeningInBackground,
	saveQueueInBackground,
} from '../../player/listening-queries.ts'
import { mergePosition } from '../../player/listening-storage.ts'
import type { PlayerQueue } from '../../player/player-queue.ts'

/** Debounce in milliseconds: a drag passes many places, and the queue is sent once it settles. */
const REST_MS = 1_000

/** Syncs a member's queue and positions across devices. The browser's copy counts while the server is unreachable. */
export function followServer(
	owner: string,
	queue: PlayerQueue,
): (heard: ListeningProgress, isLeaving: boolean) => void {
	let timer: ReturnType<typeof setTimeout> | undefined
	let isChanged = false
	let isFromServer = false

	function send(isLeaving: boolean): void {
		clearTimeout(timer)
		if (!isChanged || !mayStoreFor(owner)) return
		isChanged = false
		const ids = queue.$episodes.get().map(({ id }) => id)
		void saveQueueInBackground(ids, isLeaving)
	}

	queue.$episodes.listen(() => {
		if (isFromServer) return
		isChanged = true
		clearTimeout(timer)
		timer = setTimeout(() => send(false), REST_MS)
	})
	window.addEventListener('pagehide', () => send(true))

	async function read(): Promise<void> {
		const [places, queued] = await Promise.all([readListening(), readServerQueue(queue.$episodes.get())])
		for (const { episodeId, position, duration, finished, updatedAt } of places)
			mergePosition(owner, { episodeId, position, duration, finished }, new Date(updatedAt).getTime())
		// The user changed the queue first: keep theirs and send it to the server.
		if (isChanged) return
		isFromServer = true
		queue.take(queued)
		isFromServer = false
	}
	// A background request: on failure this device continues with its own copy.
	read().catch(() => undefined)

	return (heard, isLeaving) => void saveListeningInBackground(heard, isLeaving)
}
