import * as z from 'zod/mini'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'
import { oneLine } from '#src/lib/one-line.ts'

const episodeParams = z.object({ id: z.string().check(z.maxLength(100)) })
const NO_EPISODE = [404, 'Episode not found'] as const

const fileState = z.object({
	/** Null if the feed does not link to a file of this kind. */
	state: z.nullable(z.enum(['none', 'ready', 'failed'])),
	/** The last error in one sentence. */
	error: z.nullable(z.string()),
	/** One sentence about a part that could not be read; null if everything was read. */
	warning: z.nullable(z.string()),
	triedAt: z.nullable(timestamp),
})

export const libraryEpisode = z.object({
	id: z.string(),
	slug: z.string(),
	title: z.string(),
	pubDate: z.nullable(timestamp),
	/** When the episode dropped out of the feed; null while it is in the feed. */
	keptSince: z.nullable(timestamp),
	transcript: z.object({
		...fileState.shape,
		/** Source of the shown transcript, or null. */
		source: z.nullable(z.enum(['admin', 'feed'])),
	}),
	chapters: z.object({
		...fileState.shape,
		/** `file`: a JSON file linked from the feed; `feed`: the feed itself; `notes`: times in the show notes. */
		source: z.nullable(z.enum(['admin', 'file', 'feed', 'notes'])),
		count: z.number(),
	}),
})
export type LibraryEpisode = z.output<typeof libraryEpisode>

/** Episodes with a transcript, without one, or with an unreadable one. */
export const transcriptFilter = z.enum(['found', 'none', 'failed'])
export type TranscriptFilter = z.output<typeof transcriptFilter>

export const listLibraryEpisodes = contract('GET /api/admin/podcast/episodes', {
	access: 'admin',
	query: z.object({
		...pageQuery,
		/** Part of the title. */
		search: z.optional(z.string().check(z.trim(), z.maxLength(200, 'Use at most 200 characters'))),
		transcript: z.optional(transcriptFilter),
	}),
	/** Newest first. */
	response: z.array(libraryEpisode),
})

const linkedCourse = z.object({ id: z.string(), title: z.string(), isPublished: z.boolean() })
export type LinkedCourse = z.output<typeof linkedCourse>

/** One episode with all editable fields. */
const libraryEpisodeDetail = z.object({
	...libraryEpisode.shape,
	/** Seconds; null if missing in the feed. */
	duration: z.nullable(z.number()),
	/** About the shown transcript. */
	said: z.object({ cues: z.number(), isTimed: z.boolean(), speakers: z.array(z.string()) }),
	/** True even if an admin's transcript replaces it. */
	hasFeedTranscript: z.boolean(),
	/** Times are seconds. */
	shownChapters: z.array(z.object({ start: z.number(), title: z.string(), url: z.nullable(z.string()) })),
	courses: z.array(linkedCourse),
})
export type LibraryEpisodeDetail = z.output<typeof libraryEpisodeDetail>

export const getLibraryEpisode = contract('GET /api/admin/podcast/episodes/:id', {
	access: 'admin',
	params: episodeParams,
	response: libraryEpisodeDetail,
	errors: { notFound: NO_EPISODE },
})

export const MAX_TRANSCRIPT_BYTES = 2 * 1024 * 1024
export const TOO_LARGE = 'The transcript is too large'

const outcome = z.object({
	cues: z.number(),
	speakers: z.array(z.string()),
	/** One sentence each. */
	warnings: z.array(z.string()),
})

export const saveTranscript = contract('PUT /api/admin/podcast/episodes/:id/transcript', {
	access: 'admin',
	params: episodeParams,
	body: z.object({
		format: z.enum(['vtt', 'srt', 'json', 'text'], 'Choose what kind of transcript this is'),
		text: z.string().check(
			z.minLength(1, 'Paste a transcript, or choose a file'),
			z.maxLength(MAX_TRANSCRIPT_BYTES, TOO_LARGE),
			// A character can take several bytes.
			z.refine((text) => new TextEncoder().encode(text).byteLength <= MAX_TRANSCRIPT_BYTES, TOO_LARGE),
		),
		/** Confirms that this transcript replaces the feed's, which is in use. */
		keep: z._default(z.boolean(), false),
	}),
	// JSON escapes some characters as six, such as `\u0001`.
	bodyLimit: 3 * MAX_TRANSCRIPT_BYTES,
	response: outcome,
	errors: {
		notFound: NO_EPISODE,
		/** Followed by a colon and the problem. */
		unreadable: [400, 'This is not a transcript we can read'],
		/** Followed by both times in parentheses. */
		pastEnd: [400, 'The transcript runs past the end of the episode'],
		inUse: [409, "The feed's transcript is in use. Replace it or keep yours?"],
	},
})

export const deleteTranscript = contract('DELETE /api/admin/podcast/episodes/:id/transcript', {
	access: 'admin',
	params: episodeParams,
	errors: { notFound: NO_EPISODE, none: [404, 'You have no transcript to remove'] },
})

export const renameSpeakers = contract('PUT /api/admin/podcast/episodes/:id/speakers', {
	access: 'admin',
	params: episodeParams,
	body: z.object({
		/** Replaces each name throughout this episode; an empty `to` removes the name. */
		names: z
			.array(
				z.object({
					from: z.string().check(z.maxLength(128)),
					to: z.string().check(oneLine, z.maxLength(128, 'A name can have at most 128 characters')),
				}),
			)
			.check(z.minLength(1, 'Enter the names'), z.maxLength(50, 'Rename at most 50 at once')),
	}),
	response: outcome,
	errors: { notFound: NO_EPISODE, none: [404, 'This episode has no transcript yet'] },
})

export const saveChapters = contract('PUT /api/admin/podcast/episodes/:id/chapters', {
	access: 'admin',
	params: episodeParams,
	body: z.object({
		/** Times are seconds. An empty list restores the feed's chapters. */
		chapters: z
			.array(
				z.object({
					start: z.number().check(z.gte(0, 'A chapter must start at 0:00 or later'), z.lte(7 * 86_400)),
					title: z
						.string()
						.check(
							oneLine,
							z.minLength(1, 'Each chapter needs a title'),
							z.maxLength(300, 'A title can have at most 300 characters'),
						),
					url: z.optional(z.nullable(z.string().check(z.maxLength(2_048)))),
				}),
			)
			.check(z.maxLength(500, 'An episode can have at most 500 chapters')),
	}),
	bodyLimit: 1024 * 1024,
	errors: {
		notFound: NO_EPISODE,
		pastEnd: [400, 'A chapter starts after the end of the episode'],
		address: [400, 'Use full https addresses for links'],
		twice: [400, 'Two chapters start at the same second'],
	},
})

/** Maximum number of courses linked from an episode. */
export const MAX_LINKED_COURSES = 20

export const saveEpisodeLinks = contract('PUT /api/admin/podcast/episodes/:id/links', {
	access: 'admin',
	params: episodeParams,
	body: z.object({
		/** Replaces the whole list. */
		courseIds: z
			.array(z.string().check(z.maxLength(100)))
			.check(z.maxLength(MAX_LINKED_COURSES, `Link at most ${MAX_LINKED_COURSES} courses`)),
	}),
	errors: { notFound: NO_EPISODE, noCourse: [400, 'One of these courses no longer exists'] },
})

export const refetchEpisode = contract('POST /api/admin/podcast/episodes/:id/refetch', {
	access: 'admin',
	params: episodeParams,
	response: libraryEpisode,
	errors: { notFound: NO_EPISODE, nothing: [409, 'The feed has no transcript and no chapters for this episode'] },
})
