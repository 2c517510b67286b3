import { isDraftOf } from '#src/lib/forms/draft-storage.ts'
import type { Heard } from '../../player/listening-keeper.ts'
import { noteListening, noteQueue, readListening, readServerQueue } from '../../player/listening-queries.ts'
import { mergePosition } from '../../player/listening-storage.ts'
import type { PlayerQueue } from '../../player/player-queue.ts'

/** A row is dragged over many places: the queue is sent when it has come to rest, in milliseconds. */
const REST_MS = 1_000

/** Keeps a member's queue and places the same on all their devices. The browser's copy stands while the server is silent. */
export function followServer(owner: string, queue: PlayerQueue): (heard: Heard, isLeaving: boolean) => void {
	let timer: ReturnType<typeof setTimeout> | undefined
	let isChanged = false
	let isFromServer = false

	function send(isLeaving: boolean): void {
		clearTimeout(timer)
		if (!isChanged || !isDraftOf(owner)) return
		isChanged = false
		const ids = queue.$episodes.get().map(({ id }) => id)
		void noteQueue(ids, isLeaving)
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
		// Somebody was quicker: what they did here goes to the server, and not the other way round.
		if (isChanged) return
		isFromServer = true
		queue.take(queued)
		isFromServer = false
	}
	// Nobody asked for it: without an answer this device goes on with what it knows.
	read().catch(() => undefined)

	return (heard, isLeaving) => void noteListening(heard, isLeaving)
}
