import { describe, expect, test } from 'vitest'
import { deleteQuestion, type QuestionSummary, updateQuestion } from '#src/features/questions/contract.ts'
import { sealCursor } from '#src/platform/endpoint/paging.ts'
import { callApi } from '#tests/support/api/api.ts'
import {
	admin,
	ask,
	BODY,
	comment,
	family,
	intake,
	list,
	member,
	practice,
	setUpForum,
	titles,
} from '#tests/support/forum.ts'

setUpForum()

describe('the list', () => {
	test('is newest first, with cursor pagination, a total and a next link', async () => {
		for (const name of ['one', 'two', 'three', 'four', 'five']) await ask(`Question number ${name}`)
		const first = await list({ limit: '2' })
		expect(titles(first)).toEqual(['Question number five', 'Question number four'])
		expect(first.header('x-total-count')).toBe('5')
		const cursor = sealCursor([(first.json as QuestionSummary[]).at(-1)?.id ?? ''])
		expect(first.header('link')).toBe(`</api/questions?limit=2&cursor=${cursor}>; rel="next"`)
		const last = await list({ limit: '3', cursor })
		expect(titles(last)).toEqual(['Question number three', 'Question number two', 'Question number one'])
		expect(last.header('link')).toBeUndefined()
	})

	test("of a parent category includes its children's questions, and of a child only its own", async () => {
		await ask('A question about intake')
		await ask('A question about practice', { categoryId: practice.id })
		await ask('A question about custody', { categoryId: family.id })
		expect(titles(await list({ category: practice.id }))).toEqual([
			'A question about custody',
			'A question about practice',
		])
		expect((await list({ category: practice.id })).header('x-total-count')).toBe('2')
		expect(titles(await list({ category: family.id }))).toEqual(['A question about custody'])
		expect(titles(await list({ category: 'nobody' }))).toEqual([])
		expect((await list({})).header('x-total-count')).toBe('3')
	})

	test('has an excerpt of the body and the comment count', async () => {
		const id = await ask('A question with a long body', { body: `${'word '.repeat(100)}end` })
		await comment(id, 'A first comment')
		const [row] = (await list({})).json as QuestionSummary[]
		expect(row?.preview).toHaveLength(280)
		expect(row).toMatchObject({ commentCount: 1, isLocked: false, author: { username: 'dana.whitfield' } })
	})

	test('rejects a limit beyond 100', async () => {
		expect((await list({ limit: '101' })).status).toBe(400)
	})
})

describe('search', () => {
	test('finds all words in title and body, ranks titles higher and highlights them', async () => {
		await ask('Something else altogether', { body: 'Nobody here talks about what you are looking for.' })
		await ask('Where do you keep papers?', { body: 'I lost an engagement letter twice this year already.' })
		await ask('The engagement letter, revisited', { body: 'Which clauses do you never leave out of yours?' })
		const reply = await list({ search: 'letter engagement' })
		expect(titles(reply)).toEqual(['The engagement letter, revisited', 'Where do you keep papers?'])
		expect(reply.header('x-total-count')).toBe('2')
		const [best, second] = reply.json as QuestionSummary[]
		expect(best?.titleMarks.map(([from, to]) => best.title.slice(from, to))).toEqual(['engagement', 'letter'])
		expect(second?.previewMarks.map(([from, to]) => second.preview.slice(from, to))).toEqual(['engagement', 'letter'])
	})

	test('matches an unfinished last word, inflected forms and missing accents', async () => {
		await ask('Billing a client in instalments', { body: 'Résumé of what I learned about billing in small steps.' })
		for (const search of ['bill', 'billed', 'instal', 'resume', 'BILLING client'])
			expect(titles(await list({ search })), search).toEqual(['Billing a client in instalments'])
		expect(titles(await list({ search: 'client retainer' }))).toEqual([])
	})

	test.each([
		'"',
		'a"b',
		"o'brien",
		'title:retainer',
		'NEAR(a b)',
		'retainer OR x',
		'retainer -zebra',
		'* ^ ( )',
		'x* AND',
		'{title}',
		'\\',
		';--',
		'%',
		'???',
	])('treats %s as words, never as operators', async (search) => {
		await ask('What is a fair retainer?', { body: 'And how do you say it on the first call, plainly?' })
		const reply = await list({ search })
		expect(reply.status, reply.text).toBe(200)
		// As operators (OR, minus, prefix) these would match, but not all of them occur as words.
		expect(titles(reply)).toEqual([])
	})

	test('respects the category and follows edits and deletions', async () => {
		await ask('Retainers in general, please')
		const id = await ask('Retainers in family law', { categoryId: family.id })
		expect(titles(await list({ search: 'retainer', category: practice.id }))).toEqual(['Retainers in family law'])
		expect(titles(await list({ search: 'retainer', category: family.id }))).toEqual(['Retainers in family law'])
		await callApi(updateQuestion, {
			as: member,
			params: { id },
			body: { title: 'Deposits in general', body: BODY, categoryId: intake.id },
		})
		expect(titles(await list({ search: 'deposit', category: intake.id }))).toEqual(['Deposits in general'])
		expect(titles(await list({ search: 'retainer', category: practice.id }))).toEqual([])
		expect((await list({ category: family.id })).header('x-total-count')).toBe('0')
		await callApi(deleteQuestion, { as: admin, params: { id } })
		expect(titles(await list({ search: 'deposit' }))).toEqual([])
	})

	test.each(['nobody', 'x" OR "g', '")', '"'])(
		'treats %s as an unknown category, never as operators',
		async (category) => {
			await ask('Retainers in general, please')
			const reply = await list({ search: 'retainer', category })
			expect([reply.status, titles(reply), reply.header('x-total-count')]).toEqual([200, [], '0'])
		},
	)

	test('pages through its ranking', async () => {
		for (let i = 0; i < 5; i++) await ask(`Trust account question ${i}`)
		const first = await list({ search: 'trust account', limit: '3' })
		expect(first.header('x-total-count')).toBe('5')
		const cursor = sealCursor([(first.json as QuestionSummary[]).at(-1)?.id ?? ''])
		const rest = await list({ search: 'trust account', limit: '3', cursor })
		expect(new Set([...titles(first), ...titles(rest)]).size).toBe(5)
		expect(rest.header('link')).toBeUndefined()
	})
})
