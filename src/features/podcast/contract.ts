import * as z from 'zod/mini'
import { contract, timestamp } from '#src/lib/api/contract.ts'

export const episode = z.object({
	id: z.string(),
	title: z.string(),
	/** Plain text; paragraphs are parted by an empty line. */
	description: z.string(),
	/** Null where the feed has no date, or one that does not parse. */
	pubDate: z.nullable(timestamp),
	/** Seconds; null where the feed does not say. */
	duration: z.nullable(z.number()),
	audioUrl: z.string(),
	/** The episode's own image, else the feed's. */
	imageUrl: z.nullable(z.string()),
	/** The readable part of its page's address; absent where episodes have no pages. */
	slug: z.optional(z.string()),
})
export type Episode = z.output<typeof episode>

export const podcast = z.object({
	title: z.string(),
	description: z.string(),
	image: z.nullable(z.string()),
	/** Newest first; those without a date last, in the order of the feed. */
	episodes: z.array(episode),
})
export type Podcast = z.output<typeof podcast>

/** What the home page shows: the feed and its latest episodes, with what only a page needs. */
export interface PodcastPage extends Podcast {
	author: string | null
	/** The podcast's own website. */
	link: string | null
	/** Address of the feed, for the RSS button; null until a feed was read. */
	feedUrl: string | null
}

export const getPodcast = contract({
	method: 'GET',
	path: '/api/podcast',
	access: 'public',
	query: z.object({
		/** Only the latest so many; all of them unless said. */
		limit: z.optional(
			z.coerce.number('Limit must be a number').check(z.int('Limit must be a whole number'), z.gte(1), z.lte(100)),
		),
	}),
	response: podcast,
	errors: {
		/** No feed was ever read, and the last try failed. */
		failed: [503, 'Failed to fetch podcast data'],
	},
})

export const refreshOutcome = z.object({
	outcome: z.enum(['changed', 'unchanged', 'failed']),
	/** How many episodes the site has now. */
	episodes: z.number(),
	/** One sentence for the admin: what happened, or why it did not. */
	message: z.string(),
	/** What of the feed that is shown could not be taken as it is, one sentence each. */
	notes: z.array(z.string()),
})
export type RefreshOutcome = z.output<typeof refreshOutcome>

export const refreshPodcast = contract({
	method: 'POST',
	path: '/api/admin/podcast/refresh',
	access: 'admin',
	response: refreshOutcome,
})

/** How the feed stands, for the admin dashboard; its instants are in ISO 8601. */
export interface PodcastStatus {
	/** Where it is read, without a query; null in production where none is set. */
	feedUrl: string | null
	/** Null until a feed was read. */
	title: string | null
	/** Where the feed says that it has moved to; null where it has not. */
	movedTo: string | null
	episodes: number
	/** What of it could not be taken as it is, one sentence each. */
	notes: string[]
	/** When its content last changed. */
	changedAt: string | null
	/** When this server last asked for it; null since its start. */
	lastCheckedAt: string | null
	/** When it was last read without trouble. */
	lastSuccessAt: string | null
	/** Since when every try failed; null while all is well. */
	failingSince: string | null
	/** Why, in one sentence. */
	lastError: string | null
}
