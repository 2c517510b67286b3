import { expect, test } from 'vitest'
import { enroll } from '#src/features/courses/contract.ts'
import { suggest } from '#src/features/search/contract.ts'
import { callApi, type Principal } from '#tests/support/api/api.ts'
import { as, found, hits, indexAll, part, setUpSearch, teach, urls } from '#tests/support/search.ts'

setUpSearch()

const held = async (texts: readonly string[]) => {
	const { id } = await teach({ title: 'Later' })
	for (const [n, content] of texts.entries())
		await part(id, { title: `To come ${n}`, content: `<p>${content}</p>`, availableAfterDays: 30 })
	return id
}

test('spelling corrections ignore modules that the caller cannot open', async () => {
	const open = await teach({ title: 'Open' })
	await part(open.id, { title: 'Fees', content: '<p>A word about forbearance in practice, and nothing else.</p>' })
	await indexAll()
	const before = (await found('forbearanse', as.member)).corrected
	expect(before).toEqual([{ query: 'forbearance', from: 'forbearanse', to: 'forbearance' }])
	await held(['Our client Forbearanse was acquitted in May.'])
	await indexAll()
	expect((await found('forbearanse', as.member)).corrected).toEqual(before)
	expect((await found('forbearanse practice', as.member)).corrected).toHaveLength(1)
	// Permitted callers find the word.
	const all = await found('forbearanse', as.admin)
	expect([all.corrected, all.groups[0]?.hits.length]).toEqual([null, 1])
})

test('words of an open member-only module are not corrected', async () => {
	const open = await teach({ title: 'Open' })
	await part(open.id, { title: 'Fees', content: '<p>A word about forbearance in practice, and nothing else.</p>' })
	const club = await teach({ title: 'For members', membersOnly: true })
	await part(club.id, { title: 'Names', content: '<p>What Forbearanse wrote about it.</p>' })
	await held(['Forbearanse once more.'])
	await indexAll()
	expect((await found('forbearanse', as.member)).corrected).toBeNull()
})

test('any amount of locked content does not displace open hits', async () => {
	const open = await teach({ title: 'Open', membersOnly: true })
	await part(open.id, { title: 'Fees', content: '<p>A word about estoppel in practice.</p>' })
	const later = await held(Array.from({ length: 205 }, (_, n) => `All about estoppel, part ${n}.`))
	await indexAll()
	expect(await urls('estoppel', as.member)).toHaveLength(1)
	expect(await hits('estoppel', as.member, { in: 'courses' })).toHaveLength(1)
	// Enrollment does not unlock the content.
	await callApi(enroll, { as: as.member, params: { id: later } })
	expect(await hits('estoppel', as.member, { in: 'courses' })).toHaveLength(1)
	expect(await hits('estoppel', as.admin, { in: 'courses' })).toHaveLength(20)
}, 60_000)

test('locked titles do not displace open ones', async () => {
	const open = await teach({ title: 'Open', membersOnly: true })
	await part(open.id, { title: 'To come and to stay', content: '<p>A word about fees in practice.</p>' })
	// The titles of these modules would rank first.
	await held(Array.from({ length: 20 }, () => 'A word about estoppel.'))
	await indexAll()
	const titles = async (who: Principal) =>
		((await callApi(suggest, { as: who, query: { q: 'to come' } })).json as Array<{ title: string }>).map(
			({ title }) => title,
		)
	expect(await titles(as.member)).toEqual(['To come and to stay'])
	expect(await titles(as.admin)).toHaveLength(8)
	expect(await titles(as.visitor)).toEqual([])
})
