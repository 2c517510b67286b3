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
 * @param known the queue before this device's changes.
 * @returns the ids of the stored queue, with the changes from other devices; undefined if the save was not confirmed.
 */
export const saveQueueInBackground = (ids: string[], known: string[]): Promise<string[] | undefined> =>
	saveQuietly(saveQueue, { body: { ids, known } }, true).then(
		(queued) => queued.map(({ id }) => id),
		() => undefined,
	)

export const readServerQueue = async () => (await readQuietly(getQueue, {})).map(({ id }) => id)

/** Fetches a member's positions from all devices. */
export const readListening = () => readQuietly(listListening, {})

/** Fetches an episode for the player, with its chapters. `name` is its id or slug. */
export async function readEpisode(name: string): Promise<PlayerEpisode> {
	const { id, title, audioUrl, duration, imageUrl, slug, chapters } = await readQuietly(getEpisode, {
		params: { id: name },
	})
	return { id, title, audioUrl, duration, imageUrl, slug, chapters }
}

/** Returns the episodes of a queue; fetches those not in `known`. Omits episodes that cannot be fetched. */
export async function readEpisodes(ids: readonly string[], known: readonly PlayerEpisode[]): Promise<PlayerEpisode[]> {
	const requests = ids.map((id) => known.find((episode) => episode.id === id) ?? readEpisode(id))
	const outcomes = await Promise.allSettled(requests)
	return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
}
