import * as z from 'zod/mini'
import { keepDraft, readDraft } from '#src/lib/forms/draft-storage.ts'
import type { ListeningProgress } from './listening-keeper.ts'
import { QUEUE_LENGTH } from './player-queue.ts'
import { nearestRate, type PlayerEpisode } from './player-state.ts'

/*
 * Listening data in this browser. A member's keys contain the member's id, so sign-out clears them together with
 * drafts. `owner` is null for a visitor, whose data stays with the device.
 */

/** Maximum number of stored positions. Older ones are dropped. */
const POSITIONS = 100

const keyOf = (name: string, owner: string | null) => (owner ? `${name}:${owner}` : name)

const place = z.object({
	position: z.number(),
	duration: z.nullable(z.number()),
	at: z.number(),
	finished: z._default(z.boolean(), false),
})
const places = z.record(z.string(), place)
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
const choices = z.object({ rate: z.number(), keepPlaying: z.boolean() })
const handover = z.object({
	episode: playerEpisode,
	show: z.object({ title: z.string(), image: z.nullable(z.string()) }),
	position: z.number(),
})

/** The episode that is playing when a page is left, for the tab's next page. */
export type Handover = z.output<typeof handover>
export type Choices = z.output<typeof choices>

/** Returns the value under `key` if it is valid. An older version of the page may have written another format. */
function read<S extends z.ZodMiniType>(schema: S, key: string, from?: 'tab'): z.output<S> | undefined {
	try {
		return z.safeParse(schema, JSON.parse(readDraft(key, from) ?? 'null')).data
	} catch {
		return undefined
	}
}

const keep = (key: string, value: unknown, to?: 'tab') => keepDraft(key, JSON.stringify(value), to)

export type ListeningPlace = z.output<typeof place>

/** Returns this browser's positions by episode. */
export const readPlaces = (owner: string | null): Record<string, ListeningPlace> =>
	read(places, keyOf('listening', owner)) ?? {}

/** Returns this browser's position in an episode, in seconds; a finished episode starts from the beginning. */
export function readPosition(owner: string | null, episodeId: string): number | undefined {
	const place = readPlaces(owner)[episodeId]
	return place?.finished ? undefined : place?.position
}

/** Stores a position. */
export function keepPosition(owner: string | null, heard: ListeningProgress, now = Date.now()): void {
	const key = keyOf('listening', owner)
	const { [heard.episodeId]: _, ...others } = readPlaces(owner)
	const kept = Object.entries(others).toSorted(([, a], [, b]) => b.at - a.at)
	const { episodeId, position, duration, finished } = heard
	kept.unshift([episodeId, { position, duration, finished, at: now }])
	keep(key, Object.fromEntries(kept.slice(0, POSITIONS)))
}

/** Stores a position that another device saved at `at`, unless this device has a newer one. */
export function mergePosition(owner: string, heard: ListeningProgress, at: number): void {
	const known = readPlaces(owner)[heard.episodeId]
	if (!known || known.at < at) keepPosition(owner, heard, at)
}

export const readQueue = (owner: string | null): PlayerEpisode[] =>
	(read(z.array(playerEpisode), keyOf('queue', owner)) ?? []).slice(0, QUEUE_LENGTH) as PlayerEpisode[]

export const keepQueue = (owner: string | null, episodes: readonly PlayerEpisode[]) =>
	keep(keyOf('queue', owner), episodes)

/** Returns the ids of the server's queue as of the last sync. `readQueue` includes the changes made here since. */
export const readKnownQueue = (owner: string): string[] | undefined =>
	read(z.array(z.string()), keyOf('known-queue', owner))

export const keepKnownQueue = (owner: string, ids: readonly string[]) => keep(keyOf('known-queue', owner), ids)

/** Returns this device's speed and whether the queue continues automatically. */
export function readChoices(): Choices {
	const { rate = 1, keepPlaying = false } = read(choices, 'player') ?? {}
	return { rate: nearestRate(rate), keepPlaying }
}

export const keepChoices = (chosen: Choices) => keep('player', chosen)

/** Start of the handover's key, after the prefix for drafts. The bar's directive checks whether such a key exists. */
const HANDOVER = 'playing'

/** Returns the previous page's episode if it belongs to the same user. */
export const readHandover = (owner: string | null): Handover | undefined =>
	read(handover, keyOf(HANDOVER, owner), 'tab')

export const keepHandover = (owner: string | null, kept: Handover | undefined) =>
	kept ? keep(keyOf(HANDOVER, owner), kept, 'tab') : keepDraft(keyOf(HANDOVER, owner), undefined, 'tab')
