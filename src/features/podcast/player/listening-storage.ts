import * as z from 'zod/mini'
import { keepDraft, readDraft } from '#src/lib/forms/draft-storage.ts'
import type { Heard } from './listening-keeper.ts'
import { QUEUE_LENGTH } from './player-queue.ts'
import { nearestRate, type PlayerEpisode } from './player-state.ts'

/*
 * What this browser knows of listening. What belongs to a member has their id in its key, so that it goes when they log
 * out, with their drafts; `owner` is null for a visitor, whose own it is on this device.
 */

/** Episodes whose position is kept: the latest. */
const POSITIONS = 100

const keyOf = (name: string, owner: string | null) => (owner ? `${name}:${owner}` : name)

const place = z.object({ position: z.number(), duration: z.nullable(z.number()), at: z.number() })
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

/** What plays when a page is left, for the next page of the tab. */
export type Handover = z.output<typeof handover>
export type Choices = z.output<typeof choices>

/** What was kept under `key`, if it is still of this form: an older page may have written another. */
function read<S extends z.ZodMiniType>(schema: S, key: string, from?: 'tab'): z.output<S> | undefined {
	try {
		return z.safeParse(schema, JSON.parse(readDraft(key, from) ?? 'null')).data
	} catch {
		return undefined
	}
}

const keep = (key: string, value: unknown, to?: 'tab') => keepDraft(key, JSON.stringify(value), to)

/** Where this browser stopped in an episode, in seconds. */
export const readPosition = (owner: string | null, episodeId: string): number | undefined =>
	read(places, keyOf('listening', owner))?.[episodeId]?.position

/** Keeps where somebody stopped; an episode that was heard to its end begins anew. */
export function keepPosition(owner: string | null, heard: Heard, now = Date.now()): void {
	const key = keyOf('listening', owner)
	const { [heard.episodeId]: _, ...others } = read(places, key) ?? {}
	const kept = Object.entries(others).toSorted(([, a], [, b]) => b.at - a.at)
	const { position, duration } = heard
	if (!heard.finished) kept.unshift([heard.episodeId, { position, duration, at: now }])
	keep(key, Object.fromEntries(kept.slice(0, POSITIONS)))
}

/** Takes over where another device stopped, at the instant `at`, if this one has nothing newer. */
export function mergePosition(owner: string, heard: Heard, at: number): void {
	const known = read(places, keyOf('listening', owner))?.[heard.episodeId]
	if (!known || known.at < at) keepPosition(owner, heard, at)
}

export const readQueue = (owner: string | null): PlayerEpisode[] =>
	(read(z.array(playerEpisode), keyOf('queue', owner)) ?? []).slice(0, QUEUE_LENGTH) as PlayerEpisode[]

export const keepQueue = (owner: string | null, episodes: readonly PlayerEpisode[]) =>
	keep(keyOf('queue', owner), episodes)

/** Speed and whether the queue plays on, of this device. */
export function readChoices(): Choices {
	const { rate = 1, keepPlaying = false } = read(choices, 'player') ?? {}
	return { rate: nearestRate(rate), keepPlaying }
}

export const keepChoices = (chosen: Choices) => keep('player', chosen)

/** So its key in the tab begins, behind the prefix of drafts: the bar's directive looks whether there is one. */
const HANDOVER = 'playing'

/** What the page before was playing, if it was for the same person. */
export const readHandover = (owner: string | null): Handover | undefined =>
	read(handover, keyOf(HANDOVER, owner), 'tab')

export const keepHandover = (owner: string | null, kept: Handover | undefined) =>
	kept ? keep(keyOf(HANDOVER, owner), kept, 'tab') : keepDraft(keyOf(HANDOVER, owner), undefined, 'tab')
