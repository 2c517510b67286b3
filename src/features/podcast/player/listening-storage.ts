import * as z from 'zod/mini'
import { readDraft, storeDraft } from '#src/lib/forms/draft-storage.ts'
import type { ListeningProgress } from './listening-keeper.ts'
import { QUEUE_LENGTH } from './player-queue.ts'
import { nearestRate, type PlayerEpisode } from './player-state.ts'

/*
 * Listening data in this browser. A member's keys contain the member's id, so sign-out clears them together with
 * drafts. `owner` is null for a visitor, whose data stays with the device.
 */

/** Maximum number of stored positions. Older ones are dropped. */
const MAX_POSITIONS = 100

const keyOf = (name: string, owner: string | null) => (owner ? `${name}:${owner}` : name)

const storedPosition = z.object({
	position: z.number(),
	duration: z.nullable(z.number()),
	at: z.number(),
	finished: z._default(z.boolean(), false),
})
const storedPositions = z.record(z.string(), storedPosition)
const chapter = z.object({ start: z.number(), end: z.nullable(z.number()), title: z.string() })
const playerEpisode = z.object({
	id: z.string(),
	title: z.string(),
	audioUrl: z.string(),
	duration: z.nullable(z.number()),
	imageUrl: z.nullable(z.string()),
	slug: z.optional(z.nullable(z.string())),
	chapters: z.optional(z.array(chapter)),
})
const preferences = z.object({ rate: z.number(), keepPlaying: z.boolean() })
const handover = z.object({
	episode: playerEpisode,
	show: z.object({ title: z.string(), image: z.nullable(z.string()) }),
	position: z.number(),
})

/** The episode that is playing when a page is left, for the tab's next page. */
export type Handover = z.output<typeof handover>
export type Preferences = z.output<typeof preferences>

/** Returns the value under `key` if it is valid. An older version of the page may have written another format. */
function read<S extends z.ZodMiniType>(schema: S, key: string, from?: 'tab'): z.output<S> | undefined {
	try {
		return z.safeParse(schema, JSON.parse(readDraft(key, from) ?? 'null')).data
	} catch {
		return undefined
	}
}

const store = (key: string, value: unknown, to?: 'tab') => storeDraft(key, JSON.stringify(value), to)

export type StoredPosition = z.output<typeof storedPosition>

/** Returns this browser's positions by episode. */
export const readStoredPositions = (owner: string | null): Record<string, StoredPosition> =>
	read(storedPositions, keyOf('listening', owner)) ?? {}

/** Returns this browser's position in an episode, in seconds; a finished episode starts from the beginning. */
export function readPosition(owner: string | null, episodeId: string): number | undefined {
	const stored = readStoredPositions(owner)[episodeId]
	return stored?.finished ? undefined : stored?.position
}

/** Stores a position. */
export function storePosition(owner: string | null, progress: ListeningProgress, now = Date.now()): void {
	const key = keyOf('listening', owner)
	const { [progress.episodeId]: _, ...others } = readStoredPositions(owner)
	const entries = Object.entries(others).toSorted(([, a], [, b]) => b.at - a.at)
	const { episodeId, position, duration, finished } = progress
	entries.unshift([episodeId, { position, duration, finished, at: now }])
	store(key, Object.fromEntries(entries.slice(0, MAX_POSITIONS)))
}

/** Stores a position that another device saved at `at`, unless this device has a newer one. */
export function mergePosition(owner: string, progress: ListeningProgress, at: number): void {
	const stored = readStoredPositions(owner)[progress.episodeId]
	if (!stored || stored.at < at) storePosition(owner, progress, at)
}

export const readQueue = (owner: string | null): PlayerEpisode[] =>
	(read(z.array(playerEpisode), keyOf('queue', owner)) ?? []).slice(0, QUEUE_LENGTH) as PlayerEpisode[]

export const storeQueue = (owner: string | null, episodes: readonly PlayerEpisode[]) =>
	store(keyOf('queue', owner), episodes)

/** Returns the ids of the server's queue as of the last sync. `readQueue` includes the changes made here since. */
export const readSyncedQueue = (owner: string): string[] | undefined =>
	read(z.array(z.string()), keyOf('known-queue', owner))

export const storeSyncedQueue = (owner: string, ids: readonly string[]) => store(keyOf('known-queue', owner), ids)

/** Returns this device's speed and whether the queue continues automatically. */
export function readPreferences(): Preferences {
	const { rate = 1, keepPlaying = false } = read(preferences, 'player') ?? {}
	return { rate: nearestRate(rate), keepPlaying }
}

export const storePreferences = (preferences: Preferences) => store('player', preferences)

/** Start of the handover's key, after the prefix for drafts. The bar's directive checks whether such a key exists. */
const HANDOVER_KEY = 'playing'

/** Returns the previous page's episode if it belongs to the same user. */
export const readHandover = (owner: string | null): Handover | undefined =>
	read(handover, keyOf(HANDOVER_KEY, owner), 'tab')

export const storeHandover = (owner: string | null, value: Handover | undefined) =>
	value ? store(keyOf(HANDOVER_KEY, owner), value, 'tab') : storeDraft(keyOf(HANDOVER_KEY, owner), undefined, 'tab')
