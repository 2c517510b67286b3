import * as z from 'zod/mini'
import { contract, timestamp } from '#src/lib/api/contract.ts'
import { MAX_SEARCH, SEARCH_TABS } from '#src/lib/lists/search-tabs.ts'

export const MAX_HITS = 20
export const HITS_OF_ALL = 5
export const MAX_SUGGESTIONS = 8

const FEWER = 'Please search for fewer words'
const tooFast = [429, 'You are searching too fast. Please try again in a moment.'] as const

const q = z._default(z.string(FEWER).check(z.maxLength(MAX_SEARCH, FEWER)), '')

/** Ranges of the text, as [start, end) in UTF-16 units. */
const marks = z.array(z.tuple([z.number(), z.number()]))

export const HIT_KINDS = ['episode', 'chapter', 'passage', 'course', 'module', 'question', 'answer', 'session'] as const

const hit = z.object({
	id: z.string(),
	kind: z.enum(HIT_KINDS),
	title: z.string(),
	titleMarks: marks,
	/** The text around the match; may be empty. */
	text: z.string(),
	textMarks: marks,
	/** URL of the match, to the second or the comment. */
	url: z.string(),
	/** Second in the recording; null if the hit has none. */
	startSeconds: z.nullable(z.number()),
	/** Such as `Episode 41 · 12:34 · Jane Doe`. */
	context: z.string(),
	at: z.nullable(timestamp),
})
export type Hit = z.output<typeof hit>

const group = z.object({
	kind: z.enum(SEARCH_TABS),
	/** There are more hits. Their number stays secret, since the reader may not see some. */
	more: z.boolean(),
	hits: z.array(hit),
})
export type Group = z.output<typeof group>

const hits = z.object({
	query: z.string(),
	/** Words without a match, and their corrections. */
	corrected: z.nullable(z.array(z.object({ query: z.string(), from: z.string(), to: z.string() }))),
	groups: z.array(group),
})
export type Hits = z.output<typeof hits>

/**
 * Searches everything that the caller may read. Returns nothing for fewer than two letters, since it runs while the
 * caller types. With `in`, the results have pages, with the next page in `Link`.
 */
export const search = contract('GET /api/search', {
	access: 'public',
	query: z.object({
		q,
		in: z.optional(z.enum(SEARCH_TABS, 'Search in podcast, courses, questions or coaching')),
		limit: z.optional(
			z.coerce
				.number('Limit must be a number')
				.check(z.int(), z.gte(1), z.lte(MAX_HITS, `At most ${MAX_HITS} results at a time`)),
		),
		cursor: z.optional(z.string().check(z.maxLength(200))),
	}),
	response: hits,
	errors: { tooFast },
})

export const suggest = contract('GET /api/search/suggest', {
	access: 'public',
	query: z.object({ q }),
	response: z.array(z.object({ kind: z.enum(HIT_KINDS), title: z.string(), url: z.string() })),
	errors: { tooFast },
})

/** A suggested action for the palette. */
const act = z.object({
	label: z.string(),
	href: z.string(),
	context: z.optional(z.string()),
	/** Slug of an episode that the page's player can play. */
	plays: z.optional(z.string()),
})
export type Act = z.output<typeof act>

/** Lists the course to continue, a session that has begun, the latest episode, and an admin's open work. */
export const listActs = contract('GET /api/search/acts', { access: 'public', response: z.array(act) })

const status = z.object({
	/** Number of indexed items, chapters and passages. */
	parts: z.number(),
	/** Number of words for spelling correction. */
	words: z.number(),
	/** Changes that are not indexed yet. */
	waiting: z.number(),
	lastRebuild: z.nullable(timestamp),
	running: z.boolean(),
	/** Current step of a rebuild, or null. */
	step: z.nullable(z.enum(['things', 'answers', 'words'])),
	/** Progress of the step `answers`, as a percentage; null in other steps. */
	answersDone: z.nullable(z.number()),
})
export type SearchStatus = z.output<typeof status>

export const searchStatus = contract('GET /api/admin/search', { access: 'admin', response: status })

/** Rebuilds the index in the background. Searches use the old one until then. */
export const rebuildSearch = contract('POST /api/admin/search/rebuild', {
	access: 'admin',
	errors: { running: [409, 'The index is already being rebuilt'] },
})
