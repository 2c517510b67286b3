import { setImmediate } from 'node:timers/promises'
import { asc, eq, isNull, sql } from 'drizzle-orm'
import { db, prepared } from '#db/client.ts'
import { episodes, podcastFeed, podcastFeedStatus } from '#db/schema/podcast.ts'
import { write } from '#db/write.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { env } from '#src/platform/env/env.ts'
import { garbageLimiter } from '#src/platform/jobs/collect-garbage.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { enqueuePublish } from '#src/platform/publish/publish-queue.ts'
import { parseStored, storedTexts } from '#src/platform/stored-json.ts'
import { episodePath, listPath, PER_PAGE, PODCAST_PATH } from '../../episodes/episode-path.ts'
import { episodeParts, missingEpisodes, upsertEpisodes } from './episode-statements.ts'
import { type FeedChanges, feedChanges } from './feed-changes.ts'
import type { Validators } from './fetch-feed.ts'
import type { NormalizedFeed } from './parse/parse-feed.ts'

/** Id of the only row in the feed's table, and in the table of its status. */
const SINGLE_ROW_ID = 1
/** Episodes per write: far below SQLite's limit on bound values, and few enough to take only milliseconds. */
const CHUNK = 50

export type FeedRow = typeof podcastFeed.$inferSelect
export type EpisodeRow = typeof episodes.$inferSelect
export type FeedStatusRow = typeof podcastFeedStatus.$inferSelect

/** Reads the last good feed and the poll status, without episodes. */
export async function readFeedState() {
	const [feeds, states, count] = await Promise.all([
		db().select().from(podcastFeed).where(eq(podcastFeed.id, SINGLE_ROW_ID)),
		db().select().from(podcastFeedStatus).where(eq(podcastFeedStatus.id, SINGLE_ROW_ID)),
		db().$count(episodes, isNull(episodes.keptSince)),
	])
	return { feed: feeds[0], status: states[0], episodes: count }
}

/** Returns the stored problems of a feed. */
export const feedNotes = (feed: FeedRow | undefined): string[] => parseStored(storedTexts, feed?.notes ?? null, [])

const contentHash = prepared(() =>
	db().select({ hash: podcastFeed.contentHash }).from(podcastFeed).where(eq(podcastFeed.id, SINGLE_ROW_ID)).prepare(),
)

/** Reads the hash of the stored episodes; undefined if no feed has been read. */
export const readContentHash = async (): Promise<string | undefined> => (await contentHash().get())?.hash

/** Columns for a list of episodes. Excludes show notes, the larger part of a feed. */
const LIST_COLUMNS = {
	id: episodes.id,
	slug: episodes.slug,
	title: episodes.title,
	description: episodes.description,
	pubDate: episodes.pubDate,
	duration: episodes.duration,
	audioUrl: episodes.audioUrl,
	imageUrl: episodes.imageUrl,
}
export type ListedRow = Pick<EpisodeRow, keyof typeof LIST_COLUMNS>

/** Reads the feed and its latest episodes consistently, since a batch is one transaction. */
export async function readFeed(limit: number): Promise<{ feed: FeedRow; episodes: ListedRow[] } | undefined> {
	const [feeds, rows] = await db().batch([
		db().select().from(podcastFeed).where(eq(podcastFeed.id, SINGLE_ROW_ID)),
		db()
			.select(LIST_COLUMNS)
			.from(episodes)
			.where(isNull(episodes.keptSince))
			.orderBy(asc(episodes.position))
			.limit(limit),
	])
	return feeds[0] && { feed: feeds[0], episodes: rows }
}

/** Returns the query for the latest episode, with the feed's image. */
export const latestEpisodeStatement = () =>
	db()
		.select({ ...LIST_COLUMNS, feedImage: podcastFeed.imageUrl })
		.from(episodes)
		.leftJoin(podcastFeed, eq(podcastFeed.id, SINGLE_ROW_ID))
		.where(isNull(episodes.keptSince))
		.orderBy(asc(episodes.position))
		.limit(1)

const readStoredEpisodes = () =>
	db()
		.select({
			id: episodes.id,
			slug: episodes.slug,
			title: episodes.title,
			audioUrl: episodes.audioUrl,
			position: episodes.position,
			pubDate: episodes.pubDate,
			keptSince: episodes.keptSince,
			hash: episodes.hash,
		})
		.from(episodes)

const upsertFeed = (row: typeof podcastFeed.$inferInsert) =>
	db()
		.insert(podcastFeed)
		.values({ ...row, id: SINGLE_ROW_ID })
		.onConflictDoUpdate({ target: podcastFeed.id, set: row })

/** Returns the episodes that are new, changed, moved or back in the feed. */
function episodesToWrite({ present }: FeedChanges, stored: Awaited<ReturnType<typeof readStoredEpisodes>>) {
	const storedById = new Map(stored.map((row) => [row.id, row]))
	return present.filter(({ id, position, isNew, isChanged }) => {
		const row = storedById.get(id)
		return isNew || isChanged || row?.position !== position || row.keptSince !== null
	})
}

/**
 * Stores a new version of the feed and enqueues its pages. Writes many episodes in chunks, since one write of
 * thousands would block every request. Each chunk enqueues its own pages, and only the last one sets `contentHash`:
 * after a crash, the next poll continues.
 */
export async function saveFeed(
	feed: NormalizedFeed,
	source: { url: string; contentHash: string } & Validators,
	now = new Date(),
): Promise<void> {
	const { episodes: _, notes, ...about } = feed
	const success = { lastSuccessAt: now, failingSince: null, lastError: null }
	const [{ feed: previous }, stored] = await Promise.all([readFeedState(), readStoredEpisodes()])
	const hasPages = hasFeature('podcast')
	const rules = { keepsOld: env().podcastKeepOld, hasNewUrl: previous?.url !== source.url }
	const changes = feedChanges(feed, stored, rules)
	const isRenamed = previous?.title !== feed.title || previous.imageUrl !== feed.imageUrl
	const { lists, slugs } = pagesToPublish(changes, isRenamed, stored.length)
	const upsertChunk = (slice: FeedChanges['present']) => [
		...upsertEpisodes(slice, now),
		...(hasPages ? episodeParts(slice, now) : []),
	]
	const publishPaths = (paths: string[]) => enqueuePublish(hasPages ? paths : paths.filter((path) => path === '/'))
	const changedEpisodes = episodesToWrite(changes, stored)

	const feedRow = { ...about, ...source, notes: JSON.stringify(notes), changedAt: now }
	// Matches neither the old nor the new version, so the next poll compares again.
	const incompleteRow = { ...(previous ?? feedRow), contentHash: '', etag: null, lastModified: null }
	const remainingSlugs = new Set(slugs)
	const limitGarbage = garbageLimiter()
	let at = 0
	for (; at + CHUNK < changedEpisodes.length; at += CHUNK) {
		const slice = changedEpisodes.slice(at, at + CHUNK)
		const chunkSlugs = slice.flatMap(({ slug }) => (remainingSlugs.delete(slug) ? [slug] : []))
		const isFirst = at === 0
		await write(
			...(isFirst ? [upsertFeed(incompleteRow)] : []),
			...upsertChunk(slice),
			...publishPaths([...(isFirst ? ['/', ...lists] : []), ...chunkSlugs.map(episodePath)]),
		)
		// The last episode's page was enqueued before its neighbor existed.
		for (const slug of chunkSlugs.slice(-1)) remainingSlugs.add(slug)
		limitGarbage()
		await setImmediate()
	}
	await write(
		upsertFeed(feedRow),
		...missingEpisodes(changes, now),
		...upsertChunk(changedEpisodes.slice(at)),
		db()
			.insert(podcastFeedStatus)
			.values({ id: SINGLE_ROW_ID, ...success })
			.onConflictDoUpdate({ target: podcastFeedStatus.id, set: success }),
		...publishPaths(['/', ...lists, ...[...remainingSlugs].map(episodePath)]),
	)
	wake('publisher')
}

/** Returns the list pages and changed episode pages; all of them if the podcast has a new title or picture. */
function pagesToPublish({ slugs, present, removed }: FeedChanges, isRenamed: boolean, storedCount: number) {
	const changed = isRenamed ? [...new Set([...slugs, ...present.map(({ slug }) => slug)])] : slugs
	const newCount = storedCount + present.filter(({ isNew }) => isNew).length - removed.length
	// Includes pages that no longer exist.
	const pages = Math.max(1, Math.ceil(Math.max(storedCount, newCount) / PER_PAGE))
	return { lists: Array.from({ length: pages }, (_, at) => listPath(at + 1)), slugs: changed }
}

/** Deletes the feed and enqueues its pages. */
export async function dropFeed(): Promise<void> {
	const slugs = hasFeature('podcast') ? (await readStoredEpisodes()).flatMap(({ slug }) => slug ?? []) : []
	const pages = ['/', ...(slugs.length > 0 ? [PODCAST_PATH, ...slugs.map(episodePath)] : [])]
	await write(db().delete(episodes), db().delete(podcastFeed), db().delete(podcastFeedStatus), ...enqueuePublish(pages))
	wake('publisher')
}

/** Records a success after failures. */
export async function saveRecovery(now = new Date()): Promise<void> {
	await db()
		.update(podcastFeedStatus)
		.set({ lastSuccessAt: now, failingSince: null, lastError: null })
		.where(eq(podcastFeedStatus.id, SINGLE_ROW_ID))
}

/** Records a failure, or a new reason for failures. Writes nothing if the reason is the same. */
export async function saveFailure(reason: string, now = new Date()): Promise<void> {
	await db()
		.insert(podcastFeedStatus)
		.values({ id: SINGLE_ROW_ID, failingSince: now, lastError: reason })
		.onConflictDoUpdate({
			target: podcastFeedStatus.id,
			set: {
				lastError: reason,
				failingSince: sql`coalesce(${podcastFeedStatus.failingSince}, excluded.failing_since)`,
			},
			setWhere: sql`${podcastFeedStatus.lastError} is not excluded.last_error`,
		})
}
