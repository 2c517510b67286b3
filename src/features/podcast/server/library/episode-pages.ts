import { asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { episodeChapters, episodePeople, episodes, episodeTranscripts, podcastFeed } from '#db/schema/podcast.ts'
import { type Cue, paragraphsOf, speakersOf } from '#src/lib/text/cues.ts'
import type { SharePicture } from '#src/platform/pictures/share-picture.ts'
import type { EpisodePageContent, ListedEpisode, Related, Show } from '../../episodes/library-pages.ts'
import type { EpisodeChapter, EpisodeDetail, Transcript } from '../../library-contract.ts'
import type { EpisodeTags } from '../feed/parse/feed-tags.ts'
import type { EpisodeRow } from '../feed/store.ts'
import { cleanNotes } from '../show-notes.ts'
import { shownLink } from '../shown-link.ts'
import { unpackCues } from './cue-blob.ts'
import { readRelated } from './related.ts'

/** The data of an episode's page and its files. */
export interface LibraryPage {
	show: Show
	episode: EpisodeDetail
	transcript: (Transcript & { isTimed: boolean; cues: Cue[] }) | null
	related: Related
}

/** Returns the part that the page shows: all but the cues. */
export const toPageContent = ({ transcript, ...page }: LibraryPage): EpisodePageContent => {
	if (!transcript) return { ...page, transcript: null }
	const { cues: _, ...shown } = transcript
	return { ...page, transcript: shown }
}

const SOURCES = ['admin', 'file', 'feed', 'notes'] as const

const iso = (date: Date | null) => date?.toISOString() ?? null

const toShow = (feed: typeof podcastFeed.$inferSelect): Show => ({
	title: feed.title,
	description: feed.description,
	image: shownLink(feed.imageUrl),
	author: feed.author,
	feedUrl: URL.parse(feed.url)?.search ? null : shownLink(feed.url),
	language: feed.language,
})

async function readShow(): Promise<Show | undefined> {
	const [feed] = await db().select().from(podcastFeed).where(eq(podcastFeed.id, 1))
	return feed && toShow(feed)
}

const NO_TAGS: EpisodeTags = { transcript: null, chapters: null, highlights: [] }

function tagsOf(text: string): EpisodeTags {
	try {
		return { ...NO_TAGS, ...(JSON.parse(text) as Partial<EpisodeTags>) }
	} catch {
		return NO_TAGS
	}
}

type ChapterRow = typeof episodeChapters.$inferSelect
type TranscriptRow = typeof episodeTranscripts.$inferSelect

/** Returns the chapters of the source with the highest precedence. */
export function shownChapters(rows: readonly ChapterRow[]): {
	source: ChapterRow['source'] | null
	rows: ChapterRow[]
} {
	const source = SOURCES.find((name) => rows.some((row) => row.source === name)) ?? null
	return { source, rows: rows.filter((row) => row.source === source) }
}

/** Selects chapters in their order. */
export const selectChapters = (where: SQL) =>
	db().select().from(episodeChapters).where(where).orderBy(asc(episodeChapters.ordinal))

const toChapters = (rows: readonly ChapterRow[]): EpisodeChapter[] =>
	shownChapters(rows).rows.map(({ startMs, endMs, title, url }) => ({
		start: Math.floor(startMs / 1000),
		end: endMs === null ? null : Math.floor(endMs / 1000),
		...{ title, url: shownLink(url) },
	}))

/** Returns the transcript to show: an admin's takes precedence over the feed's. */
export const shownTranscript = <Row extends Pick<TranscriptRow, 'source'>>(rows: readonly Row[]): Row | undefined =>
	rows.find(({ source }) => source === 'admin') ?? rows[0]

function toTranscript(row: TranscriptRow): NonNullable<LibraryPage['transcript']> {
	const cues = unpackCues(row.cues)
	const { language, isTimed } = row
	return { language, isTimed, cues, speakers: speakersOf(cues), paragraphs: paragraphsOf(cues, isTimed) }
}

/** Selects the episodes in the list's order: newest first, kept episodes after those in the feed. */
const selectListOrder = () =>
	db().select({ slug: episodes.slug, title: episodes.title }).from(episodes).orderBy(asc(episodes.position))

const toNeighbor = (row: { slug: string | null; title: string } | undefined) =>
	row?.slug ? { slug: row.slug, title: row.title } : null

interface Parts {
	people: Array<typeof episodePeople.$inferSelect>
	chapters: ChapterRow[]
	hasTranscript: boolean
	at: number
	listed: Array<{ slug: string | null; title: string }>
}

function toDetail(
	row: EpisodeRow,
	feedImage: string | null,
	{ people, chapters, hasTranscript, at, listed }: Parts,
): EpisodeDetail {
	const { id, title, description, duration, season, number, type, audioBytes, audioType } = row
	return {
		...{ id, title, description, duration, season, number, type, audioBytes, audioType },
		// Sanitize again, since rows may come from an import.
		notesHtml: row.notesHtml === null ? null : cleanNotes(row.notesHtml),
		...{ audioUrl: shownLink(row.audioUrl) ?? '', link: shownLink(row.link) },
		slug: row.slug ?? id,
		pubDate: iso(row.pubDate),
		imageUrl: shownLink(row.imageUrl) ?? feedImage,
		people: people.map(({ name, role, href }) => ({ name, role, href: shownLink(href) })),
		chapters: toChapters(chapters),
		highlights: tagsOf(row.tags).highlights.map((highlight) => ({
			start: Math.floor(highlight.start / 1000),
			duration: Math.round(highlight.duration / 1000),
			title: highlight.title,
		})),
		hasTranscript,
		previous: toNeighbor(listed[at + 1]),
		next: toNeighbor(listed[at - 1]),
	}
}

/**
 * Reads the page data of episodes by slug. Omits unknown slugs.
 * @param options.withTranscripts whether to unpack transcripts, which takes a few milliseconds per hour of speech. If
 * false, `transcript` is null, but the episode's `hasTranscript` is set.
 */
export async function readPages(
	slugs: readonly string[],
	{ withTranscripts = true } = {},
): Promise<Map<string, LibraryPage>> {
	const episodeIds = db()
		.select({ id: episodes.id })
		.from(episodes)
		.where(inArray(episodes.slug, [...slugs]))
	const [show, rows, people, chapters, transcripts, transcriptIds, listed, relatedOf] = await Promise.all([
		readShow(),
		db()
			.select()
			.from(episodes)
			.where(inArray(episodes.slug, [...slugs])),
		db()
			.select()
			.from(episodePeople)
			.where(inArray(episodePeople.episodeId, episodeIds))
			.orderBy(asc(episodePeople.ordinal)),
		selectChapters(inArray(episodeChapters.episodeId, episodeIds)),
		withTranscripts
			? db().select().from(episodeTranscripts).where(inArray(episodeTranscripts.episodeId, episodeIds))
			: [],
		db()
			.select({ episodeId: episodeTranscripts.episodeId })
			.from(episodeTranscripts)
			.where(inArray(episodeTranscripts.episodeId, episodeIds)),
		selectListOrder(),
		readRelated(slugs),
	])
	if (!show) return new Map()
	const indexBySlug = new Map(listed.map(({ slug }, at) => [slug, at]))
	return new Map(
		rows.flatMap((row): Array<[string, LibraryPage]> => {
			if (row.slug === null) return []
			const ofEpisode = <Part extends { episodeId: string }>(all: readonly Part[]) =>
				all.filter(({ episodeId }) => episodeId === row.id)
			const shown = shownTranscript(ofEpisode(transcripts))
			const parts = {
				...{ people: ofEpisode(people), chapters: ofEpisode(chapters) },
				hasTranscript: ofEpisode(transcriptIds).length > 0,
				...{ at: indexBySlug.get(row.slug) ?? 0, listed },
			}
			const episode = toDetail(row, show.image, parts)
			const transcript = shown ? toTranscript(shown) : null
			return [[row.slug, { show, episode, transcript, related: relatedOf(row.slug) }]]
		}),
	)
}

/** Returns the episode with this id or slug. */
export async function findEpisode(idOrSlug: string): Promise<EpisodeRow | undefined> {
	const rows = await db()
		.select()
		.from(episodes)
		.where(or(eq(episodes.id, idOrSlug), eq(episodes.slug, idOrSlug)))
	// An id takes precedence over another episode's slug.
	return rows.find(({ id }) => id === idOrSlug) ?? rows[0]
}

/** Returns the text for an episode's share picture. */
export async function findEpisodeWords(slug: string): Promise<SharePicture | undefined> {
	const [show, rows] = await Promise.all([
		readShow(),
		db().select({ id: episodes.id, title: episodes.title }).from(episodes).where(eq(episodes.slug, slug)),
	])
	return show && rows[0] && { kicker: show.title, ...rows[0] }
}

/** Returns a key for the version of an episode's transcript, without reading it; undefined if there is none. */
export async function readTranscriptState(episodeId: string) {
	const { source, language, isTimed, changedAt, cues } = episodeTranscripts
	const rows = await db()
		.select({ source, language, isTimed, changedAt, length: sql<number>`length(${cues})` })
		.from(episodeTranscripts)
		.where(eq(episodeTranscripts.episodeId, episodeId))
	const shown = shownTranscript(rows)
	return shown && JSON.stringify([episodeId, shown])
}

export async function readTranscriptOf(episodeId: string) {
	const rows = await db().select().from(episodeTranscripts).where(eq(episodeTranscripts.episodeId, episodeId))
	const shown = shownTranscript(rows)
	return shown && { ...toTranscript(shown), source: shown.source, changedAt: shown.changedAt }
}

/** Reads the podcast with its episodes for the list; undefined if no feed has been read. */
export async function readLibrary(): Promise<{ show: Show; episodes: ListedEpisode[] } | undefined> {
	const [show, rows] = await Promise.all([
		readShow(),
		db()
			.select({
				id: episodes.id,
				slug: episodes.slug,
				title: episodes.title,
				description: episodes.description,
				pubDate: episodes.pubDate,
				duration: episodes.duration,
				imageUrl: episodes.imageUrl,
				season: episodes.season,
				number: episodes.number,
				type: episodes.type,
				hasTranscript: sql<number>`exists (select 1 from ${episodeTranscripts} as t where t.episode_id = ${episodes.id})`,
			})
			.from(episodes)
			.orderBy(asc(episodes.position)),
	])
	if (!show) return undefined
	const listed = rows.flatMap(({ slug, pubDate, hasTranscript, imageUrl, description, ...row }) =>
		slug === null
			? []
			: [
					{
						...row,
						slug,
						description: description.slice(0, 300),
						imageUrl: shownLink(imageUrl) ?? show.image,
						pubDate: iso(pubDate),
						hasTranscript: hasTranscript === 1,
					},
				],
	)
	return { show, episodes: listed }
}

/** Lists the slugs of all episodes with their last change. */
export const listSlugs = () =>
	db().select({ slug: episodes.slug, changedAt: episodes.changedAt }).from(episodes).orderBy(asc(episodes.position))

/** Lists episodes by slug, and whether each has a transcript, times in it, and chapters. */
export async function listEpisodeFiles(): Promise<
	Array<{ slug: string; hasTranscript: boolean; isTimed: boolean; hasChapters: boolean }>
> {
	const { episodeId, source, isTimed } = episodeTranscripts
	const [rows, transcripts, chapters] = await Promise.all([
		db().select({ id: episodes.id, slug: episodes.slug }).from(episodes),
		db().select({ episodeId, source, isTimed }).from(episodeTranscripts),
		db().selectDistinct({ episodeId: episodeChapters.episodeId }).from(episodeChapters),
	])
	const transcriptsOf = Map.groupBy(transcripts, (row) => row.episodeId)
	const withChapters = new Set(chapters.map((row) => row.episodeId))
	return rows.flatMap(({ id, slug }) => {
		const shown = shownTranscript(transcriptsOf.get(id) ?? [])
		const files = { hasTranscript: shown !== undefined, isTimed: shown?.isTimed ?? false }
		return slug === null ? [] : [{ slug, ...files, hasChapters: withChapters.has(id) }]
	})
}
