import { mayStoreFor } from '#src/lib/forms/draft-storage.ts'
import type { ListeningProgress } from '../../player/listening-keeper.ts'
import {
	readListening,
	readServerQueue,
	saveListeningInBackground,
	saveQueueInBackground,
} from '../../player/listening-queries.ts'
import { isQueueUnsent, keepUnsent, mergePosition } from '../../player/listening-storage.ts'
import type { PlayerQueue } from '../../player/player-queue.ts'

/** Delay of a move in milliseconds: a drag passes many places. Other changes are sent at once. */
const REST_MS = 1_000

/** Syncs a member's queue and positions across devices. The browser's copy counts while the server is unreachable. */
export function followServer(
	owner: string,
	queue: PlayerQueue,
): (heard: ListeningProgress, isLeaving: boolean) => void {
	let timer: ReturnType<typeof setTimeout> | undefined
	/** Changes on this page, and whether the last one is unsent. */
	let changes = 0
	let isChanged = false
	let isSending = false
	let isFromServer = false
	let { length } = queue.$episodes.get()

	async function send(isLeaving: boolean): Promise<void> {
		clearTimeout(timer)
		// One after another, so that an older queue cannot arrive last.
		if (!isChanged || !mayStoreFor(owner) || (isSending && !isLeaving)) return
		isChanged = false
		isSending = true
		const sent = changes
		const ids = queue.$episodes.get().map(({ id }) => id)
		const isSaved = await saveQueueInBackground(ids)
		isSending = false
		if (isSaved && sent === changes) keepUnsent(owner, false)
		void send(false)
	}

	queue.$episodes.listen((episodes) => {
		const isMove = episodes.length === length
		length = episodes.length
		if (isFromServer) return
		changes++
		isChanged = true
		keepUnsent(owner, true)
		clearTimeout(timer)
		if (isMove) timer = setTimeout(() => void send(false), REST_MS)
		else void send(false)
	})
	window.addEventListener('pagehide', () => void send(true))

	async function read(): Promise<void> {
		const isUnsent = isQueueUnsent(owner)
		if (isUnsent) {
			isChanged = true
			void send(false)
		}
		const [places, queued] = await Promise.all([readListening(), readServerQueue(queue.$episodes.get())])
		for (const { episodeId, position, duration, finished, updatedAt } of places)
			mergePosition(owner, { episodeId, position, duration, finished }, new Date(updatedAt).getTime())
		// The user changed the queue first, here or on the page before: theirs is newer than the one read.
		if (isUnsent || changes > 0) return
		isFromServer = true
		queue.take(queued)
		isFromServer = false
	}
	// A background request: on failure this device continues with its own copy.
	read().catch(() => undefined)

	return (heard, isLeaving) => void saveListeningInBackground(heard, isLeaving)
}
