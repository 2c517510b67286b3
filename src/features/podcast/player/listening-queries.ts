import { readQuietly, saveQuietly, sendBeacon } from '#src/lib/api/beacon.ts'
import { getEpisode, getQueue, listListening, saveListening, saveQueue } from '../library-contract.ts'
import type { ListeningProgress } from './listening-keeper.ts'
import type { PlayerEpisode } from './player-state.ts'

/** Saves a member's position in an episode on the server, in the background. */
export const saveListeningInBackground = (
	{ episodeId, position, duration, finished }: ListeningProgress,
	isLeaving: boolean,
) => sendBeacon(saveListening, { params: { id: episodeId }, body: { position, duration, finished } }, isLeaving)

/**
 * Saves a member's queue on the server, in the background, even if the page is left at once.
 * @returns whether the server confirmed it.
 */
export const saveQueueInBackground = (ids: string[]): Promise<boolean> =>
	saveQuietly(saveQueue, { body: { ids } }, true).then(
		() => true,
		() => false,
	)

/** Reads a member's positions from all devices. */
export const readListening = () => readQuietly(listListening, {})

/** Reads an episode for the player, with its chapters. `name` is its id or slug. */
export async function readEpisode(name: string): Promise<PlayerEpisode> {
	const { id, title, audioUrl, duration, imageUrl, slug, chapters } = await readQuietly(getEpisode, {
		params: { id: name },
	})
	return { id, title, audioUrl, duration, imageUrl, slug, chapters }
}

/**
 * Reads a member's queue from the server. `known` episodes are not fetched; episodes that cannot be read are left
 * out.
 */
export async function readServerQueue(known: readonly PlayerEpisode[]): Promise<PlayerEpisode[]> {
	const queued = await readQuietly(getQueue, {})
	const read = queued.map(({ id }) => known.find((episode) => episode.id === id) ?? readEpisode(id))
	const outcomes = await Promise.allSettled(read)
	return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
}
