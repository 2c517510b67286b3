import * as z from 'zod/mini'
import { contract, timestamp } from '#src/lib/api/contract.ts'
import { episode } from './contract.ts'

/** An id or slug. */
const episodeParams = z.object({ id: z.string().check(z.maxLength(100)) })

const NO_EPISODE = [404, 'Episode not found'] as const
const tooFast = [429, 'You are loading pages too fast. Please try again in a moment.'] as const

export const person = z.object({ name: z.string(), role: z.string(), href: z.nullable(z.string()) })

/** A chapter of an episode; times are seconds. */
export const chapter = z.object({
	start: z.number(),
	end: z.nullable(z.number()),
	title: z.string(),
	url: z.nullable(z.string()),
})
export type EpisodeChapter = z.output<typeof chapter>

const neighbor = z.nullable(z.object({ slug: z.string(), title: z.string() }))

export const episodeDetail = z.object({
	...episode.shape,
	slug: z.string(),
	/** The episode's page on another site. */
	link: z.nullable(z.string()),
	season: z.nullable(z.number()),
	number: z.nullable(z.number()),
	type: z.enum(['full', 'trailer', 'bonus']),
	/** Show notes, sanitized by the server; null if there are none beyond `description`. */
	notesHtml: z.nullable(z.string()),
	/** Size and type of the audio file, from the feed. */
	audioBytes: z.nullable(z.number()),
	audioType: z.nullable(z.string()),
	people: z.array(person),
	chapters: z.array(chapter),
	/** Up to three highlights from the feed; times are seconds. */
	highlights: z.array(z.object({ start: z.number(), duration: z.number(), title: z.string() })),
	hasTranscript: z.boolean(),
	/** The episodes published before and after it. */
	previous: neighbor,
	next: neighbor,
})
export type EpisodeDetail = z.output<typeof episodeDetail>

export const getEpisode = contract('GET /api/podcast/episodes/:id', {
	access: 'public',
	params: episodeParams,
	response: episodeDetail,
	errors: { notFound: NO_EPISODE, tooFast },
})

export const transcript = z.object({
	/** Such as `en-US`; null if unknown. */
	language: z.nullable(z.string()),
	speakers: z.array(z.string()),
	paragraphs: z.array(
		z.object({
			/** Seconds, also the anchor `t-N` on the page; null in a transcript without times. */
			start: z.nullable(z.number()),
			speaker: z.nullable(z.string()),
			text: z.string(),
		}),
	),
})
export type Transcript = z.output<typeof transcript>

export const getTranscript = contract('GET /api/podcast/episodes/:id/transcript', {
	access: 'public',
	params: episodeParams,
	response: transcript,
	errors: { notFound: NO_EPISODE, none: [404, 'This episode has no transcript yet'], tooFast },
})

export const MAX_MENTIONS = 20

const mention = z.object({
	/** Where the link is: in a question or its comments, a module, its discussion, or a course description. */
	kind: z.enum(['question', 'module', 'discussion', 'course']),
	id: z.string(),
	title: z.string(),
	/** URL of the page with the link. */
	href: z.string(),
	/** Null for questions. */
	courseTitle: z.nullable(z.string()),
	/** The linked seconds of the episode; empty if only the whole episode is linked. */
	starts: z.array(z.number()),
	linkedAt: timestamp,
})
export type Mention = z.output<typeof mention>

export const listMentions = contract('GET /api/podcast/episodes/:id/mentions', {
	access: 'member',
	params: episodeParams,
	/** Questions, modules, discussions and courses that link to the episode and that the viewer may read, newest first. */
	response: z.array(mention),
	errors: { notFound: NO_EPISODE },
})

/** Maximum number of a member's positions in a response. */
export const MAX_LISTENING = 100
export const MAX_QUEUE = 50

const seconds = z.number().check(z.gte(0), z.lte(7 * 86_400))

export const listListening = contract('GET /api/user/listening', {
	access: 'account',
	/** Newest first. */
	response: z.array(
		z.object({
			episodeId: z.string(),
			slug: z.string(),
			title: z.string(),
			/** Seconds. */
			position: z.number(),
			duration: z.nullable(z.number()),
			finished: z.boolean(),
			updatedAt: timestamp,
		}),
	),
})

export const saveListening = contract('PUT /api/user/listening/:id', {
	access: 'account',
	params: episodeParams,
	body: z.object({
		/** Seconds. */
		position: z
			.number('Position must be within the episode')
			.check(z.gte(0, 'Position must be within the episode'), z.lte(7 * 86_400, 'Position must be within the episode')),
		/** From the audio file; absent or null until known. */
		duration: z.optional(z.nullable(seconds)),
		finished: z._default(z.boolean(), false),
	}),
	errors: { notFound: NO_EPISODE, beyond: [400, 'Position must be within the episode'] },
})

const queued = z.array(
	z.object({ id: z.string(), slug: z.string(), title: z.string(), duration: z.nullable(z.number()) }),
)

export const getQueue = contract('GET /api/user/queue', {
	access: 'account',
	/** In playback order, without deleted episodes. */
	response: queued,
})

const queueIds = z
	.array(z.string().check(z.maxLength(100)))
	.check(z.maxLength(MAX_QUEUE, `The queue holds at most ${MAX_QUEUE} episodes`))

export const saveQueue = contract('PUT /api/user/queue', {
	access: 'account',
	body: z.object({
		ids: queueIds,
		/** The queue before this device's changes, to keep those of other devices. If omitted, `ids` replaces the queue. */
		known: z.optional(queueIds),
	}),
	/** The stored queue, without duplicates or deleted episodes. */
	response: queued,
	status: 200,
})
