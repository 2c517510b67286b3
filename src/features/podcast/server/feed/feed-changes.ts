import { episodeSlug } from '../library/episode-slug.ts'
import { hashOf } from './content-hash.ts'
import type { NormalizedEpisode, NormalizedFeed } from './parse/parse-feed.ts'

/** What is known of an episode that is stored. */
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

/** What a new version of a feed does to the episodes that are stored. */
export interface FeedChanges {
	/** All of the feed, in its order. */
	present: Array<
		NormalizedEpisode & { position: number; slug: string; hash: string; isNew: boolean; isChanged: boolean }
	>
	/** Older than the feed reaches: they stay. Those that were kept before are not named again. */
	kept: Array<{ id: string; position: number }>
	/** Taken down. */
	removed: Array<{ id: string; slug: string | null }>
	/** Readable parts of the addresses whose pages are other than before. */
	slugs: string[]
}

/** After all that a feed can have, newest first; the same however the feed grows. */
const keptPosition = (pubDate: Date) => 10_000_000_000 - Math.floor(pubDate.getTime() / 1000)

/**
 * Whether an episode that the feed has no more fell off its end: hosts cut feeds to the newest ones. What is newer than
 * the oldest one there was taken down on purpose, and so was what has no date, of which nobody can know.
 */
function fellOff(row: StoredEpisode, feed: NormalizedFeed, stored: ReadonlyMap<string, StoredEpisode>): boolean {
	const oldest = feed.episodes.findLast(({ pubDate }) => pubDate !== null)
	if (!oldest?.pubDate || !row.pubDate) return false
	const at = row.pubDate.getTime()
	if (at !== oldest.pubDate) return oldest.pubDate > at
	// Of one instant: the order in which they stood.
	return row.position > (stored.get(oldest.id)?.position ?? Number.POSITIVE_INFINITY)
}

/** What two of make an episode the same, whatever its guid. */
const traitsOf = ({ title, audioUrl }: Pick<NormalizedEpisode, 'title' | 'audioUrl'>, at: number | null) => [
	JSON.stringify([title, audioUrl]),
	...(at === null ? [] : [JSON.stringify([title, at]), JSON.stringify([audioUrl, at])]),
]

/**
 * The feed with the ids under which its episodes are stored. A host that a show moves to often gives other guids: what
 * has two of the title, the sound file and the date of an episode that the feed has no more is that one, with its
 * address and all that hangs on it.
 */
function underKnownIds(feed: NormalizedFeed, rows: readonly StoredEpisode[]): NormalizedFeed {
	const known = new Set(rows.map(({ id }) => id))
	if (feed.episodes.every(({ id }) => known.has(id))) return feed
	const present = new Set(feed.episodes.map(({ id }) => id))
	const missing = rows.filter(({ id }) => !present.has(id))
	const idOf = new Map(
		missing.flatMap((row) => traitsOf(row, row.pubDate?.getTime() ?? null).map((it) => [it, row.id])),
	)
	const taken = new Set<string>()
	const episodes = feed.episodes.map((episode) => {
		if (known.has(episode.id)) return episode
		const id = traitsOf(episode, episode.pubDate)
			.map((trait) => idOf.get(trait))
			.find((one) => one && !taken.has(one))
		if (id === undefined) return episode
		taken.add(id)
		return { ...episode, id }
	})
	return { ...feed, episodes }
}

/** Those beside each, whose pages lead to it. */
const neighbors = (slugs: readonly string[], changed: ReadonlySet<string>) =>
	slugs.filter((_, at) => [slugs[at - 1], slugs[at + 1]].some((slug) => slug !== undefined && changed.has(slug)))

interface Rules {
	/** Whether what falls off the end of the feed stays. */
	keepsOld: boolean
	/** Another show's old episodes are not this one's: it is the same where an episode is. */
	isOtherAddress?: boolean
}

/** Compares a feed, as it was read, with what is stored. */
export function feedChanges(read: NormalizedFeed, rows: readonly StoredEpisode[], rules: Rules): FeedChanges {
	const feed = underKnownIds(read, rows)
	const stored = new Map(rows.map((row) => [row.id, row]))
	const keepsOld = rules.keepsOld && (!rules.isOtherAddress || feed.episodes.some(({ id }) => stored.has(id)))
	const taken = new Set(rows.map(({ slug }) => slug))
	const present = feed.episodes.map((episode, position) => {
		const known = stored.get(episode.id)
		const slug = known?.slug ?? episodeSlug(episode, (name) => taken.has(name))
		taken.add(slug)
		const hash = hashOf(episode)
		return { ...episode, position, slug, hash, isNew: !known, isChanged: known?.hash !== hash }
	})
	const ids = new Set(present.map(({ id }) => id))
	const missing = rows.filter(({ id }) => !ids.has(id))
	const stays = new Set(missing.filter((row) => keepsOld && fellOff(row, feed, stored)).map(({ id }) => id))
	const removed = missing.filter(({ id }) => !stays.has(id))
	const gone = new Set(removed.map(({ slug }) => slug ?? ''))
	const changed = new Set([...present.filter((one) => one.isNew).map(({ slug }) => slug), ...gone])
	// As they stood and as they will: whoever had another neighbor shows another link.
	const before = [...rows].sort((a, b) => a.position - b.position).map(({ slug }) => slug ?? '')
	const after = [...present.map(({ slug }) => slug), ...missing.flatMap(({ slug }) => slug ?? [])]
	const slugs = new Set([
		...present.filter((one) => one.isChanged || stored.get(one.id)?.keptSince).map(({ slug }) => slug),
		...changed,
		...neighbors(before, changed),
		...neighbors(after, changed),
	])
	return {
		present,
		kept: missing
			.filter((row) => stays.has(row.id) && row.keptSince === null && row.pubDate !== null)
			.map(({ id, pubDate }) => ({ id, position: keptPosition(pubDate as Date) })),
		removed: removed.map(({ id, slug }) => ({ id, slug })),
		slugs: [...slugs].filter(Boolean),
	}
}
