import { httpError } from '#src/lib/api/errors.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { onSiteChange, site } from '#src/lib/site/site.ts'
import { PreparedJson, type Service } from '#src/platform/endpoint/handle.ts'
import { env } from '#src/platform/env/env.ts'
import { log } from '#src/platform/log.ts'
import { publicCacheControl, tagOf } from '#src/platform/publish/public-answer.ts'
import type { Episode, LatestEpisode, Podcast, PodcastPage, PodcastStatus } from '../contract.ts'
import * as contracts from '../contract.ts'
import { HOME_EPISODES } from '../episodes/home-episodes.ts'
import { demoFeedUrl, isDemoFeed, readDemoFeed } from './feed/demo-feed.ts'
import { feedChanges } from './feed/feed-changes.ts'
import type { NormalizedEpisode } from './feed/parse/parse-feed.ts'
import { configuredFeedUrl, lastSuccess, refreshFeed, withoutQuery } from './feed/refresh.ts'
import {
	dropFeed,
	feedNotes,
	type ListedRow,
	latestEpisodeStatement,
	readContentHash,
	readFeed,
	readFeedState,
} from './feed/store.ts'
import { shownLink } from './shown-link.ts'

export { configuredFeedUrl, refreshFeed } from './feed/refresh.ts'

/** The maximum number of episodes in a feed. */
const MAX_EPISODES = 5_000

/** Returns the podcast to show until a feed has been read. */
const emptyPodcast = (): Podcast => ({ title: site().name, description: '', image: null, episodes: [] })

function toEpisode(row: NormalizedEpisode | ListedRow, feedImage: string | null): Episode {
	return {
		id: row.id,
		title: row.title,
		description: row.description,
		pubDate: row.pubDate === null ? null : new Date(row.pubDate).toISOString(),
		duration: row.duration,
		audioUrl: shownLink(row.audioUrl) ?? '',
		imageUrl: shownLink(row.imageUrl) ?? feedImage,
		...('slug' in row && row.slug && hasFeature('podcast') ? { slug: row.slug } : {}),
	}
}

function toPodcast(
	feed: { title: string; description: string; imageUrl: string | null },
	rows: Array<NormalizedEpisode | ListedRow>,
): Podcast {
	return {
		title: feed.title,
		description: feed.description,
		image: shownLink(feed.imageUrl),
		episodes: rows.map((row) => toEpisode(row, shownLink(feed.imageUrl))),
	}
}

/** Cached response for one content hash and club name. */
let cachedResponse:
	| { hash: string | undefined; name: string; podcast: Podcast; etag: string; json: PreparedJson }
	| undefined

async function wholePodcast() {
	const hash = await readContentHash()
	const { name } = site()
	if (cachedResponse !== undefined && cachedResponse.hash === hash && cachedResponse.name === name)
		return cachedResponse
	const stored = hash === undefined ? undefined : await readFeed(MAX_EPISODES)
	const podcast = stored ? toPodcast(stored.feed, stored.episodes) : emptyPodcast()
	cachedResponse = {
		hash: stored?.feed.contentHash,
		name,
		podcast,
		etag: tagOf(podcast),
		json: PreparedJson.of(contracts.getPodcast, podcast),
	}
	return cachedResponse
}

/** Returns the feed with all episodes, newest first; no episodes if no feed has been read. */
export async function getWholePodcast(): Promise<Podcast> {
	return (await wholePodcast()).podcast
}

export const getPodcast: Service<typeof contracts.getPodcast> = async ({ query: { limit } }, context) => {
	const { hash, podcast, etag, json } = await wholePodcast()
	if (hash === undefined && (await readFeedState()).status?.failingSince)
		throw httpError(contracts.getPodcast.errors.failed, { retryAfter: 60 })
	context.setHeader('Cache-Control', publicCacheControl(context))
	const unchanged = context.notModified(limit === undefined ? etag : tagOf([etag, limit]))
	if (unchanged) return unchanged
	if (limit === undefined) return json
	context.setHeader('X-Total-Count', String(podcast.episodes.length))
	return { ...podcast, episodes: podcast.episodes.slice(0, limit) }
}

export const refreshPodcast: Service<typeof contracts.refreshPodcast> = () => refreshFeed()

/** Returns the feed's public URL; null if it has a query string, which may contain the owner's key. */
const publicFeedUrl = (url: string) => (URL.parse(url)?.search ? null : shownLink(url))

/** In production, deletes a stored demonstration feed, or any stored feed if no URL is set. */
export async function deleteOtherFeeds(): Promise<void> {
	const { publicUrl, production } = env()
	if (!production) return
	const feedUrl = configuredFeedUrl()
	const { feed } = await readFeedState()
	if (feed && (!feedUrl || (feed.url !== feedUrl && isDemoFeed(feed.url, publicUrl)))) await dropFeed()
}

/** Fetches the feed whenever its URL changes. Returns a function that stops this. */
export function watchFeedUrl(): () => void {
	let lastUrl = configuredFeedUrl()
	async function onChange(url: string | undefined): Promise<void> {
		await deleteOtherFeeds()
		await refreshFeed()
		// The first result may come from a poll of the old URL that was already running.
		if (url && (await readFeedState()).feed?.url !== url) await refreshFeed()
	}
	return onSiteChange(() => {
		const url = configuredFeedUrl()
		if (url === lastUrl) return
		lastUrl = url
		onChange(url).catch((error: unknown) => log.error({ err: error }, 'the new podcast feed could not be read'))
	})
}

/** Returns the latest episode with its slug and the feed's image; undefined if it has no page. */
export async function findLatestEpisode(): Promise<LatestEpisode | undefined> {
	if (!hasFeature('podcast')) return undefined
	const [row] = await latestEpisodeStatement()
	if (!row?.slug) return undefined
	const feedImage = shownLink(row.feedImage)
	return { ...toEpisode(row, feedImage), slug: row.slug, feedImage }
}

/** Returns the podcast for the home page. */
export async function getHomePodcast(): Promise<PodcastPage> {
	const stored = await readFeed(HOME_EPISODES)
	if (!stored) return { ...emptyPodcast(), author: null, link: null, feedUrl: null }
	const { feed, episodes } = stored
	return {
		...toPodcast(feed, episodes),
		author: feed.author,
		link: shownLink(feed.link),
		feedUrl: publicFeedUrl(feed.url),
	}
}

/** Returns the demonstration podcast without a database, for a build on an empty machine. */
export async function getDemoHomePodcast(): Promise<PodcastPage> {
	const { publicUrl } = env()
	const fetched = await readDemoFeed(publicUrl)
	if (!fetched.modified) throw new Error('The demonstration feed was not read')
	const { parseFeed } = await import('./feed/parse/parse-feed.ts')
	const options = { baseUrl: fetched.url, ownOrigin: new URL(publicUrl).origin }
	const feed = await parseFeed(new TextDecoder().decode(fetched.bytes), options)
	const { author, link } = feed
	const { present } = feedChanges(feed, [], { keepsOld: true })
	return { ...toPodcast(feed, present.slice(0, HOME_EPISODES)), author, link, feedUrl: fetched.url }
}

/** Checks whether the announced URL is a new one, since hosts keep the announcement in the moved feed. */
function hasMoved(movedTo: string | null, url: string): boolean {
	const withoutScheme = (address: string) => address.replace(/^https?:/, '').replace(/\/$/, '')
	return movedTo !== null && withoutScheme(movedTo) !== withoutScheme(url)
}

/** Returns the state of the feed for the admin dashboard. */
export async function getPodcastStatus(): Promise<PodcastStatus> {
	const { publicUrl, production } = env()
	const address = configuredFeedUrl()
	const { feed, status, episodes } = await readFeedState()
	return {
		feedUrl: address || !production ? withoutQuery(address ?? demoFeedUrl(publicUrl)) : null,
		title: feed?.title ?? null,
		movedTo: feed && hasMoved(feed.movedTo, feed.url) ? feed.movedTo : null,
		episodes,
		notes: feedNotes(feed),
		lastSuccessAt: (lastSuccess() ?? status?.lastSuccessAt)?.toISOString() ?? null,
		failingSince: status?.failingSince?.toISOString() ?? null,
		lastError: status?.lastError ?? null,
	}
}
