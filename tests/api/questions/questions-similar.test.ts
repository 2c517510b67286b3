import { expect, test } from 'vitest'
import { deleteQuestion, similarQuestions } from '#src/features/questions/contract.ts'
import { comparedWords } from '#src/features/questions/server/similar.ts'
import { callApi } from '#tests/support/api/api.ts'
import { admin, ask, comment, member, setUpForum } from '#tests/support/forum.ts'

setUpForum()

const similar = async (title: string) => {
	const reply = await callApi(similarQuestions, { as: member, query: { title } })
	expect(reply.status, reply.text).toBe(200)
	return reply.json as { id: string; title: string; commentCount: number }[]
}
const titles = async (title: string) => (await similar(title)).map((question) => question.title)

test('returns three questions that share the most distinctive words of the title, in any form', async () => {
	await ask('Which retainer do you ask for?')
	await ask('Retainers for flat fee criminal work')
	const best = await ask('A flat fee retainer in criminal cases')
	await ask('Flat fees, and how you raise them')
	await ask('Who answers the telephone in criminal court?')
	await comment(best, 'I take half of it ahead.')
	expect(await similar('Flat fee retainers for criminal work?')).toMatchObject([
		{ title: 'Retainers for flat fee criminal work', commentCount: 0 },
		{ id: best, title: 'A flat fee retainer in criminal cases', commentCount: 1 },
		{ title: 'Flat fees, and how you raise them' },
	])
})

test('words of the body do not count, and one shared word is not enough', async () => {
	await ask('What else do you write down?', { body: 'An engagement letter, or a termination letter, or both?' })
	await ask('The engagement after the first call')
	expect(await titles('An engagement letter for a new client')).toEqual([])
	expect(await titles('Engagement letters after the first call')).toEqual(['The engagement after the first call'])
})

test('a deleted question is not suggested', async () => {
	const id = await ask('A trust account at two banks')
	expect(await titles('Two banks for one trust account')).toHaveLength(1)
	await callApi(deleteQuestion, { as: admin, params: { id } })
	expect(await titles('Two banks for one trust account')).toEqual([])
})

test.each([
	'',
	'how do you',
	'retainer',
	'" OR title:x',
	'NEAR(a b) * ^ {title}',
	"'; drop table questions",
	'( ) AND OR',
])('%j is neither treated as an operator nor enough to match', async (title) => {
	await ask('Which retainer do you ask for?')
	expect(await titles(title)).toEqual([])
})

test('a title beyond 200 characters is refused', async () => {
	expect((await callApi(similarQuestions, { as: member, query: { title: 'x'.repeat(201) } })).status).toBe(400)
})

test('the longest distinctive words are compared, each once', () => {
	expect(comparedWords('How do you bill a client who will not pay the bill?')).toEqual(['client', 'bill', 'pay'])
	expect(comparedWords('one two three four five six seven eight nine')).toHaveLength(6)
})
