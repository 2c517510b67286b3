import { episodeSlug } from '../library/episode-slug.ts'
import { hashOf } from './content-hash.ts'
import type { NormalizedEpisode, NormalizedFeed } from './parse/parse-feed.ts'

/** The stored data of an episode. */
export interface StoredEpisode {
	id: string
	slug: string | null
	title: string
	audioUrl: string
	position: number
	pubDate: Date | null
	keptSince: Date | null
	hash: string
}

/** How a new version of the feed changes the stored episodes. */
export interface FeedChanges {
	/** All episodes of the feed, in its order. */
	present: Array<
		NormalizedEpisode & { position: number; slug: string; hash: string; isNew: boolean; isChanged: boolean }
	>
	/** Episodes to keep because they are older than the feed's oldest. Omits episodes that were kept earlier. */
	kept: Array<{ id: string; position: number }>
	/** Episodes that were taken down. */
	removed: Array<{ id: string; slug: string | null }>
	/** Slugs of the pages that change. */
	slugs: string[]
}

/** Returns a position after any possible feed position, newest first, stable as the feed grows. */
const keptPosition = (pubDate: Date) => 10_000_000_000 - Math.floor(pubDate.getTime() / 1000)

/**
 * Checks whether a missing episode fell off the end of the feed, since hosts keep only the newest ones. Episodes
 * newer than the feed's oldest were taken down on purpose; those without a date count as taken down too.
 */
function isTruncated(row: StoredEpisode, feed: NormalizedFeed, stored: ReadonlyMap<string, StoredEpisode>): boolean {
	const oldest = feed.episodes.findLast(({ pubDate }) => pubDate !== null)
	if (!oldest?.pubDate || !row.pubDate) return false
	const at = row.pubDate.getTime()
	if (at !== oldest.pubDate) return oldest.pubDate > at
	// The same instant: compare their order.
	return row.position > (stored.get(oldest.id)?.position ?? Number.POSITIVE_INFINITY)
}

/** Returns keys of two traits each. Episodes with a common key are the same episode, whatever their guids. */
const identityKeys = ({ title, audioUrl }: Pick<NormalizedEpisode, 'title' | 'audioUrl'>, at: number | null) => [
	JSON.stringify([title, audioUrl]),
	...(at === null ? [] : [JSON.stringify([title, at]), JSON.stringify([audioUrl, at])]),
]

/**
 * Returns the feed with the stored ids. After a move to another host, guids often change: an episode that shares two
 * of title, audio file and date with a missing one takes over its id, URL and everything linked to it.
 */
function withStoredIds(feed: NormalizedFeed, rows: readonly StoredEpisode[]): NormalizedFeed {
	const knownIds = new Set(rows.map(({ id }) => id))
	if (feed.episodes.every(({ id }) => knownIds.has(id))) return feed
	const present = new Set(feed.episodes.map(({ id }) => id))
	const missing = rows.filter(({ id }) => !present.has(id))
	const idOf = new Map(
		missing.flatMap((row) => identityKeys(row, row.pubDate?.getTime() ?? null).map((key) => [key, row.id])),
	)
	const claimedIds = new Set<string>()
	const episodes = feed.episodes.map((episode) => {
		if (knownIds.has(episode.id)) return episode
		const id = identityKeys(episode, episode.pubDate)
			.map((key) => idOf.get(key))
			.find((one) => one && !claimedIds.has(one))
		if (id === undefined) return episode
		claimedIds.add(id)
		return { ...episode, id }
	})
	return { ...feed, episodes }
}

/** Returns the neighbors of changed episodes, whose pages link to them. */
const neighbors = (slugs: readonly string[], changed: ReadonlySet<string>) =>
	slugs.filter((_, at) => [slugs[at - 1], slugs[at + 1]].some((slug) => slug !== undefined && changed.has(slug)))

interface Rules {
	/** Keeps episodes that fall off the end of the feed. */
	keepsOld: boolean
	/** The feed has a new URL. Old episodes are kept only if a shared episode shows that it is the same podcast. */
	hasNewUrl?: boolean
}

/** Compares a new feed with the stored episodes. */
export function feedChanges(newFeed: NormalizedFeed, rows: readonly StoredEpisode[], rules: Rules): FeedChanges {
	const feed = withStoredIds(newFeed, rows)
	const stored = new Map(rows.map((row) => [row.id, row]))
	const keepsOld = rules.keepsOld && (!rules.hasNewUrl || feed.episodes.some(({ id }) => stored.has(id)))
	const takenSlugs = new Set(rows.map(({ slug }) => slug))
	const present = feed.episodes.map((episode, position) => {
		const storedEpisode = stored.get(episode.id)
		const slug = storedEpisode?.slug ?? episodeSlug(episode, (name) => takenSlugs.has(name))
		takenSlugs.add(slug)
		const hash = hashOf(episode)
		return { ...episode, position, slug, hash, isNew: !storedEpisode, isChanged: storedEpisode?.hash !== hash }
	})
	const ids = new Set(present.map(({ id }) => id))
	const missing = rows.filter(({ id }) => !ids.has(id))
	const keptIds = new Set(missing.filter((row) => keepsOld && isTruncated(row, feed, stored)).map(({ id }) => id))
	const removed = missing.filter(({ id }) => !keptIds.has(id))
	const removedSlugs = new Set(removed.map(({ slug }) => slug ?? ''))
	const changed = new Set([...present.filter((one) => one.isNew).map(({ slug }) => slug), ...removedSlugs])
	// Compare old and new order: a page with a new neighbor has a different link.
	const oldOrder = [...rows].sort((a, b) => a.position - b.position).map(({ slug }) => slug ?? '')
	const newOrder = [...present.map(({ slug }) => slug), ...missing.flatMap(({ slug }) => slug ?? [])]
	const slugs = new Set([
		...present.filter((one) => one.isChanged || stored.get(one.id)?.keptSince).map(({ slug }) => slug),
		...changed,
		...neighbors(oldOrder, changed),
		...neighbors(newOrder, changed),
	])
	return {
		present,
		kept: missing
			.filter((row) => keptIds.has(row.id) && row.keptSince === null && row.pubDate !== null)
			.map(({ id, pubDate }) => ({ id, position: keptPosition(pubDate as Date) })),
		removed: removed.map(({ id, slug }) => ({ id, slug })),
		slugs: [...slugs].filter(Boolean),
	}
}
