import { setImmediate } from 'node:timers/promises'
import { asc, eq, isNull, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db, prepared } from '#db/client.ts'
import {
	episodeChapters,
	episodeFiles,
	episodePeople,
	episodes,
	episodeTranscripts,
	podcastFeed,
	podcastFeedStatus,
} from '#db/schema/podcast.ts'
import { write } from '#db/write.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { env } from '#src/platform/env/env.ts'
import { garbageLimiter } from '#src/platform/jobs/collect-garbage.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { enqueuePublish } from '#src/platform/publish/publish-queue.ts'
import { parseStored, storedTexts } from '#src/platform/stored-json.ts'
import { episodePath, listPath, PER_PAGE, PODCAST_PATH } from '../../episodes/episode-path.ts'
import { type FeedChanges, feedChanges } from './feed-changes.ts'
import type { Validators } from './fetch-feed.ts'
import type { NormalizedFeed } from './parse/parse-feed.ts'

/** Id of the single row for the feed, and of the one for its status. */
const ONLY = 1
/** Episodes per statement and write: far below SQLite's limit of bound values, and a few milliseconds. */
const CHUNK = 50

export type FeedRow = typeof podcastFeed.$inferSelect
export type EpisodeRow = typeof episodes.$inferSelect
export type FeedStatusRow = typeof podcastFeedStatus.$inferSelect

/** Reads the last good feed and the poll status, without episodes. */
export async function readFeedState() {
	const [feeds, states, count] = await Promise.all([
		db().select().from(podcastFeed).where(eq(podcastFeed.id, ONLY)),
		db().select().from(podcastFeedStatus).where(eq(podcastFeedStatus.id, ONLY)),
		db().$count(episodes, isNull(episodes.keptSince)),
	])
	return { feed: feeds[0], status: states[0], episodes: count }
}

/** Returns the stored problems of a feed. */
export const feedNotes = (feed: FeedRow | undefined): string[] => parseStored(storedTexts, feed?.notes ?? null, [])

const contentHash = prepared(() =>
	db().select({ hash: podcastFeed.contentHash }).from(podcastFeed).where(eq(podcastFeed.id, ONLY)).prepare(),
)

/** Reads the hash of the stored episodes; undefined before the first feed. */
export const readContentHash = async (): Promise<string | undefined> => (await contentHash().get())?.hash

/** Columns for a list of episodes. Excludes show notes, the larger part of a feed. */
const LISTED = {
	id: episodes.id,
	slug: episodes.slug,
	title: episodes.title,
	description: episodes.description,
	pubDate: episodes.pubDate,
	duration: episodes.duration,
	audioUrl: episodes.audioUrl,
	imageUrl: episodes.imageUrl,
}
export type ListedRow = Pick<EpisodeRow, keyof typeof LISTED>

/** Reads the feed with its latest episodes consistently: a batch is one transaction. */
export async function readFeed(limit: number): Promise<{ feed: FeedRow; episodes: ListedRow[] } | undefined> {
	const [feeds, rows] = await db().batch([
		db().select().from(podcastFeed).where(eq(podcastFeed.id, ONLY)),
		db().select(LISTED).from(episodes).where(isNull(episodes.keptSince)).orderBy(asc(episodes.position)).limit(limit),
	])
	return feeds[0] && { feed: feeds[0], episodes: rows }
}

/** Returns the statement of the latest episode, with the image of the feed. */
export const latestEpisodeStatement = () =>
	db()
		.select({ ...LISTED, feedImage: podcastFeed.imageUrl })
		.from(episodes)
		.leftJoin(podcastFeed, eq(podcastFeed.id, ONLY))
		.where(isNull(episodes.keptSince))
		.orderBy(asc(episodes.position))
		.limit(1)

const EPISODE_COLUMNS = [
	...(['position', 'title', 'description', 'pubDate', 'duration', 'audioUrl', 'imageUrl', 'slug', 'link'] as const),
	...(['season', 'number', 'type', 'notesHtml', 'audioBytes', 'audioType', 'keptSince', 'tags', 'hash'] as const),
]
const incoming = (name: (typeof EPISODE_COLUMNS)[number]) => sql`excluded.${sql.identifier(episodes[name].name)}`

/** Upserts episodes; unchanged rows stay untouched. */
function upsertEpisodes(present: FeedChanges['present'], now: Date): BatchItem<'sqlite'>[] {
	const set = Object.fromEntries(EPISODE_COLUMNS.map((name) => [name, incoming(name)]))
	const differs = sql.join(
		EPISODE_COLUMNS.map((name) => sql`${episodes[name]} is not ${incoming(name)}`),
		sql` or `,
	)
	// A new position alone is not a change.
	const changedAt = sql`case when ${episodes.hash} is not ${incoming('hash')} then ${now.getTime()} else ${episodes.changedAt} end`
	const rows = present.map(({ people: _, chapters: __, isNew: ___, isChanged: ____, tags, pubDate, ...row }) => ({
		...row,
		...{ pubDate: pubDate === null ? null : new Date(pubDate), tags: JSON.stringify(tags), keptSince: null },
		changedAt: now,
	}))
	if (rows.length === 0) return []
	return [
		db()
			.insert(episodes)
			.values(rows)
			.onConflictDoUpdate({ target: episodes.id, set: { ...set, changedAt }, setWhere: differs }),
	]
}

/** Updates the kept episodes and deletes the removed ones. */
function missingEpisodes({ kept, removed }: FeedChanges, now: Date): BatchItem<'sqlite'>[] {
	const statements: BatchItem<'sqlite'>[] = []
	if (kept.length > 0)
		statements.push(
			db().run(sql`
				update ${episodes} set kept_since = ${now.getTime()}, position = named.value ->> '$.position'
				from json_each(${JSON.stringify(kept)}) as named where ${episodes}.id = named.value ->> '$.id'`),
		)
	const gone = JSON.stringify(removed.map(({ id }) => id))
	if (removed.length > 0)
		statements.push(db().delete(episodes).where(sql`${episodes.id} in (select value from json_each(${gone}))`))
	return statements
}

/** Writes people, chapters and file addresses of the changed episodes. */
function episodeParts(present: FeedChanges['present'], now: Date): BatchItem<'sqlite'>[] {
	const changed = present.filter(({ isChanged }) => isChanged)
	if (changed.length === 0) return []
	const ids = JSON.stringify(changed.map(({ id }) => id))
	const ofChanged = sql`episode_id in (select value from json_each(${ids}))`
	const people = changed.flatMap(({ id, people: names }) => names.map((one, ordinal) => ({ id, ordinal, ...one })))
	const chapters = changed.flatMap(({ id, chapters: given }) =>
		(['feed', 'notes'] as const).flatMap((source) =>
			given[source].map((one, ordinal) => ({ id, source, ordinal, ...one })),
		),
	)
	const files = changed.flatMap(({ id, tags }) =>
		(['transcript', 'chapters'] as const).flatMap((kind) => (tags[kind] ? [{ id, kind, ...tags[kind] }] : [])),
	)
	const named = sql`select value ->> '$.id' as id, value ->> '$.kind' as kind from json_each(${JSON.stringify(files)})`
	return [
		db().run(sql`delete from ${episodePeople} where ${ofChanged}`),
		db().run(sql`
			insert into ${episodePeople} (episode_id, ordinal, name, role, href)
			select value ->> '$.id', value ->> '$.ordinal', value ->> '$.name', value ->> '$.role', value ->> '$.href'
			from json_each(${JSON.stringify(people)})`),
		db().run(sql`delete from ${episodeChapters} where source in ('feed', 'notes') and ${ofChanged}`),
		db().run(sql`
			insert into ${episodeChapters} (episode_id, source, ordinal, start_ms, end_ms, title, url)
			select value ->> '$.id', value ->> '$.source', value ->> '$.ordinal', value ->> '$.start', value ->> '$.end',
				value ->> '$.title', value ->> '$.url'
			from json_each(${JSON.stringify(chapters)})`),
		// Delete files that the feed no longer names, with their content.
		db().run(sql`delete from ${episodeFiles} where ${ofChanged} and (episode_id, kind) not in (${named})`),
		db().run(sql`
			delete from ${episodeTranscripts} where source = 'feed' and ${ofChanged}
				and (episode_id, 'transcript') not in (${named})`),
		db().run(sql`
			delete from ${episodeChapters} where source = 'file' and ${ofChanged}
				and (episode_id, 'chapters') not in (${named})`),
		db().run(sql`
			insert into ${episodeFiles} (episode_id, kind, url, type, language, state, tries, due_at)
			select value ->> '$.id', value ->> '$.kind', value ->> '$.url', value ->> '$.type', value ->> '$.language',
				'none', 0, ${now.getTime()}
			from json_each(${JSON.stringify(files)}) where 1
			on conflict (episode_id, kind) do update set url = excluded.url, type = excluded.type,
				language = excluded.language, etag = null, last_modified = null, tries = 0, due_at = excluded.due_at
			where url is not excluded.url or type is not excluded.type or language is not excluded.language`),
	]
}

const readStored = () =>
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
	const good = { lastSuccessAt: now, failingSince: null, lastError: null }
	const [{ feed: before }, stored] = await Promise.all([readFeedState(), readStored()])
	const hasPages = hasFeature('podcast')
	const rules = { keepsOld: env().podcastKeepOld, isOtherAddress: before?.url !== source.url }
	const changes = feedChanges(feed, stored, rules)
	const isRenamed = before?.title !== feed.title || before.imageUrl !== feed.imageUrl
	const { lists, slugs } = pagesToPublish(changes, isRenamed, stored.length)
	const putFeed = (row: typeof podcastFeed.$inferInsert) =>
		db()
			.insert(podcastFeed)
			.values({ ...row, id: ONLY })
			.onConflictDoUpdate({ target: podcastFeed.id, set: row })
	const upsertChunk = (slice: FeedChanges['present']) => [
		...upsertEpisodes(slice, now),
		...(hasPages ? episodeParts(slice, now) : []),
	]
	const publishPaths = (paths: string[]) => enqueuePublish(hasPages ? paths : paths.filter((path) => path === '/'))
	const known = new Map(stored.map((row) => [row.id, row]))
	const due = changes.present.filter(({ id, position, isNew, isChanged }) => {
		const row = known.get(id)
		return isNew || isChanged || row?.position !== position || row.keptSince !== null
	})

	const whole = { ...about, ...source, notes: JSON.stringify(notes), changedAt: now }
	// Matches neither the old nor the new version, so the next poll compares again.
	const incompleteRow = { ...(before ?? whole), contentHash: '', etag: null, lastModified: null }
	const left = new Set(slugs)
	const limitGarbage = garbageLimiter()
	let at = 0
	for (; at + CHUNK < due.length; at += CHUNK) {
		const slice = due.slice(at, at + CHUNK)
		const own = slice.flatMap(({ slug }) => (left.delete(slug) ? [slug] : []))
		const isFirst = at === 0
		await write(
			...(isFirst ? [putFeed(incompleteRow)] : []),
			...upsertChunk(slice),
			...publishPaths([...(isFirst ? ['/', ...lists] : []), ...own.map(episodePath)]),
		)
		// The page of its last episode was enqueued before its neighbor existed.
		for (const slug of own.slice(-1)) left.add(slug)
		limitGarbage()
		await setImmediate()
	}
	await write(
		putFeed(whole),
		...missingEpisodes(changes, now),
		...upsertChunk(due.slice(at)),
		db()
			.insert(podcastFeedStatus)
			.values({ id: ONLY, ...good })
			.onConflictDoUpdate({ target: podcastFeedStatus.id, set: good }),
		...publishPaths(['/', ...lists, ...[...left].map(episodePath)]),
	)
	wake('publisher')
}

/** Returns the list pages and changed episode pages; all of them if the podcast was renamed. */
function pagesToPublish({ slugs, present, removed }: FeedChanges, isRenamed: boolean, before: number) {
	const changed = isRenamed ? [...new Set([...slugs, ...present.map(({ slug }) => slug)])] : slugs
	const after = before + present.filter(({ isNew }) => isNew).length - removed.length
	// Includes pages that no longer exist.
	const pages = Math.max(1, Math.ceil(Math.max(before, after) / PER_PAGE))
	return { lists: Array.from({ length: pages }, (_, at) => listPath(at + 1)), slugs: changed }
}

/** Deletes the feed and enqueues its pages. */
export async function dropFeed(): Promise<void> {
	const slugs = hasFeature('podcast') ? (await readStored()).flatMap(({ slug }) => slug ?? []) : []
	const pages = ['/', ...(slugs.length > 0 ? [PODCAST_PATH, ...slugs.map(episodePath)] : [])]
	await write(db().delete(episodes), db().delete(podcastFeed), db().delete(podcastFeedStatus), ...enqueuePublish(pages))
	wake('publisher')
}

/** Records a success after failures. */
export async function saveRecovery(now = new Date()): Promise<void> {
	await db()
		.update(podcastFeedStatus)
		.set({ lastSuccessAt: now, failingSince: null, lastError: null })
		.where(eq(podcastFeedStatus.id, ONLY))
}

/** Records a failure, or a new reason for failures. Writes nothing if the reason is the same. */
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
