import * as z from 'zod/mini'
import { contract, timestamp } from '#src/lib/api/contract.ts'

export const episode = z.object({
	id: z.string(),
	title: z.string(),
	/** Plain text; an empty line separates paragraphs. */
	description: z.string(),
	/** Null if the feed's date is missing or cannot be parsed. */
	pubDate: z.nullable(timestamp),
	/** Seconds; null if missing in the feed. */
	duration: z.nullable(z.number()),
	audioUrl: z.string(),
	/** The episode's own image, or the feed's if it has none. */
	imageUrl: z.nullable(z.string()),
	/** Slug of the episode's page; absent if episodes have no pages. */
	slug: z.optional(z.string()),
})
export type Episode = z.output<typeof episode>

/** The latest episode, for the dashboard and the command palette. */
export type LatestEpisode = Episode & { slug: string; feedImage: string | null }

export const podcast = z.object({
	title: z.string(),
	description: z.string(),
	image: z.nullable(z.string()),
	/** Newest first; episodes without a date last, in feed order. */
	episodes: z.array(episode),
})
export type Podcast = z.output<typeof podcast>

/** Data for the home page: the feed with its latest episodes, plus fields that the API does not return. */
export interface PodcastPage extends Podcast {
	author: string | null
	/** The podcast's website. */
	link: string | null
	/** URL of the feed for the RSS button; null until a feed is read, or if it has a query string. */
	feedUrl: string | null
}

export const getPodcast = contract('GET /api/podcast', {
	access: 'public',
	query: z.object({
		/** Number of latest episodes to return. If omitted, returns all. */
		limit: z.optional(
			z.coerce.number('Limit must be a number').check(z.int('Limit must be a whole number'), z.gte(1), z.lte(100)),
		),
	}),
	response: podcast,
	errors: {
		/** No feed has ever been read, and the last attempt failed. */
		failed: [503, 'Failed to fetch podcast data'],
	},
})

export const refreshOutcome = z.object({
	outcome: z.enum(['changed', 'unchanged', 'failed']),
	/** Number of episodes on the site. */
	episodes: z.number(),
	/** One sentence for the admin: the result, or the reason for a failure. */
	message: z.string(),
	/** Problems in the feed, one sentence each. */
	notes: z.array(z.string()),
})
export type RefreshOutcome = z.output<typeof refreshOutcome>

export const refreshPodcast = contract('POST /api/admin/podcast/refresh', { access: 'admin', response: refreshOutcome })

/** The state of the feed for the admin dashboard; timestamps in ISO 8601. */
export interface PodcastStatus {
	/** The feed's URL without its query string; null in production if no feed is set. */
	feedUrl: string | null
	/** Null until a feed is read. */
	title: string | null
	/** The new URL that the feed announces, or null. */
	movedTo: string | null
	episodes: number
	/** Problems in the feed, one sentence each. */
	notes: string[]
	/** When the feed was last read successfully. */
	lastSuccessAt: string | null
	/** Time of the first failure since the last success; null if the feed is healthy. */
	failingSince: string | null
	/** The last error in one sentence. */
	lastError: string | null
}
