import { and, asc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { episodeChapters, episodePeople, episodes } from '#db/schema/podcast.ts'
import { passagesOf } from '#src/lib/text/passages.ts'
import type { PartSource, SearchPart } from '#src/platform/search/search-source.ts'
import { episodePath } from '../episodes/episode-path.ts'
import { htmlToText } from './feed/parse/html-to-text.ts'
import { readTranscriptOf, selectChapters, shownChapters } from './library/episode-pages.ts'

const hasPage = isNotNull(episodes.slug)
const age = sql<number>`coalesce(${episodes.pubDate}, 0)`

async function passages(id: string): Promise<SearchPart[]> {
	const transcript = await readTranscriptOf(id)
	if (!transcript) return []
	return passagesOf(transcript.cues, transcript.isTimed).map(({ paragraph, ...passage }) => ({
		part: 'passage',
		...passage,
		anchor: paragraph === null ? '' : `t-${paragraph}`,
	}))
}

/** Episodes: description, chapters and transcript. */
export const searchableEpisodes: PartSource = {
	kind: 'episode',
	tab: 'podcast',
	async idsAfter(after, limit) {
		const before = db()
			.select({ age })
			.from(episodes)
			.where(eq(episodes.id, after ?? ''))
		const rows = await db()
			.select({ id: episodes.id })
			.from(episodes)
			.where(
				and(
					hasPage,
					after === undefined
						? undefined
						: or(sql`${age} > (${before})`, and(sql`${age} = (${before})`, gt(episodes.id, after))),
				),
			)
			.orderBy(age, asc(episodes.id))
			.limit(limit)
		return rows.map(({ id }) => id)
	},
	async audiencesOf(ids) {
		const rows = await db()
			.select({ id: episodes.id })
			.from(episodes)
			.where(and(hasPage, inArray(episodes.id, [...ids])))
		return new Map(rows.map(({ id }) => [id, 'public']))
	},
	async read(id) {
		const [[episode], people, chapters, passageParts] = await Promise.all([
			db()
				.select()
				.from(episodes)
				.where(and(hasPage, eq(episodes.id, id))),
			db().select().from(episodePeople).where(eq(episodePeople.episodeId, id)).orderBy(asc(episodePeople.ordinal)),
			selectChapters(eq(episodeChapters.episodeId, id)),
			passages(id),
		])
		if (!episode) return undefined
		const notes = episode.notesHtml === null ? episode.description : htmlToText(episode.notesHtml)
		const about: SearchPart = {
			part: 'about',
			heading: episode.title,
			text: [notes, people.map(({ name }) => name).join(', ')].filter(Boolean).join('\n'),
		}
		const chapterParts = shownChapters(chapters).rows.map(
			({ title, startMs, endMs }): SearchPart => ({ part: 'chapter', heading: title, text: '', startMs, endMs }),
		)
		return { audience: 'public', parts: [about, ...chapterParts, ...passageParts] }
	},
	async show(ids) {
		const rows = await db()
			.select({
				id: episodes.id,
				slug: episodes.slug,
				title: episodes.title,
				number: episodes.number,
				pubDate: episodes.pubDate,
			})
			.from(episodes)
			.where(and(hasPage, inArray(episodes.id, [...ids])))
		return new Map(
			rows.map(({ id, slug, title, number, pubDate }) => [
				id,
				{
					title,
					context: number === null ? 'Episode' : `Episode ${number}`,
					path: episodePath(slug ?? id),
					at: pubDate,
				},
			]),
		)
	},
}
