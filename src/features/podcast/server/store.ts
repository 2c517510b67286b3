import { asc, count, eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db, write } from '#db/client.ts'
import { episodes, podcastFeed, podcastFeedStatus } from '#db/schema/podcast.ts'
import { enqueuePublish, nudgePublisher } from '#src/platform/publish-queue.ts'
import type { Validators } from './fetch-feed.ts'
import type { NormalisedFeed } from './parse-feed.ts'

/** Feed and status are single rows. */
const ONLY = 1
/** Episodes written by one statement, well below SQLite's limit of bound values. */
const CHUNK = 200

export type FeedRow = typeof podcastFeed.$inferSelect
export type EpisodeRow = typeof episodes.$inferSelect
export type FeedStatusRow = typeof podcastFeedStatus.$inferSelect

/** The last good feed and how the rounds went, without its episodes. */
export async function readFeedState(): Promise<{
	feed: FeedRow | undefined
	status: FeedStatusRow | undefined
	episodes: number
}> {
	const [feeds, states, counts] = await Promise.all([
		db().select().from(podcastFeed).where(eq(podcastFeed.id, ONLY)),
		db().select().from(podcastFeedStatus).where(eq(podcastFeedStatus.id, ONLY)),
		db().select({ count: count() }).from(episodes),
	])
	return { feed: feeds[0], status: states[0], episodes: counts[0]?.count ?? 0 }
}

/** Names the content that the episodes are of; undefined before the first feed. */
export async function readContentHash(): Promise<string | undefined> {
	const [row] = await db().select({ hash: podcastFeed.contentHash }).from(podcastFeed).where(eq(podcastFeed.id, ONLY))
	return row?.hash
}

/** The feed with its latest episodes, of one moment: a batch reads in one transaction. */
export async function readFeed(limit: number): Promise<{ feed: FeedRow; episodes: EpisodeRow[] } | undefined> {
	const [feeds, rows] = await db().batch([
		db().select().from(podcastFeed).where(eq(podcastFeed.id, ONLY)),
		db().select().from(episodes).orderBy(asc(episodes.position)).limit(limit),
	])
	return feeds[0] && { feed: feeds[0], episodes: rows }
}

const EPISODE_COLUMNS = ['position', 'title', 'description', 'pubDate', 'duration', 'audioUrl', 'imageUrl'] as const
const incoming = (name: (typeof EPISODE_COLUMNS)[number]) => sql`excluded.${sql.identifier(episodes[name].name)}`

/** Writes these episodes and takes away all others; a row that is as it was is not touched. */
function replaceEpisodes(rows: EpisodeRow[]): BatchItem<'sqlite'>[] {
	const set = Object.fromEntries(EPISODE_COLUMNS.map((name) => [name, incoming(name)]))
	const differs = sql.join(
		EPISODE_COLUMNS.map((name) => sql`${episodes[name]} is not ${incoming(name)}`),
		sql` or `,
	)
	const statements: BatchItem<'sqlite'>[] = []
	for (let at = 0; at < rows.length; at += CHUNK) {
		statements.push(
			db()
				.insert(episodes)
				.values(rows.slice(at, at + CHUNK))
				.onConflictDoUpdate({ target: episodes.id, set, setWhere: differs }),
		)
	}
	const ids = JSON.stringify(rows.map(({ id }) => id))
	statements.push(db().delete(episodes).where(sql`${episodes.id} not in (select value from json_each(${ids}))`))
	return statements
}

/** Puts a new version of the feed in place, all of it or nothing, and asks for the pages that show it. */
export async function saveFeed(
	feed: NormalisedFeed,
	source: { url: string; contentHash: string } & Validators,
	now = new Date(),
): Promise<void> {
	const { episodes: list, ...about } = feed
	const row = { ...about, ...source, changedAt: now }
	const good = { lastSuccessAt: now, failingSince: null, lastError: null }
	await write(
		db()
			.insert(podcastFeed)
			.values({ id: ONLY, ...row })
			.onConflictDoUpdate({ target: podcastFeed.id, set: row }),
		...replaceEpisodes(
			list.map((episode, position) => ({
				...episode,
				position,
				pubDate: episode.pubDate === null ? null : new Date(episode.pubDate),
			})),
		),
		db()
			.insert(podcastFeedStatus)
			.values({ id: ONLY, ...good })
			.onConflictDoUpdate({ target: podcastFeedStatus.id, set: good }),
		...enqueuePublish(['/']),
	)
	nudgePublisher()
}

/** Takes the feed away, and asks for the pages that showed it. */
export async function dropFeed(): Promise<void> {
	await write(db().delete(episodes), db().delete(podcastFeed), db().delete(podcastFeedStatus), ...enqueuePublish(['/']))
	nudgePublisher()
}

/** Ends a time of failures. */
export async function saveRecovery(now = new Date()): Promise<void> {
	await db()
		.update(podcastFeedStatus)
		.set({ lastSuccessAt: now, failingSince: null, lastError: null })
		.where(eq(podcastFeedStatus.id, ONLY))
}

/** Begins a time of failures, or notes that they now have another reason. The same again writes nothing. */
export async function saveFailure(reason: string, now = new Date()): Promise<void> {
	await db()
		.insert(podcastFeedStatus)
		.values({ id: ONLY, failingSince: now, lastError: reason })
		.onConflictDoUpdate({
			target: podcastFeedStatus.id,
			set: {
				lastError: reason,
				failingSince: sql`coalesce(${podcastFeedStatus.failingSince}, excluded.failing_since)`,
			},
			setWhere: sql`${podcastFeedStatus.lastError} is not excluded.last_error`,
		})
}
