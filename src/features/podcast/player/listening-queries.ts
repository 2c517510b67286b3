import { readQuietly, sendBeacon } from '#src/lib/api/beacon.ts'
import { getEpisode, getQueue, listListening, saveListening, saveQueue } from '../library-contract.ts'
import type { Heard } from './listening-keeper.ts'
import type { PlayerEpisode } from './player-state.ts'

/** Keeps on the server where a member is in an episode; nobody waits for it. */
export const noteListening = ({ episodeId, position, duration, finished }: Heard, isLeaving: boolean) =>
	sendBeacon(saveListening, { params: { id: episodeId }, body: { position, duration, finished } }, isLeaving)

/** Keeps a member's queue on the server; nobody waits for it. */
export const noteQueue = (ids: string[], isLeaving: boolean) => sendBeacon(saveQueue, { body: { ids } }, isLeaving)

/** Where a member stopped, on whatever device. */
export const readListening = () => readQuietly(listListening, {})

/** What a player needs of an episode, with its chapters. `name` is its id, or the readable part of its address. */
export async function readEpisode(name: string): Promise<PlayerEpisode> {
	const { id, title, audioUrl, duration, imageUrl, slug, chapters } = await readQuietly(getEpisode, {
		params: { id: name },
	})
	return { id, title, audioUrl, duration, imageUrl, slug, chapters }
}

/**
 * A member's queue as the server has it. `known` are episodes that need not be asked for; one that cannot be read any
 * more is left out.
 */
export async function readServerQueue(known: readonly PlayerEpisode[]): Promise<PlayerEpisode[]> {
	const queued = await readQuietly(getQueue, {})
	const read = queued.map(({ id }) => known.find((episode) => episode.id === id) ?? readEpisode(id))
	const outcomes = await Promise.allSettled(read)
	return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
}
