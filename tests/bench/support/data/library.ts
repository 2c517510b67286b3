import { asc } from 'drizzle-orm'
import { openDatabase, useDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { episodes, episodeTranscripts } from '#db/schema/podcast.ts'
import { packCues } from '#src/features/podcast/server/library/cue-blob.ts'
import { refreshFeed } from '#src/features/podcast/server/service.ts'
import type { Cue } from '#src/lib/text/cues.ts'
import { toVtt } from '#src/lib/text/cues.ts'
import { type FeedServer, feedAnswer, feedFile, startFeedServer } from '#tests/support/servers/feed-server.ts'
import { words } from './courses.ts'

/** Cues of a 45-minute transcript. */
const CUES = 400
const CUE_MS = 6_500

/** Returns the dialogue of an episode by its number. */
export function spoken(episode: number): Cue[] {
	return Array.from({ length: CUES }, (_, at) => ({
		start: at * CUE_MS,
		end: (at + 1) * CUE_MS - 200,
		speaker: Math.floor(at / 7) % 2 === 0 ? 'The host' : 'The guest',
		text: `${words(17, episode * 1_009 + at)}.`,
	}))
}

/** Returns a transcript to paste that ends within a minute, because some episodes are that short. */
export const shortTranscript = (word: string) =>
	toVtt([{ start: 0, end: 5_000, speaker: null, text: `${word} ${words(20, 1)}` }])

/** Serves a real feed of 489 episodes without its transcripts and artwork, which are on a third party's host. */
export function startLibraryFeed(): Promise<FeedServer> {
	const xml = feedFile('scotus-oral-arguments.rss.gz').toString()
	return startFeedServer(
		feedAnswer(xml.replaceAll(/<podcast:transcript[^>]*>|<itunes:image[^>]*>|<image>[\s\S]*?<\/image>/g, '')),
	)
}

/** Creates a database at `file` with the feed's episodes and a transcript for each. @returns their slugs. */
export async function fillLibrary(file: string, feedUrl: string): Promise<string[]> {
	const opened = await openDatabase({ url: `file:${file}` })
	await migrateDatabase(opened)
	useDatabase(opened)
	await refreshFeed({ feedUrl, allowPrivate: true })
	const rows = await opened.db
		.select({ id: episodes.id, slug: episodes.slug })
		.from(episodes)
		.orderBy(asc(episodes.position))
	for (let from = 0; from < rows.length; from += 50) {
		const some = rows.slice(from, from + 50).map(({ id }, at) => ({
			...{ episodeId: id, source: 'feed' as const, language: 'en', isTimed: true },
			...{ cues: packCues(spoken(from + at)), changedAt: new Date() },
		}))
		await opened.db.insert(episodeTranscripts).values(some)
	}
	useDatabase(undefined)
	await opened.close()
	return rows.flatMap(({ slug }) => slug ?? [])
}
