import * as z from 'zod/mini'
import { contract, timestamp } from '#src/lib/api/contract.ts'
import { LONGEST_SEARCH, SEARCH_TABS } from '#src/lib/lists/search-tabs.ts'

/** Most hits of one answer. */
export const MAX_HITS = 20
/** Hits of each group where nothing narrows the search. */
export const HITS_OF_ALL = 5
/** Most titles that are suggested. */
export const MAX_SUGGESTIONS = 8

const FEWER = 'Please search for fewer words'
const tooFast = [429, 'You are searching very fast. Please try again in a moment.'] as const

const q = z._default(z.string(FEWER).check(z.maxLength(LONGEST_SEARCH, FEWER)), '')

/** Parts of a text, as [start, end) in UTF-16 units. */
const marks = z.array(z.tuple([z.number(), z.number()]))

/** What was found is one of these. */
export const HIT_KINDS = ['episode', 'chapter', 'passage', 'course', 'module', 'question', 'answer', 'session'] as const

const hit = z.object({
	id: z.string(),
	kind: z.enum(HIT_KINDS),
	title: z.string(),
	titleMarks: marks,
	/** What surrounds the words; may be empty. */
	text: z.string(),
	textMarks: marks,
	/** Where it stands, to the second or the comment. */
	url: z.string(),
	/** When it is said, in a recording with times. */
	startSeconds: z.nullable(z.number()),
	/** Such as `Episode 41 · 12:34 · Jane Doe`. */
	context: z.string(),
	at: z.nullable(timestamp),
})
export type Hit = z.output<typeof hit>

const group = z.object({
	kind: z.enum(SEARCH_TABS),
	/** There are more than these. How many nobody is told: some may not be for this reader. */
	more: z.boolean(),
	hits: z.array(hit),
})
export type Group = z.output<typeof group>

const hits = z.object({
	query: z.string(),
	/** Words that nothing has, and what was looked for in their place. */
	corrected: z.nullable(z.array(z.object({ query: z.string(), from: z.string(), to: z.string() }))),
	groups: z.array(group),
})
export type Hits = z.output<typeof hits>

/**
 * What the caller may read of all there is. Without words, or with one letter, nothing is looked for: it is asked while
 * somebody types. Narrowed to a group it has pages, and says in `Link` where the next one is.
 */
export const search = contract({
	method: 'GET',
	path: '/api/search',
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

/** Titles and headings that begin as somebody types. */
export const suggest = contract({
	method: 'GET',
	path: '/api/search/suggest',
	access: 'public',
	query: z.object({ q }),
	response: z.array(z.object({ kind: z.enum(HIT_KINDS), title: z.string(), url: z.string() })),
	errors: { tooFast },
})

const status = z.object({
	/** Things, chapters and passages that are indexed. */
	parts: z.number(),
	/** Words that a misspelled one may be taken for. */
	words: z.number(),
	/** Changes that are not indexed yet. */
	waiting: z.number(),
	/** When everything was indexed anew last. */
	lastRebuild: z.nullable(timestamp),
	running: z.boolean(),
	/** What a rebuilding is at; null while none runs. */
	step: z.nullable(z.enum(['things', 'answers', 'words'])),
	/** How much of the answers is indexed anew, in percent, while it is at them. */
	answersDone: z.nullable(z.number()),
})
export type SearchStatus = z.output<typeof status>

/** How the index stands. */
export const searchStatus = contract({
	method: 'GET',
	path: '/api/admin/search',
	access: 'admin',
	response: status,
})

/** Has everything indexed anew, in the background. What there was answers until it is replaced. */
export const rebuildSearch = contract({
	method: 'POST',
	path: '/api/admin/search/rebuild',
	access: 'admin',
	errors: { running: [409, 'The index is being rebuilt already'] },
})
