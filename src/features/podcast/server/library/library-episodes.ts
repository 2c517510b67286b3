import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { contains } from '#db/rows.ts'
import { courses } from '#db/schema/courses.ts'
import { episodeChapters, episodeFiles, episodes, episodeTranscripts } from '#db/schema/podcast.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { speakersOf } from '#src/lib/text/cues.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import * as contracts from '../../library-admin-contract.ts'
import type { EpisodeRow } from '../feed/store.ts'
import { unpackCues } from './cue-blob.ts'
import { linkedCourses } from './episode-links.ts'
import { findEpisode, selectChapters, shownChapters, shownTranscript } from './episode-pages.ts'

/** Adds the states of transcripts and chapters to episodes. */
export async function withState(rows: readonly EpisodeRow[]): Promise<contracts.LibraryEpisode[]> {
	const ids = rows.map(({ id }) => id)
	const [files, chapters, transcripts] = await Promise.all([
		db().select().from(episodeFiles).where(inArray(episodeFiles.episodeId, ids)),
		db().select().from(episodeChapters).where(inArray(episodeChapters.episodeId, ids)),
		db()
			.select({ episodeId: episodeTranscripts.episodeId, source: episodeTranscripts.source })
			.from(episodeTranscripts)
			.where(inArray(episodeTranscripts.episodeId, ids)),
	])
	return rows.map((row) => {
		const ofRow = ({ episodeId }: { episodeId: string }) => episodeId === row.id
		const stateOf = (kind: 'transcript' | 'chapters') => {
			const file = files.find((one) => ofRow(one) && one.kind === kind)
			const triedAt = file?.triedAt?.toISOString() ?? null
			return { state: file?.state ?? null, error: file?.error ?? null, warning: file?.warning ?? null, triedAt }
		}
		const shown = shownChapters(chapters.filter(ofRow))
		return {
			...{ id: row.id, slug: row.slug ?? row.id, title: row.title },
			...{ pubDate: row.pubDate?.toISOString() ?? null, keptSince: row.keptSince?.toISOString() ?? null },
			transcript: { ...stateOf('transcript'), source: shownTranscript(transcripts.filter(ofRow))?.source ?? null },
			chapters: { ...stateOf('chapters'), source: shown.source, count: shown.rows.length },
		}
	})
}

const hasTranscript = (source?: 'admin') =>
	sql`exists (select 1 from ${episodeTranscripts} as t where t.episode_id = ${episodes.id}
		${source ? sql`and t.source = ${source}` : sql``})`

const hasFailed = sql`exists (select 1 from ${episodeFiles} as f
	where f.episode_id = ${episodes.id} and f.kind = 'transcript' and f.state = 'failed')`

/** Conditions of the list's filter. A transcript counts as failed until it is read or an admin replaces it. */
const filterConditions: Record<contracts.TranscriptFilter, SQL> = {
	found: hasTranscript(),
	none: sql`not ${hasTranscript()}`,
	failed: sql`${hasFailed} and not ${hasTranscript('admin')}`,
}

/** Returns the query that counts unreadable transcripts not replaced by an admin. A test checks its query plan. */
export const failedTranscriptsStatement = () =>
	db()
		.select({ count: count() })
		.from(episodeFiles)
		.where(
			and(
				eq(episodeFiles.kind, 'transcript'),
				// Must match the condition of the partial index.
				sql`${episodeFiles.state} = 'failed'`,
				sql`not exists (select 1 from ${episodeTranscripts} as t
					where t.episode_id = ${episodeFiles.episodeId} and t.source = 'admin')`,
			),
		)

/** Counts episodes whose unreadable transcript needs attention. */
export async function countFailedTranscripts(): Promise<number> {
	const [row] = await failedTranscriptsStatement()
	return row?.count ?? 0
}

export const listLibraryEpisodes: Service<typeof contracts.listLibraryEpisodes> = async ({ query }, context) => {
	const after = openCursor(query.cursor, 'number', 'id')
	const isListed = and(
		query.search ? contains(episodes.title, query.search) : undefined,
		query.transcript ? filterConditions[query.transcript] : undefined,
	)
	const isAfter = after && sql`(${episodes.position}, ${episodes.id}) > (${after[0]}, ${after[1]})`
	const [rows, total] = await Promise.all([
		db()
			.select()
			.from(episodes)
			.where(and(isListed, isAfter))
			.orderBy(asc(episodes.position), asc(episodes.id))
			.limit(query.limit + 1),
		db().$count(episodes, isListed),
	])
	const shown = page(context, contracts.listLibraryEpisodes, { query }, rows, {
		total,
		cursorOf: ({ position, id }) => [position, id],
	})
	return withState(shown)
}

/** Returns an episode with all editable fields, or undefined. */
export async function findLibraryEpisode(idOrSlug: string): Promise<contracts.LibraryEpisodeDetail | undefined> {
	const episode = await findEpisode(idOrSlug)
	if (!episode) return undefined
	const [[state], transcripts, chapters, linked] = await Promise.all([
		withState([episode]),
		db().select().from(episodeTranscripts).where(eq(episodeTranscripts.episodeId, episode.id)),
		selectChapters(eq(episodeChapters.episodeId, episode.id)),
		linkedCourses(episode.id),
	])
	if (!state) return undefined
	const shown = shownTranscript(transcripts)
	const cues = shown ? unpackCues(shown.cues) : []
	return {
		...state,
		duration: episode.duration,
		said: { cues: cues.length, isTimed: shown?.isTimed ?? false, speakers: speakersOf(cues) },
		hasFeedTranscript: transcripts.some(({ source }) => source === 'feed'),
		shownChapters: shownChapters(chapters).rows.map(({ startMs, title, url }) => ({
			start: startMs / 1000,
			title,
			url,
		})),
		courses: linked,
	}
}

export const getLibraryEpisode: Service<typeof contracts.getLibraryEpisode> = async ({ params }) => {
	const found = await findLibraryEpisode(params.id)
	if (!found) throw httpError(contracts.getLibraryEpisode.errors.notFound)
	return found
}

/** Lists the courses that can be linked, by title. A club has a few dozen. */
export const listLinkableCourses = () =>
	db()
		.select({ id: courses.id, title: courses.title, isPublished: courses.isPublished })
		.from(courses)
		.orderBy(asc(courses.title), asc(courses.id))
		.limit(1_000)
