import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { searchWords } from '#db/schema/search.ts'
import { searchSources } from '#src/app/search/sources.ts'
import { updateCourse } from '#src/features/courses/contract.ts'
import { suggest } from '#src/features/search/contract.ts'
import { runSearchIndex } from '#src/features/search/server/index-job.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { answer, as, ask, found, hits, indexAll, part, setUpSearch, teach, urls } from '#tests/support/search.ts'

setUpSearch()

/** Counts the words again, as the job does every night. */
const countWords = () => runSearchIndex(searchSources(), { holder: 'here', now: Date.now() + 25 * 60 * 60_000 })
const words = async () => (await db().select().from(searchWords)).map(({ word }) => word)
const correction = async (q: string, who: Principal) => (await found(q, who)).corrected

test('a misspelled word is replaced by the most common similar word, and the response reports it', async () => {
	for (const title of ['All about negligence', 'More about negligence', 'About intelligence'])
		await teach({ title, description: 'What every lawyer should know.' })
	await indexAll()
	for (const typo of ['neglegence', 'neglignece', 'Nwgligence', 'negligemce'])
		expect(await correction(typo, as.visitor), typo).toEqual([{ query: 'negligence', from: typo, to: 'negligence' }])
	const answered = await found('all neglegence', as.visitor)
	expect(answered.corrected).toEqual([{ query: 'all negligence', from: 'neglegence', to: 'negligence' }])
	expect(answered.groups[0]?.hits[0]?.title).toBe('All about negligence')
	// Existing words and their forms, quoted words, short words and words with digits are not corrected.
	for (const q of ['negligence', 'negligance', '"neglegence"', 'ngl', 'neg1igence', 'zzyzxzzy'])
		expect(await correction(q, as.visitor), q).toBeNull()
})

test('one error is corrected in a short word and two in a long one, and swapped letters count as one error', async () => {
	for (const title of ['The court', 'Probate', 'Negligence']) await teach({ title })
	await indexAll()
	for (const [typed, meant] of [
		['cuort', 'court'],
		['curt', 'court'],
		['proabte', 'probate'],
		['neglegense', 'negligence'],
	])
		expect((await correction(typed ?? '', as.visitor))?.[0]?.to, typed).toBe(meant)
	for (const typed of ['kurt', 'prombat', 'naglegense']) expect(await correction(typed, as.visitor), typed).toBeNull()
})

test('among equally similar words the one with a single missing letter wins', async () => {
	for (const title of ['The mediator', 'A mediator', 'Some mediator', 'On mediation']) await teach({ title })
	await indexAll()
	expect((await correction('mediaton', as.visitor))?.[0]?.to).toBe('mediation')
	expect((await correction('mediatr', as.visitor))?.[0]?.to).toBe('mediator')
})

test('a word of a removed course is no longer suggested right after the request', async () => {
	const course = await teach({ title: 'All about negligence' })
	await indexAll()
	expect(await correction('neglegence', as.visitor)).not.toBeNull()
	await callApi(updateCourse, { as: as.admin, params: { id: course.id }, body: { isPublished: false } })
	expect(await correction('neglegence', as.visitor)).toBeNull()
})

test('the word list loads with the first search, and the old one serves until the new one is ready', async () => {
	await teach({ title: 'All about negligence' })
	await indexAll()
	// No word of this search is misspelled, but it loads the list.
	await found('negligence', as.visitor)
	await db().delete(searchWords)
	expect(await correction('neglegence', as.visitor)).not.toBeNull()
	vi.useFakeTimers({ now: Date.now() + 61 * 60_000, toFake: ['Date'] })
	try {
		await db().run(sql`alter table search_words rename to search_words_away`)
		expect(await correction('neglegence', as.visitor)).not.toBeNull()
		await db().run(sql`alter table search_words_away rename to search_words`)
		expect(await correction('neglegence', as.visitor)).toBeNull()
	} finally {
		vi.useRealTimers()
	}
})

test("members' words are never suggested to visitors, and to members only if three members wrote them", async () => {
	const third = await signedIn(await insertAccount())
	const question = await ask('Who has met Wolfeschlegel?', 'He called me about his case, and you?')
	await indexAll()
	const seen = async (who: Principal) => [
		await correction('wolfeschlegal', who),
		(await callApi(suggest, { as: who, query: { q: 'wolfe' } })).json,
	]
	await countWords()
	for (const who of [as.visitor, as.member, third, as.admin]) expect(await seen(who)).toEqual([null, []])
	await answer(question, 'Wolfeschlegel called me as well.', as.otherMember)
	// Two posts of one member count once.
	await answer(question, 'And Wolfeschlegel called me again.', as.otherMember)
	await countWords()
	for (const who of [as.visitor, as.member, third]) expect(await seen(who)).toEqual([null, []])
	expect(await words()).not.toContain('wolfeschlegel')
	await answer(question, 'Wolfeschlegel never called me.', third)
	await countWords()
	expect(await seen(as.visitor)).toEqual([null, []])
	expect(await correction('wolfeschlegal', as.member)).toEqual([
		{ query: 'wolfeschlegel', from: 'wolfeschlegal', to: 'wolfeschlegel' },
	])
})

test('locked content is in no word list', async () => {
	const course = await teach({ title: 'For members', membersOnly: true })
	await part(course.id, { content: '<p>All about heldword, and nothing else.</p>' })
	await teach({ title: 'A draftword', isPublished: false })
	await indexAll()
	await countWords()
	const listed = await words()
	expect(listed).toContain('members')
	for (const word of ['heldword', 'draftword']) expect(listed).not.toContain(word)
})

test('a recount removes a word that no longer occurs', async () => {
	const course = await teach({ title: 'All about negligence' })
	await indexAll()
	expect(await words()).toContain('negligence')
	await callApi(updateCourse, { as: as.admin, params: { id: course.id }, body: { title: 'All about laches' } })
	await indexAll()
	await countWords()
	expect(await words()).not.toContain('negligence')
	expect(await words()).toContain('laches')
})

test('synonyms match each other in both directions', async () => {
	await teach({ title: 'Your first DUI' })
	await teach({ title: 'The statute of limitations' })
	await indexAll()
	expect(await urls('dwi', as.visitor)).toEqual(['course /courses/your-first-dui'])
	expect(await urls('first owi', as.visitor)).toEqual(['course /courses/your-first-dui'])
	const [hit] = await hits('SOL', as.visitor)
	expect(hit?.title).toBe('The statute of limitations')
	expect(hit?.titleMarks.length).toBeGreaterThan(0)
})
