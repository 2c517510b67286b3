import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { clubParts, libraryParts, searchState } from '#db/schema/search.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { updateComment, updateQuestion } from '#src/features/questions/contract.ts'
import { listUsers } from '#src/features/users/contract.ts'
import { callApi } from '#tests/support/api/api.ts'
import { list, titles } from '#tests/support/forum.ts'
import {
	answer,
	as,
	ask,
	category,
	cuesOf,
	hits,
	indexAll,
	makeEpisode,
	meet,
	part,
	setUpSearch,
	teach,
} from '#tests/support/search.ts'

setUpSearch()

const kinds = async (typed: string) => (await hits(typed, as.member)).map(({ kind }) => kind).toSorted()

/** Creates one item of each kind with the same words. */
async function writeEverywhere(words: string) {
	await makeEpisode({
		id: 'talk',
		title: 'A talk',
		chapters: [[0, `About ${words}`]],
		cues: cuesOf([`We file ${words} soon.`]),
	})
	const course = await teach({ title: `Course ${words}` })
	await part(course.id, { title: 'A part', content: `<p>All of ${words} is here.</p>` })
	await meet('A session', `We talk about ${words} there.`)
	const question = await ask('A question', `The ${words} was divided.`)
	await answer(question, `Divide the ${words} early.`)
	await indexAll()
}
const ALL = ['answer', 'chapter', 'course', 'module', 'passage', 'question', 'session']

test.each([
	['401(k)', '401k'],
	['F.R.C.P.', 'frcp'],
	['e-discovery', 'ediscovery'],
	['1,500.22', '150022'],
])('%s matches %s everywhere, in both directions', async (written, typed) => {
	await writeEverywhere(written)
	expect(await kinds(typed)).toEqual(ALL)
	expect(await kinds(written)).toEqual(ALL)
	for (const hit of await hits(typed, as.member)) {
		const marked = [
			...hit.titleMarks.map((mark) => [hit.title, mark]),
			...hit.textMarks.map((mark) => [hit.text, mark]),
		]
		const texts = (marked as Array<[string, [number, number]]>).map(([text, [from, to]]) => text.slice(from, to))
		expect(
			texts.map((text) => text.replaceAll(/\W/g, '').toLowerCase()),
			hit.kind,
		).toContain(typed)
	}
	expect(titles(await list({ q: typed }, as.member))).toEqual(['A question'])
})

test('words written without punctuation match those with it', async () => {
	await writeEverywhere('401k')
	expect(await kinds('401(k)')).toEqual(ALL)
	expect(await kinds('plan -401(k)')).toEqual([])
	expect(titles(await list({ q: '401(k)' }, as.member))).toEqual(['A question'])
})

test('an edit is found by its joined words, and no longer by the old ones', async () => {
	const id = await ask('Which rule?', 'It is F.R.C.P. 56, I am told by all.')
	const commentId = await answer(id, 'Rather a 401(k).', as.member)
	const body = { title: 'Which rule?', categoryId: category, body: 'It is 12(b)(6), I am told by all.' }
	await callApi(updateQuestion, { as: as.member, params: { id }, body })
	await callApi(updateComment, { as: as.member, params: { id, commentId }, body: { body: 'Rather a 403(b).' } })
	expect([await kinds('frcp'), await kinds('401k')]).toEqual([[], []])
	expect([await kinds('12b6'), await kinds('403b')]).toEqual([['question'], ['answer']])
})

test('older entries are found after the index was rebuilt', async () => {
	await writeEverywhere('401(k)')
	for (const table of ['questions', 'question_comments'])
		await db().run(sql`update ${sql.raw(table)} set joined_words = ''`)
	for (const table of [libraryParts, clubParts]) {
		const rows = await db().select().from(table)
		await db().delete(table)
		await write(
			...rows.map((row) =>
				db()
					.insert(table)
					.values({ ...row, joinedWords: '', tags: row.tags.replaceAll(' h401k', '') }),
			),
		)
	}
	expect(await kinds('401k')).toEqual([])
	await db().update(searchState).set({ finishedAt: null, isListed: false, answersSeq: 0 })
	await indexAll()
	expect(await kinds('401k')).toEqual(ALL)
})

test('members are found by names and email addresses without punctuation, even after a change', async () => {
	const names = async (search: string) => {
		const { json } = await callApi(listUsers, { as: as.admin, query: { search } })
		return (json as Array<{ name: string }>).map(({ name }) => name)
	}
	const set = (name: string) =>
		db()
			.update(users)
			.set({ name })
			.where(eq(users.id, as.member.userId ?? ''))
	await set('J.D. Smith-Jones')
	expect([await names('jd smithjones'), await names('smith jones'), await names('J.D.')]).toEqual([
		['J.D. Smith-Jones'],
		['J.D. Smith-Jones'],
		['J.D. Smith-Jones'],
	])
	await set('Smithjones')
	expect([await names('smith-jones'), await names('jd')]).toEqual([['Smithjones'], []])
})
