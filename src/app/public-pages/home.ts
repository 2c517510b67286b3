import * as z from 'zod'
import { type PodcastPage, podcast } from '#src/features/podcast/contract.ts'
import { isDemoFeed } from '#src/features/podcast/server/feed/demo-feed.ts'
import { configuredFeedUrl, getDemoHomePodcast, getHomePodcast } from '#src/features/podcast/server/service.ts'
import { absoluteUrl } from '#src/lib/site/seo.ts'
import { site } from '#src/lib/site/site.ts'
import { env } from '#src/platform/env/env.ts'
import { coursePage } from './course.ts'
import type { PublicPageKind, SnapshotContent } from './kind.ts'

const text = z.string().nullable()

/** In production, rejects a snapshot with the demonstration podcast, left over from a trial of the site. */
function isUsable({ feedUrl }: PodcastPage): boolean {
	const { production, publicUrl } = env()
	if (!production) return true
	const isDemo = feedUrl !== null && isDemoFeed(absoluteUrl(feedUrl, publicUrl), publicUrl)
	return configuredFeedUrl() !== undefined && !isDemo
}

const content: SnapshotContent<PodcastPage> = {
	key: 'podcast',
	schema: z.object({ ...podcast.shape, author: text, link: text, feedUrl: text }),
	isUsable,
	current: getHomePodcast,
	demo: getDemoHomePodcast,
	get empty() {
		return { title: site().name, description: '', image: null, episodes: [], author: null, link: null, feedUrl: null }
	},
}

export const homePage = {
	matches: (path) => path === '/',
	paths: async () => [{ path: '/' }],
	// The hero shows the newest course.
	dependentsOf: (path) => (coursePage.matches(path) ? ['/'] : []),
	content,
} satisfies PublicPageKind
