import { expect, test } from 'vitest'
import { exportUsers, getUserCounts, listUsers, type User, type UserCounts } from '#src/features/users/contract.ts'
import { addDays } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { STANDINGS } from '#src/lib/dues/standing.ts'
import { setSite } from '#src/lib/site/site.ts'
import { callApi, insertAccount } from '#tests/support/api/api.ts'
import { admin, memberIn, setMembership, setUpDues } from '#tests/support/dues.ts'

setUpDues()

const list = async (query: Record<string, string> = {}) => {
	const reply = await callApi(listUsers, { as: admin, query })
	expect(reply.status, reply.text).toBe(200)
	return { people: reply.json as User[], total: Number(reply.header('x-total-count')) }
}
const counts = async () => (await callApi(getUserCounts, { as: admin })).json as UserCounts

test('the list of members shows standings and can be filtered by each of them', async () => {
	const ids = new Map<string, string>()
	for (const standing of STANDINGS) ids.set((await memberIn(standing)).id, standing)
	const free = await insertAccount({ name: 'Nothing Asked' })
	// An admin owes no dues, even with a lapsed membership.
	await setMembership(admin.userId ?? '', { paidThrough: addDays(clubDay(), -100) })
	const { people } = await list()
	for (const { id, standing } of people) expect(standing).toBe(ids.get(id) ?? null)
	for (const [id, standing] of ids) {
		const filtered = await list({ standing })
		expect([filtered.people.map((one) => one.id), filtered.total]).toEqual([[id], 1])
	}
	expect((await list({ standing: 'none' })).people.map(({ id }) => id)).toEqual([free.id])
	const none = Object.fromEntries(STANDINGS.map((standing) => [standing, 1]))
	expect((await counts()).standings).toEqual({ ...none, none: 1 })
})

test('the filter by standing works with pages, search and other filters', async () => {
	const lapsed = [await memberIn('lapsed'), await memberIn('lapsed'), await memberIn('lapsed')]
	await memberIn('current')
	const first = await callApi(listUsers, { as: admin, query: { standing: 'lapsed', limit: '2' } })
	expect(first.header('x-total-count')).toBe('3')
	const next = /<[^?]+\?([^>]+)>; rel="next"/.exec(first.header('link') ?? '')?.[1]
	const second = await list(Object.fromEntries(new URLSearchParams(next)))
	const filtered = [...(first.json as User[]), ...second.people].map(({ id }) => id)
	expect(filtered.toSorted()).toEqual(lapsed.map(({ id }) => id).toSorted())
	const search = lapsed[0]?.email.split('@')[0] ?? ''
	expect((await list({ standing: 'lapsed', search })).people.map(({ id }) => id)).toEqual([lapsed[0]?.id])
	expect((await list({ standing: 'current', search })).people).toEqual([])
	expect((await list({ standing: 'lapsed', sort: 'seen', status: 'active' })).total).toBe(3)
})

test('the export contains the standing', async () => {
	await memberIn('grace')
	const [head, ...lines] = (await callApi(exportUsers, { as: admin })).text.split('\r\n')
	expect(head).toMatch(/,"Standing"$/)
	expect(lines.some((line) => line.endsWith(',"Late"'))).toBe(true)
})

test('a club that collects no dues has no standings', async () => {
	await memberIn('lapsed')
	setSite({})
	const { people } = await list({ standing: 'current' })
	expect(people).toHaveLength(2)
	for (const person of people) expect(person).not.toHaveProperty('standing')
	expect(await counts()).not.toHaveProperty('standings')
	expect((await callApi(exportUsers, { as: admin })).text).not.toContain('Standing')
})
