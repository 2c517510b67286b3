import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit, authSessions, users } from '#db/schema/index.ts'
import { getUser, login } from '#src/features/auth/contract.ts'
import { COMMON_PASSWORD } from '#src/features/auth/password-contract.ts'
import { addUser, deleteUser, editUser, getStats, listUsers } from '#src/features/users/contract.ts'
import { matchOf, usersQuery } from '#src/features/users/server/directory.ts'
import { csvValue, usersCsv } from '#src/features/users/server/export.ts'
import { newId } from '#src/lib/ids.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { waitingMails } from '#tests/support/mail.ts'

let database: TestDatabase
let admin: Principal
let adminId: string
beforeEach(async () => {
	database = await freshDatabase()
	const row = await insertAccount({ role: 'admin', name: 'Ruth Adeyemi', email: 'ruth@club.example' })
	adminId = row.id
	admin = await signedIn(row)
})
afterEach(() => database.discard())

const PASSWORD = 'oak table by the window'
const put = (id: string, body: Record<string, unknown>, as = admin) => callApi(editUser, { as, params: { id }, body })
const bodyOf = (row: { name: string; email: string; role: string; status: string }, more = {}) => ({
	name: row.name,
	email: row.email,
	role: row.role,
	status: row.status,
	...more,
})
const adminsLeft = async () =>
	(await db().select().from(users).where(eq(users.role, 'admin'))).filter(({ status }) => status === 'active').length

describe('adding', () => {
	test('answers the account, mails how to sign in, and is audited', async () => {
		const reply = await callApi(addUser, {
			as: admin,
			body: { name: 'Tomas Keller', email: 'tomas@club.example', role: 'regular', password: PASSWORD },
		})
		expect(reply).toMatchObject({
			status: 201,
			json: { name: 'Tomas Keller', username: 'tomas.keller', role: 'user', status: 'active' },
		})
		expect(reply.text).not.toMatch(/argon2|password/i)
		expect(await waitingMails()).toMatchObject([
			{
				to: 'tomas@club.example',
				template: 'account-created',
				data: { email: 'tomas@club.example', password: PASSWORD },
			},
		])
		expect(await db().select().from(audit)).toMatchObject([
			{ action: 'user.added', actorId: adminId, subjectName: 'Tomas Keller' },
		])
		expect((await callApi(login, { body: { email: 'tomas@club.example', password: PASSWORD } })).status).toBe(200)
	})

	test('a role that is not said is a regular one', async () => {
		expect(
			await callApi(addUser, { as: admin, body: { name: 'Tomas', email: 't@club.example', password: PASSWORD } }),
		).toMatchObject({ json: { role: 'user' } })
	})

	test('a taken address is refused and leaves nothing behind', async () => {
		const reply = await callApi(addUser, {
			as: admin,
			body: { name: 'Ruth Two', email: 'RUTH@club.example', password: PASSWORD },
		})
		expect(reply).toMatchObject({ status: 409, text: 'Another account uses this e-mail address' })
		expect(await waitingMails()).toEqual([])
		expect(await db().select().from(audit)).toEqual([])
	})

	test.each([
		[{ name: 'T' }, 'Name must be at least 2 characters'],
		[{ email: 'x' }, 'Invalid email address'],
		[{ password: '12345' }, 'Password must be at least 6 characters'],
		[{ password: '123456' }, COMMON_PASSWORD],
		[{ role: 'owner' }, 'Choose a role'],
	])('refuses %o', async (overrides, text) => {
		const body = { name: 'Tomas', email: 't@club.example', role: 'admin', password: PASSWORD, ...overrides }
		expect(await callApi(addUser, { as: admin, body })).toMatchObject({ status: 400, text })
	})
})

describe('editing', () => {
	test('changes name and address; a new role or status ends the sessions and is audited', async () => {
		const row = await insertAccount({ name: 'Tomas Keller' })
		const session = await signedIn(row)
		expect(await put(row.id, bodyOf(row, { name: 'Tomas K.', email: 'new@club.example' }))).toMatchObject({
			status: 200,
			json: { name: 'Tomas K.', email: 'new@club.example' },
		})
		expect((await callApi(getUser, { as: session })).status).toBe(200)
		expect(
			await put(row.id, { name: 'Tomas K.', email: 'new@club.example', role: 'admin', status: 'active' }),
		).toMatchObject({ status: 200, json: { role: 'admin' } })
		expect((await callApi(getUser, { as: session })).status).toBe(401)
		expect(await db().select().from(authSessions).where(eq(authSessions.userId, row.id))).toHaveLength(0)
		await put(row.id, { name: 'Tomas K.', email: 'new@club.example', role: 'admin', status: 'inactive' })
		const entries = await db().select().from(audit).orderBy(audit.id)
		expect(entries.map(({ action, detail }) => [action, JSON.parse(detail)])).toEqual([
			['user.edited', { name: ['Tomas Keller', 'Tomas K.'], email: 'changed' }],
			['user.role', { role: ['user', 'admin'] }],
			['user.status', { status: ['active', 'inactive'] }],
		])
	})

	test.each([
		[{ name: 'T' }, 'Name must be at least 2 characters'],
		[{ email: 'x' }, 'Please enter a valid email'],
		[{ role: 'owner' }, 'Choose a role'],
		[{ status: 'asleep' }, 'Choose a status'],
	])('refuses %o', async (overrides, text) => {
		const row = await insertAccount()
		expect(await put(row.id, bodyOf(row, overrides))).toMatchObject({ status: 400, text })
	})

	test('refuses a taken address and an unknown account', async () => {
		const row = await insertAccount()
		expect(await put(row.id, bodyOf(row, { email: 'ruth@club.example' }))).toMatchObject({ status: 409 })
		expect(await put('nobody', bodyOf(row))).toMatchObject({ status: 404, text: 'User not found' })
		expect(await db().select().from(audit)).toEqual([])
	})

	test('nobody changes their own role or status, or deletes themselves; their own name they may', async () => {
		await insertAccount({ role: 'admin' })
		const own = { name: 'Ruth Adeyemi', email: 'ruth@club.example', role: 'admin', status: 'active' }
		expect(await put(adminId, { ...own, role: 'user' })).toMatchObject({
			status: 403,
			text: 'You cannot change your own role or status',
		})
		expect(await put(adminId, { ...own, status: 'inactive' })).toMatchObject({ status: 403 })
		expect(await put(adminId, { ...own, name: 'Ruth A.' })).toMatchObject({
			status: 200,
			json: { name: 'Ruth A.', role: 'admin' },
		})
		expect(await callApi(deleteUser, { as: admin, params: { id: adminId } })).toMatchObject({
			status: 403,
			text: 'You cannot delete your own account',
		})
	})
})

describe('deleting', () => {
	test('takes the account and its sessions; the audit entry stays', async () => {
		const row = await insertAccount({ name: 'Tomas Keller' })
		const session = await signedIn(row)
		expect((await callApi(deleteUser, { as: admin, params: { id: row.id } })).status).toBe(204)
		expect((await callApi(getUser, { as: session })).status).toBe(401)
		expect((await callApi(deleteUser, { as: admin, params: { id: row.id } })).status).toBe(404)
		expect(await db().select().from(audit)).toMatchObject([
			{ action: 'user.deleted', subjectName: 'Tomas Keller', actorName: 'Ruth Adeyemi' },
		])
		const found = await callApi(listUsers, { as: admin, query: { search: 'tomas' } })
		expect([found.json, found.header('x-total-count')]).toEqual([[], '0'])
	})
})

describe('one active admin', () => {
	test('remains when all admins demote, deactivate and delete each other at once', async () => {
		for (let round = 0; round < 5; round++) {
			const rows = await Promise.all(Array.from({ length: 6 }, () => insertAccount({ role: 'admin' })))
			const principals = await Promise.all(rows.map((row) => signedIn(row)))
			const acts = rows.flatMap((target, to) =>
				principals.flatMap((as, from) => {
					if (to === from) return []
					if ((to + from) % 3 === 0) return [() => callApi(deleteUser, { as, params: { id: target.id } })]
					return [
						() => put(target.id, bodyOf(target, (to + from) % 3 === 1 ? { role: 'user' } : { status: 'inactive' }), as),
					]
				}),
			)
			// The one from outside takes no part, so it must not be what keeps the rule.
			await db().update(users).set({ role: 'user' }).where(eq(users.id, adminId))
			const replies = await Promise.all(acts.map((act) => act()))
			expect(replies.every(({ status }) => [200, 204, 401, 403, 404].includes(status))).toBe(true)
			expect(await adminsLeft()).toBeGreaterThanOrEqual(1)
			await db().delete(users).where(eq(users.role, 'admin'))
			await db().update(users).set({ role: 'admin' }).where(eq(users.id, adminId))
		}
	})

	test('whoever was demoted a moment ago cannot act any more, even past the guard', async () => {
		const other = await insertAccount({ role: 'admin' })
		const { edit } = await import('#src/features/users/server/manage.ts')
		await db().update(users).set({ role: 'user' }).where(eq(users.id, adminId))
		const stale = {
			user: { id: adminId, name: 'Ruth', username: 'r', email: 'ruth@club.example', role: 'admin' },
		} as never
		const input = {
			params: { id: other.id },
			query: {},
			body: { name: 'Other', email: other.email, role: 'user', status: 'active' },
		} as never
		await expect(edit(input, stale)).rejects.toMatchObject({ status: 403 })
		expect(await adminsLeft()).toBe(1)
	})

	test('whoever is demoted while a new password is hashed leaves no account behind', async () => {
		const { add } = await import('#src/features/users/server/manage.ts')
		await db().update(users).set({ role: 'user' }).where(eq(users.id, adminId))
		const stale = { user: { id: adminId, name: 'Ruth', username: 'r', email: 'ruth@club.example', role: 'admin' } }
		const body = { name: 'Back Door', email: 'door@club.example', role: 'admin', password: PASSWORD }
		await expect(add({ params: {}, query: {}, body } as never, stale as never)).rejects.toMatchObject({ status: 403 })
		expect(await db().select({ email: users.email }).from(users)).toEqual([{ email: 'ruth@club.example' }])
		expect(await waitingMails()).toEqual([])
		expect(await db().select().from(audit)).toEqual([])
	})

	test('whoever is demoted while their request is on its way is refused', async () => {
		const demote = () => db().update(users).set({ role: 'user' }).where(eq(users.id, adminId))
		const body = { name: 'Back Door', email: 'door@club.example', role: 'admin', password: PASSWORD }
		const reply = await callApi(addUser, { as: admin, body, beforeBody: demote })
		expect(reply).toMatchObject({ status: 401, text: 'Please sign in' })
		expect(await adminsLeft()).toBe(0)
	})
})

describe('the list', () => {
	beforeEach(async () => {
		// Straight into the table: eight passwords a test would take seconds.
		// Each a millisecond of its own: two ids of one millisecond have no order.
		let at = Date.now()
		const insert = (name: string, username: string, email: string, status: 'active' | 'inactive' = 'active') => {
			const now = new Date()
			const known = { passwordHash: 'none', role: 'user', createdAt: now, updatedAt: now } as const
			return db()
				.insert(users)
				.values({ id: newId(++at), name, username, email, emailKey: email, status, ...known })
		}
		for (let i = 0; i < 7; i++)
			await insert(`Member ${i}`, `member.${i}`, `m${i}@office.example`, i % 2 ? 'inactive' : 'active')
		await insert('José Ángel Peña', 'jose', 'jose@pena.example')
	})
	const list = (query: Record<string, string> = {}) => callApi(listUsers, { as: admin, query })
	const names = async (query: Record<string, string> = {}) =>
		((await list(query)).json as Array<{ name: string }>).map(({ name }) => name)

	test('is an array, newest first, with the number of all', async () => {
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
		const found = await names(query as Record<string, string>)
		expect(found).toEqual(expected ?? (await names()))
	})

	test('a search follows a change of name', async () => {
		const [row] = await db().select().from(users).where(eq(users.name, 'Member 2'))
		await put(row?.id ?? '', bodyOf(row as never, { name: 'Ines Calloway' }))
		expect(await names({ search: 'calloway' })).toEqual(['Ines Calloway'])
		// The username stays.
		expect(await names({ search: 'member.2' })).toEqual(['Ines Calloway'])
	})

	test('counts follow every change', async () => {
		expect((await callApi(getStats, { as: admin })).json).toEqual({ totalUsers: 9, adminUsers: 1, regularUsers: 8 })
		const [row] = await db().select().from(users).where(eq(users.name, 'Member 2'))
		await put(row?.id ?? '', bodyOf(row as never, { role: 'admin' }))
		expect((await callApi(getStats, { as: admin })).json).toEqual({ totalUsers: 9, adminUsers: 2, regularUsers: 7 })
		await callApi(deleteUser, { as: admin, params: { id: row?.id ?? '' } })
		expect((await callApi(getStats, { as: admin })).json).toEqual({ totalUsers: 8, adminUsers: 1, regularUsers: 7 })
		expect((await list({ role: 'user' })).header('x-total-count')).toBe('7')
	})

	test.each([{}, { role: 'admin' }, { status: 'inactive' }, { role: 'user', status: 'active' }])(
		'with %o is read by an index',
		async (filters) => {
			const { sql, params } = usersQuery(filters, 'x', 50).toSQL()
			const plan = await database.client.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args: params as string[] })
			const steps = plan.rows.map((row) => String(row.detail)).join('\n')
			expect(steps).toMatch(/SEARCH users USING INDEX/)
			expect(steps).not.toMatch(/TEMP B-TREE|SCAN/)
		},
	)

	test.each<Record<string, string>>([
		{ limit: '0' },
		{ limit: '101' },
		{ limit: 'x' },
		{ role: 'owner' },
		{ status: 'x' },
		{ search: 'x'.repeat(201) },
	])('refuses %o', async (query) => {
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

	test('has every account, in pieces', async () => {
		for (let i = 0; i < 3; i++) await insertAccount({ name: `=cmd|' /C calc'!A${i}` })
		let text = ''
		for await (const part of usersCsv()) text += part
		const lines = text.trimEnd().split('\r\n')
		expect(lines).toHaveLength(5)
		expect(lines[0]).toMatch(/^\uFEFF"Name","Username","Email"/)
		expect(lines[1]).toMatch(/^"'=cmd/)
		expect(text).not.toContain('argon2')
	})
})

test('words of a search are quoted', () => {
	expect(matchOf({ search: 'a" OR b', role: 'admin' })).toBe(
		'{name username email}:("a"* AND "OR"* AND "b"*) AND facets:isadmin',
	)
	expect(matchOf({ search: ' -- ' })).toBeUndefined()
})
