import { setTimeout as delay } from 'node:timers/promises'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db } from '#db/client.ts'
import { episodeChapters, episodeFiles, episodes, episodeTranscripts, podcastFeed } from '#db/schema/podcast.ts'
import { write } from '#db/write.ts'
import { CLOCKS_MS } from '#src/platform/jobs/lease.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { log } from '#src/platform/log.ts'
import { enqueuePublish } from '#src/platform/publish/publish-queue.ts'
import type { Chapter } from '#src/platform/transcripts/read-chapters.ts'
import { episodePath, PODCAST_PATH } from '../../episodes/episode-path.ts'
import { isNextToDemoFeed, readDemoFile } from '../feed/demo-feed.ts'
import { FeedError } from '../feed/feed-error.ts'
import { type FileKind, fetchFile, forFile } from '../feed/fetch-file.ts'
import { chaptersInWorker, transcriptInWorker } from '../feed/parse/parse-in-worker.ts'
import type { RefreshOptions } from '../feed/refresh.ts'
import { packCues } from './cue-blob.ts'

/** Files per run, and concurrent requests. Low, to be polite to other people's hosts. */
const FILES_PER_RUN = 20
const BATCH_SIZE = 2
/** Milliseconds between two requests to one host. */
const HOST_PAUSE_MS = 500

const HOUR = 60 * 60_000
/** Backoff for unreadable files: transcripts appear after the audio, mostly within a week. */
const BACKOFF_MS = [HOUR, 24 * HOUR, 7 * 24 * HOUR, 30 * 24 * HOUR]

export type FileOptions = Pick<
	RefreshOptions,
	'allowPrivate' | 'feedUrl' | 'isAllowedAddress' | 'publicUrl' | 'resolve' | 'signal'
> & {
	hostPauseMs?: number
}

const dueFiles = (condition: SQL, limit: number) =>
	db()
		.select({
			file: episodeFiles,
			slug: episodes.slug,
			feedLanguage: podcastFeed.language,
		})
		.from(episodeFiles)
		.innerJoin(episodes, eq(episodes.id, episodeFiles.episodeId))
		.leftJoin(podcastFeed, eq(podcastFeed.id, 1))
		.where(condition)
		// Unread files first, then those waiting the longest.
		.orderBy(
			asc(sql`case when ${episodeFiles.tries} = 0 and ${episodeFiles.state} = 'none' then 0 else 1 end`),
			asc(episodeFiles.dueAt),
			asc(episodes.position),
		)
		.limit(limit)
/** Matches due files, and files that a clock running ahead has postponed. */
const isDue = (now: number) => sql`(${episodeFiles.dueAt} <= ${now} or ${episodeFiles.triedAt} > ${now + CLOCKS_MS})`

type Due = Awaited<ReturnType<typeof dueFiles>>[number]

const isThisFile = ({ file }: Due) =>
	and(eq(episodeFiles.episodeId, file.episodeId), eq(episodeFiles.kind, file.kind), eq(episodeFiles.url, file.url))

const asSentence = (kind: FileKind, error: FeedError) =>
	// A feed error is a whole sentence; a parse error completes one.
	error.message.startsWith('The ') ? forFile(error, kind).message : `The ${kind} cannot be read: ${error.message}.`

/** Returns the statements that mark an episode as changed and enqueue its pages. */
export const markChanged = (episodeId: string, slug: string | null, now: Date): BatchItem<'sqlite'>[] => [
	db().update(episodes).set({ changedAt: now }).where(eq(episodes.id, episodeId)),
	...enqueuePublish(slug === null ? [] : [episodePath(slug), PODCAST_PATH]),
]

export const chapterRows = (
	episodeId: string,
	source: 'admin' | 'file',
	chapters: readonly Chapter[],
): BatchItem<'sqlite'>[] => [
	db()
		.delete(episodeChapters)
		.where(and(eq(episodeChapters.episodeId, episodeId), eq(episodeChapters.source, source))),
	db().run(sql`
		insert into ${episodeChapters} (episode_id, source, ordinal, start_ms, end_ms, title, url)
		select ${episodeId}, ${source}, key, value ->> '$.start', value ->> '$.end', value ->> '$.title', value ->> '$.url'
		from json_each(${JSON.stringify(chapters)}) where exists (select 1 from ${episodes} where id = ${episodeId})`),
]

interface File {
	bytes: Uint8Array
	contentType: string | undefined
}

async function contentStatements(due: Due, { bytes, contentType }: File, now: Date, signal: AbortSignal | undefined) {
	const { file, feedLanguage } = due
	if (file.kind === 'chapters') {
		const { chapters, warnings } = await chaptersInWorker(bytes, { signal })
		return { statements: chapterRows(file.episodeId, 'file', chapters), warnings }
	}
	const { cues, isTimed, warnings } = await transcriptInWorker(bytes, file.type, { signal, contentType })
	const row = { language: file.language ?? feedLanguage, isTimed, cues: packCues(cues), changedAt: now }
	const statement = db()
		.insert(episodeTranscripts)
		.values({ episodeId: file.episodeId, source: 'feed', ...row })
		.onConflictDoUpdate({ target: [episodeTranscripts.episodeId, episodeTranscripts.source], set: row })
	return { statements: [statement], warnings }
}

/** Returns a file's problems as one sentence. */
const asWarning = (kind: FileKind, warnings: readonly string[]) =>
	warnings.length === 0 ? null : `Not all of the ${kind} could be read: ${warnings.join('; ')}.`

/** Returns the update after a success. The next request is conditional. */
const markRead = (
	due: Due,
	now: Date,
	changes: { etag?: string | null; lastModified?: string | null; warning?: string | null },
) =>
	db()
		.update(episodeFiles)
		.set({ ...changes, state: 'ready', error: null, triedAt: now, tries: 0, dueAt: now })
		.where(isThisFile(due))

async function readFile(due: Due, options: FileOptions): Promise<boolean> {
	const { file, slug } = due
	const { signal, isAllowedAddress, resolve } = options
	const now = new Date()
	try {
		const validators = file.state === 'none' ? undefined : { etag: file.etag, lastModified: file.lastModified }
		const isDemo = !options.feedUrl && isNextToDemoFeed(file.url, options.publicUrl)
		const fetched = isDemo
			? await readDemoFile(file.url, options.publicUrl, validators)
			: await fetchFile(file.url, file.kind, {
					...{ validators, signal, isAllowedAddress, resolve },
					allowPrivate: options.allowPrivate && options.feedUrl,
				})
		if (!fetched.modified) {
			await markRead(due, now, {})
			return false
		}
		const { etag, lastModified } = fetched
		const { statements, warnings } = await contentStatements(due, fetched, now, signal)
		const warning = asWarning(file.kind, warnings)
		await write(
			...statements,
			markRead(due, now, { etag, lastModified, warning }),
			...markChanged(file.episodeId, slug, now),
		)
		wake('publisher')
		return true
	} catch (error) {
		if (!(error instanceof FeedError)) throw error
		const reason = asSentence(file.kind, error)
		const pause = BACKOFF_MS[Math.min(file.tries, BACKOFF_MS.length - 1)] as number
		await db()
			.update(episodeFiles)
			.set({
				state: 'failed',
				error: reason,
				triedAt: now,
				tries: file.tries + 1,
				dueAt: new Date(now.getTime() + pause),
			})
			.where(isThisFile(due))
		log.warn(
			{ episode: file.episodeId, kind: file.kind, failure: error.failure, reason },
			'episode file could not be read; keeping the last good one',
		)
		return false
	}
}

/** Reads files, two at a time, with a pause between requests to the same host. @returns the number of changes. */
async function readAll(due: readonly Due[], options: FileOptions): Promise<number> {
	const pending = [...due]
	const freeAt = new Map<string, number>()
	let changed = 0
	async function worker(): Promise<void> {
		for (;;) {
			const next = pending.shift()
			if (!next) return
			const host = URL.parse(next.file.url)?.host ?? ''
			const at = Math.max(Date.now(), freeAt.get(host) ?? 0)
			freeAt.set(host, at + (options.hostPauseMs ?? HOST_PAUSE_MS))
			if (at > Date.now()) await delay(at - Date.now(), undefined, options.signal ? { signal: options.signal } : {})
			options.signal?.throwIfAborted()
			if (await readFile(next, options)) changed++
		}
	}
	await Promise.all(Array.from({ length: BATCH_SIZE }, worker))
	return changed
}

/**
 * Reads the due transcripts and chapters that the feed links to, at most twenty. A failure keeps the last good file and
 * stores the reason for admins.
 * @returns the number of changes.
 */
export async function readDueFiles(options: FileOptions): Promise<number> {
	const due = await dueFiles(isDue(Date.now()), FILES_PER_RUN)
	return readAll(due, options)
}

/** Reads the files of one episode now. @returns whether the feed links to any. */
export async function readFilesOf(episodeId: string, options: FileOptions): Promise<boolean> {
	const due = await dueFiles(eq(episodeFiles.episodeId, episodeId) as SQL, 2)
	await readAll(due, options)
	return due.length > 0
}
