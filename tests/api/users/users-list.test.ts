import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { users } from '#db/schema/users.ts'
import {
	deleteUser,
	exportUsers,
	getStats,
	listUsers,
	type UserFilters,
	updateUser,
} from '#src/features/users/contract.ts'
import { matchOf, usersStatement } from '#src/features/users/server/directory.ts'
import { newId } from '#src/lib/ids.ts'
import { csvValue } from '#src/platform/csv.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { planOf } from '#tests/support/api/plans.ts'
import { allPages } from '#tests/support/site/pages.ts'

let database: TestDatabase
let admin: Principal
beforeEach(async () => {
	database = await freshDatabase()
	admin = await signedIn(await insertAccount({ role: 'admin', name: 'Ruth Adeyemi', email: 'ruth@club.example' }))
})
afterEach(() => database.discard())

describe('the list', () => {
	beforeEach(async () => {
		// Inserted directly, because eight password hashes per test would take seconds.
		const insert = (name: string, username: string, email: string, status: 'active' | 'inactive' = 'active') => {
			const now = new Date()
			const known = { passwordHash: 'none', role: 'user', createdAt: now, updatedAt: now } as const
			return db()
				.insert(users)
				.values({ id: newId(), name, username, email, emailKey: email, status, ...known })
		}
		for (let i = 0; i < 7; i++)
			await insert(`Member ${i}`, `member.${i}`, `m${i}@office.example`, i % 2 ? 'inactive' : 'active')
		await insert('José Ángel Peña', 'jose', 'jose@pena.example')
	})
	const list = (query: Record<string, string> = {}) => callApi(listUsers, { as: admin, query })
	const names = async (query: Record<string, string> = {}) =>
		((await list(query)).json as Array<{ name: string }>).map(({ name }) => name)

	async function edit(name: string, change: Record<string, unknown>): Promise<string> {
		const [row] = await db().select().from(users).where(eq(users.name, name))
		const { id = '', email, role, status } = row ?? {}
		await callApi(updateUser, { as: admin, params: { id }, body: { name, email, role, status, ...change } })
		return id
	}

	test('is an array, newest first, with the total', async () => {
		const reply = await list()
		expect((reply.json as unknown[]).length).toBe(9)
		expect(reply.header('x-total-count')).toBe('9')
		expect((await names())[0]).toBe('José Ángel Peña')
	})

	test('pages through everything once, with and without a search', async () => {
		for (const filters of [{}, { search: 'member' }, { status: 'active' }] as Array<Record<string, string>>) {
			const seen: string[] = []
			let query: Record<string, string> = { ...filters, limit: '3' }
			for (let pages = 0; pages < 10; pages++) {
				const reply = await list(query)
				seen.push(...(reply.json as Array<{ id: string }>).map(({ id }) => id))
				const next = /<[^?]+\?([^>]+)>; rel="next"/.exec(reply.header('link') ?? '')?.[1]
				if (!next) break
				query = Object.fromEntries(new URLSearchParams(next))
			}
			expect(new Set(seen).size).toBe(seen.length)
			expect(String(seen.length)).toBe((await list(filters)).header('x-total-count'))
		}
	})

	test.each([
		[{ search: 'jose' }, ['José Ángel Peña']],
		[{ search: 'pena ange' }, ['José Ángel Peña']],
		[{ search: 'm3@office.example' }, ['Member 3']],
		[{ search: 'office', status: 'inactive' }, ['Member 5', 'Member 3', 'Member 1']],
		[{ search: 'ruth', role: 'user' }, []],
		[{ role: 'admin' }, ['Ruth Adeyemi']],
		[{ search: '"* OR facets:isadmin' }, []],
		[{ search: 'isadmin' }, []],
		[{ search: "'; --" }, null],
	])('%o finds %o', async (query, expected) => {
		const matching = await names(query as Record<string, string>)
		expect(matching).toEqual(expected ?? (await names()))
	})

	test('a search reflects a rename', async () => {
		await edit('Member 2', { name: 'Ines Calloway' })
		expect(await names({ search: 'calloway' })).toEqual(['Ines Calloway'])
		// The username does not change.
		expect(await names({ search: 'member.2' })).toEqual(['Ines Calloway'])
	})

	test('counts reflect every change', async () => {
		expect((await callApi(getStats, { as: admin })).json).toEqual({ totalUsers: 9, adminUsers: 1, regularUsers: 8 })
		const id = await edit('Member 2', { role: 'admin' })
		expect((await callApi(getStats, { as: admin })).json).toEqual({ totalUsers: 9, adminUsers: 2, regularUsers: 7 })
		await callApi(deleteUser, { as: admin, params: { id } })
		expect((await callApi(getStats, { as: admin })).json).toEqual({ totalUsers: 8, adminUsers: 1, regularUsers: 7 })
		expect((await list({ role: 'user' })).header('x-total-count')).toBe('7')
	})

	const everyFilter: UserFilters[] = [
		...[{}, { role: 'admin' as const }, { status: 'inactive' as const }, { status: 'invited' as const }],
		{ role: 'user', status: 'active' },
	]
	const everyOrder = ([undefined, 'joined', 'seen'] as const).flatMap((sort) =>
		(['asc', 'desc'] as const).map((order) => ({ sort, order })),
	)
	test.each(everyFilter.flatMap((filters) => everyOrder.map((by) => [filters, by] as const)))(
		'with %o by %o uses an index in its order',
		async (filters, by) => {
			const after = by.sort ? ([5, 'x'] as const) : (['x'] as const)
			for (const from of [after, ...(by.sort || Object.keys(filters).length > 0 ? [undefined] : [])]) {
				const steps = (await planOf(usersStatement(filters, from, 50, by))).join('\n')
				expect(steps).toMatch(/(SEARCH|SCAN) users USING INDEX/)
				expect(steps).not.toContain('TEMP B-TREE')
				if (from) expect(steps).not.toContain('SCAN')
			}
		},
	)

	test('sorts by last activity in both directions, page by page, including in a search', async () => {
		const rows = await db().select().from(users).orderBy(users.id)
		for (const [at, row] of rows.entries())
			if (at % 3 > 0)
				await db()
					.update(users)
					.set({ lastSeenAt: new Date(1_900_000_000_000 + ((at * 7) % 5) * 60_000) })
					.where(eq(users.id, row.id))
		const expected = (await db().select().from(users))
			.sort((a, b) => a.lastSeenAt.getTime() - b.lastSeenAt.getTime() || (a.id < b.id ? -1 : 1))
			.map(({ name }) => name)
		for (const [filters, kept] of [
			[{}, expected],
			[{ search: 'member' }, expected.filter((name) => name.startsWith('Member'))],
		] as const)
			for (const order of ['asc', 'desc']) {
				const query = { ...filters, sort: 'seen', order, limit: '2' }
				const found = await allPages<{ name: string }>(listUsers, { as: admin, query })
				const seen = found.map(({ name }) => name)
				expect(seen).toEqual(order === 'asc' ? kept : [...kept].reverse())
			}
		const [never] = (await list({ sort: 'seen', order: 'asc' })).json as Array<{ lastSeenAt: string | null }>
		expect(never?.lastSeenAt).toBeNull()
	})

	test('starts with the oldest member on request', async () => {
		expect((await names({ sort: 'joined', order: 'asc', limit: '2' }))[0]).toBe('Ruth Adeyemi')
		expect(await names({ search: 'member', order: 'asc', limit: '2' })).toEqual(['Member 0', 'Member 1'])
	})

	test.each<Record<string, string>>([
		{ limit: '0' },
		{ limit: '101' },
		{ limit: 'x' },
		{ role: 'owner' },
		{ status: 'x' },
		{ sort: 'name' },
		{ order: 'up' },
		{ search: 'x'.repeat(201) },
	])('rejects %o', async (query) => {
		expect((await list(query)).status).toBe(400)
	})
})

describe('export', () => {
	test.each([
		['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
		['+1 555', `"'+1 555"`],
		['-2', `"'-2"`],
		['@SUM(A1)', `"'@SUM(A1)"`],
		[' =1', `"' =1"`],
		['\t=1', `"'\t=1"`],
		['＝1', `"'＝1"`],
		['plain, with "quotes"', `"plain, with ""quotes"""`],
		['', '""'],
		[null, '""'],
	])('%j becomes %s', (value, expected) => {
		expect(csvValue(value)).toBe(expected)
	})

	test('downloads every account', async () => {
		for (let i = 0; i < 3; i++) await insertAccount({ name: `=cmd|' /C calc'!A${i}` })
		const reply = await callApi(exportUsers, { as: admin })
		expect(reply.status).toBe(200)
		expect(reply.header('content-type')).toBe('text/csv; charset=utf-8')
		expect(reply.header('content-disposition')).toMatch(/^attachment; filename="members-\d{4}-\d\d-\d\d\.csv"$/)
		expect(reply.header('cache-control')).toBe('private, no-store')
		const { text } = reply
		const lines = text.trimEnd().split('\r\n')
		expect(lines).toHaveLength(5)
		expect(lines[0]).toMatch(/^\uFEFF"Name","Username","Email"/)
		expect(lines[1]).toMatch(/^"'=cmd/)
		expect(text).not.toContain('argon2')
	})
})

test('search terms are quoted', () => {
	expect(matchOf({ search: 'a" OR b', role: 'admin' })).toBe(
		'{name username email}:("a"* AND "OR"* AND "b"*) AND facets:isadmin',
	)
	expect(matchOf({ search: ' -- ' })).toBeUndefined()
})
