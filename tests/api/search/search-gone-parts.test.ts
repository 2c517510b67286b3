import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { episodes, episodeTranscripts } from '#db/schema/podcast.ts'
import { libraryParts, removedParts, searchState, searchWork } from '#db/schema/search.ts'
import { write } from '#db/write.ts'
import { searchSources } from '#src/app/search/sources.ts'
import { dropFeed } from '#src/features/podcast/server/feed/store.ts'
import { packCues } from '#src/features/podcast/server/library/cue-blob.ts'
import { suggest } from '#src/features/search/contract.ts'
import { compareIndex } from '#src/features/search/server/index-check.ts'
import { runSearchIndex } from '#src/features/search/server/index-job.ts'
import { nextWork, replaceParts } from '#src/features/search/server/part-rows.ts'
import { suggestCorrections } from '#src/features/search/server/word-list.ts'
import { callApi } from '#tests/support/api/api.ts'
import { as, cuesOf, found, hits, indexAll, makeEpisode, setUpSearch, urls } from '#tests/support/search.ts'

// The write of a bulk removal only marks index rows as deleted. The job removes them.

setUpSearch()

const SENTENCES = 130
/** Returns a transcript with one passage per sentence. */
const talk = (word: string) =>
	cuesOf(
		Array.from({ length: SENTENCES }, (_, at) => `${word} ${Array.from({ length: 29 }, () => 'so').join(' ')} ${at}.`),
	)
const speak = (id: string, word: string) =>
	makeEpisode({ id, title: `Of ${word}`, chapters: [[0, `${word} to begin with`]], cues: talk(word) })

const count = async (table: string) =>
	(await db().all<{ rows: number }>(sql.raw(`select count(*) as rows from ${table}`)))[0]?.rows
const remaining = async () => [await count('library_parts'), await count('library_search_docsize')]
const suggested = async (q: string) => (await callApi(suggest, { as: as.visitor, query: { q } })).json
const goneIds = async () => new Set((await db().select().from(removedParts)).map(({ sourceId }) => sourceId))

/** Checks that no search reveals the word. */
async function expectNothingOf(word: string, misspelled: string): Promise<void> {
	for (const who of [as.visitor, as.member]) {
		expect(await urls(word, who), word).toEqual([])
		// The word stays in the list until the next count, but is suggested to no one.
		expect(await suggestCorrections(misspelled, true)).toContain(word)
		expect(await found(misspelled, who), misspelled).toMatchObject({ corrected: null, groups: [] })
	}
	expect(await suggested(word)).toEqual([])
	expect(await suggested(`Of ${word}`)).toEqual([])
}

test('a bulk removal writes no index row, and its content is not found from then on', async () => {
	for (const id of ['one', 'two', 'three']) await speak(id, 'estoppel')
	await indexAll()
	expect(await suggested('Of estoppel')).not.toEqual([])
	expect((await found('estopel', as.visitor)).corrected).toMatchObject([{ to: 'estoppel' }])
	const before = await remaining()
	await dropFeed()
	expect(await remaining()).toEqual(before)
	expect(await goneIds()).toEqual(new Set(['one', 'two', 'three']))
	await expectNothingOf('estoppel', 'estopel')
	await indexAll()
	expect(await remaining()).toEqual([0, 0])
	expect(await db().select().from(removedParts)).toEqual([])
	expect(await db().select().from(searchWork)).toEqual([])
})

test('rows are removed in slices, and a job stopped between two continues', async () => {
	for (const id of ['one', 'two']) await speak(id, 'estoppel')
	await indexAll()
	const [all = 0] = await remaining()
	await dropFeed()
	const work = await nextWork()
	if (!work) throw new Error('Nothing waits')
	const slices: number[] = []
	let last = all
	const stopped = replaceParts(work, 'podcast', undefined, async () => {
		const [now = 0] = await remaining()
		slices.push(last - now)
		last = now
		if (slices.length === 2) throw new Error('killed')
	})
	await expect(stopped).rejects.toThrow('killed')
	// The content is partially removed, and none of it is found.
	expect(last).toBeGreaterThan(0)
	expect(last).toBeLessThan(all)
	await expectNothingOf('estoppel', 'estopel')
	for (let next = await nextWork(); next; next = await nextWork())
		await replaceParts(next, 'podcast', undefined, async () => {
			const [now = 0] = await remaining()
			slices.push(last - now)
			last = now
		})
	expect(await remaining()).toEqual([0, 0])
	expect(slices.length).toBeGreaterThan(2)
	for (const rows of slices) expect(rows).toBeLessThanOrEqual(50)
	expect(await db().select().from(removedParts)).toEqual([])
})

test('an episode that returns in the meantime is found once with its new content', async () => {
	await speak('one', 'estoppel')
	await speak('two', 'laches')
	await indexAll()
	await db().delete(episodes)
	await speak('one', 'replevin')
	// Republishing must not make the old content searchable.
	await expectNothingOf('estoppel', 'estopel')
	await indexAll()
	const inPodcast = await hits('replevin', as.visitor, { in: 'podcast', limit: '20' })
	expect(inPodcast.length).toBeGreaterThan(10)
	expect(new Set(inPodcast.map(({ id }) => id)).size).toBe(inPodcast.length)
	expect(inPodcast.filter(({ kind }) => kind === 'episode')).toHaveLength(1)
	for (const [word, misspelled] of [
		['estoppel', 'estopel'],
		['laches', 'lachess'],
	] as const)
		await expectNothingOf(word, misspelled)
	expect(new Set((await db().select().from(libraryParts)).map(({ sourceId }) => sourceId))).toEqual(new Set(['one']))
	expect(await db().select().from(removedParts)).toEqual([])
})

test('an episode that returns during the removal loses no new content', async () => {
	await speak('one', 'estoppel')
	await indexAll()
	await db().delete(episodes)
	const work = await nextWork()
	if (!work) throw new Error('Nothing waits')
	let slices = 0
	await replaceParts(work, 'podcast', undefined, async () => {
		if (slices++ === 0) await speak('one', 'estoppel')
	})
	// The work of the removal has ended, and the return has queued new work.
	expect((await nextWork())?.seq).toBeGreaterThan(work.seq)
	expect(await urls('estoppel', as.visitor)).toEqual([])
	await indexAll()
	const kinds = (await db().select().from(libraryParts)).map(({ part }) => part)
	expect(kinds.filter((part) => part === 'passage')).toHaveLength(SENTENCES)
	expect(kinds.filter((part) => part === 'about')).toHaveLength(1)
	expect((await urls('estoppel', as.visitor)).length).toBeGreaterThan(1)
	expect(await db().select().from(removedParts)).toEqual([])
})

test('transcripts removed in bulk are no longer found immediately, and the rest of their episodes is', async () => {
	for (const id of ['one', 'two']) await speak(id, 'estoppel')
	await indexAll()
	const before = await remaining()
	await write(db().delete(episodeTranscripts))
	expect(await remaining()).toEqual(before)
	const kinds = async () => new Set((await hits('estoppel', as.visitor, { in: 'podcast' })).map(({ kind }) => kind))
	expect(await kinds()).toEqual(new Set(['episode', 'chapter']))
	await indexAll()
	expect(await kinds()).toEqual(new Set(['episode', 'chapter']))
	expect(await remaining()).toEqual([4, 4])
})

test('removed rows do not displace existing hits', async () => {
	await makeEpisode({ id: 'old', title: 'An old one', cues: cuesOf(['It was estoppel, they said.']) })
	await indexAll()
	for (const id of ['a', 'b', 'c', 'd']) await speak(id, 'estoppel')
	await indexAll()
	await db()
		.delete(episodes)
		.where(inArray(episodes.id, ['a', 'b', 'c', 'd']))
	expect(await urls('estoppel', as.visitor)).toEqual([expect.stringContaining('/podcast/old')])
	expect((await found('estopel', as.visitor)).corrected).toMatchObject([{ to: 'estoppel' }])
})

test("large removals are merged between slices, and FTS5's automatic merge is restored even after a kill", async () => {
	for (let at = 0; at < 11; at++)
		await makeEpisode({ id: `e${at}`, title: `Episode ${at}`, cues: cuesOf(['It was estoppel, they said.']) })
	await indexAll()
	await dropFeed()
	const automerge = async () =>
		(await db().all<{ v: number }>(sql`select v from library_search_config where k = 'automerge'`))[0]?.v
	const seen = new Set<number | undefined>()
	const stop = new AbortController()
	const sources = searchSources()
	const watched = {
		...sources,
		parts: sources.parts.map((source) => ({
			...source,
			async read(id: string) {
				seen.add(await automerge())
				stop.abort()
				return source.read(id)
			},
		})),
	}
	await runSearchIndex(watched, { holder: 'here', signal: stop.signal })
	expect(seen).toEqual(new Set([0]))
	expect(await automerge()).toBe(0)
	// Only a few rows are left, too few to start a merge.
	await db().delete(removedParts).where(sql`source_id <> 'e10'`)
	await indexAll()
	expect(await automerge()).toBe(4)
	expect(await remaining()).toEqual([0, 0])
})

test('orphaned marks are found by the daily check', async () => {
	await speak('one', 'estoppel')
	await indexAll()
	await db()
		.update(episodeTranscripts)
		.set({ cues: packCues(talk('replevin')) })
		.where(eq(episodeTranscripts.episodeId, 'one'))
	await db().delete(searchWork)
	await compareIndex(searchSources(), new AbortController().signal)
	expect(await db().select({ id: searchWork.sourceId }).from(searchWork)).toEqual([{ id: 'one' }])
	await indexAll()
	const kinds = (await hits('estoppel', as.visitor)).map(({ kind }) => kind)
	expect(new Set(kinds)).toEqual(new Set(['episode', 'chapter']))
	expect((await db().select().from(searchState))[0]?.finishedAt).not.toBeNull()
	expect(await db().select().from(removedParts)).toEqual([])
})
