import * as z from 'zod'
import { type PodcastPage, podcast } from '#src/features/podcast/contract.ts'
import { isDemoFeed } from '#src/features/podcast/server/demo-feed.ts'
import { getDemoHomePodcast, getHomePodcast } from '#src/features/podcast/server/service.ts'
import { absoluteUrl } from '#src/lib/seo.ts'
import { site } from '#src/lib/site.ts'
import { env } from '#src/platform/env.ts'
import type { PublicPageKind, SnapshotContent } from './kind.ts'

const text = z.string().nullable()

/** In production a snapshot of when the site was tried out must not bring the demonstration's podcast back. */
function isUsable({ feedUrl }: PodcastPage): boolean {
	const { production, podcastFeedUrl, publicUrl } = env()
	if (!production) return true
	const isDemo = feedUrl !== null && isDemoFeed(absoluteUrl(feedUrl, publicUrl), publicUrl)
	return podcastFeedUrl !== undefined && !isDemo
}

const content: SnapshotContent<PodcastPage> = {
	key: 'podcast',
	schema: z.object({ ...podcast.shape, author: text, link: text, feedUrl: text }),
	isUsable,
	current: getHomePodcast,
	demo: getDemoHomePodcast,
	empty: { title: site.name, description: '', image: null, episodes: [], author: null, link: null, feedUrl: null },
}

export const homePage = {
	matches: (path) => path === '/',
	paths: async () => [{ path: '/' }],
	content,
} satisfies PublicPageKind
