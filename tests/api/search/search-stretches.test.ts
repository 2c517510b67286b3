import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { questionComments } from '#db/schema/questions.ts'
import { libraryParts } from '#db/schema/search.ts'
import { searchSources } from '#src/app/search/sources.ts'
import { searchableAnswers } from '#src/features/questions/server/searchable-posts.ts'
import { rebuildSearch } from '#src/features/search/contract.ts'
import { compareIndex } from '#src/features/search/server/index-check.ts'
import { findCandidates, stretchesOf } from '#src/platform/search/search-candidates.ts'
import { looseTier, parseSearch, searchTiers } from '#src/platform/search/search-query.ts'
import { STRETCH, withinStretches } from '#src/platform/search/search-stretch.ts'
import { callApi } from '#tests/support/api/api.ts'
import { answer, as, ask, hits, indexAll, setUpSearch, teach } from '#tests/support/search.ts'

// An index is searched in stretches of rows, newest first.

setUpSearch()

/** Row numbers at the edges of stretches and far apart. */
const PLACES = [1, STRETCH - 1, STRETCH, 2 * STRETCH, 7 * STRETCH + 3, 40 * STRETCH]

async function answersAt(text: string): Promise<void> {
	const question = await ask('How do you do it, all of you?', 'I never did it, and you?')
	const id = await answer(question, text)
	const [inserted] = await db().select().from(questionComments).where(eq(questionComments.id, id))
	if (!inserted) throw new Error('No answer was made')
	await db().delete(questionComments).where(eq(questionComments.id, id))
	for (const seq of PLACES)
		await db()
			.insert(questionComments)
			.values({ ...inserted, id: `at-${seq}`, seq })
}
/** Searches without a time limit, because the part that a search covers in its time depends on the machine. */
const found = async (q: string) => {
	const { index } = searchableAnswers
	const query = parseSearch(q)
	const tiers = [...searchTiers(index, query), ...looseTier(index, query)]
	const ends = (await stretchesOf([index])).get(index.rows)
	if (!ends) throw new Error('The index is empty')
	return new Set((await findCandidates(index, tiers, { limit: 40, ends, deadline: Number.POSITIVE_INFINITY })).keys())
}
const all = new Set(PLACES)

test('old content is found like new content by every kind of query, even after a rebuild', async () => {
	await answersAt('We filed a writ of replevin by lunch.')
	await indexAll()
	const check = async () => {
		for (const q of ['replevin', '"writ of replevin"', 'replevin writ', 'replevin filed lunch nowhere'])
			expect(await found(q), q).toEqual(all)
	}
	await check()
	await callApi(rebuildSearch, { as: as.admin })
	await indexAll()
	await check()
	// An edited answer remains in its stretch.
	await db().update(questionComments).set({ body: 'We filed for detinue.' }).where(eq(questionComments.id, 'at-1'))
	expect(await found('detinue')).toEqual(new Set([1]))
	expect(await found('replevin')).toEqual(new Set(PLACES.slice(1)))
})

test('rows repaired by the nightly check are found too', async () => {
	await teach({ title: 'About quorum' })
	await indexAll()
	const [row] = await db().select().from(libraryParts)
	await db().run(sql`delete from library_search where rowid = ${row?.seq}`)
	expect(await hits('quorum', as.visitor)).toEqual([])
	await compareIndex(searchSources(), new AbortController().signal)
	expect(await hits('quorum', as.visitor)).toHaveLength(1)
})

test('a search within some stretches finds no rows outside of them', async () => {
	await answersAt('We filed a writ of replevin by lunch.')
	const within = async (first: number, last: number) =>
		(
			await db().all<{ seq: number }>(sql`select rowid as seq from answers_search
				where answers_search match ${withinStretches('{body} : "replevin"', { first, last })} order by rowid desc`)
		).map(({ seq }) => seq)
	expect(await within(0, 0)).toEqual([STRETCH - 1, 1])
	expect(await within(1, 2)).toEqual([2 * STRETCH, STRETCH])
	expect(await within(3, 6)).toEqual([])
	// The internal stretch terms cannot be searched.
	expect(await hits('w0', as.member)).toEqual([])
})
