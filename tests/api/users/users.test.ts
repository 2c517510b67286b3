import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { authSessions } from '#db/schema/auth.ts'
import { users } from '#db/schema/users.ts'
import { decideApplication } from '#src/features/applications/contract.ts'
import { getUser, login } from '#src/features/auth/contract.ts'
import { COMMON_PASSWORD, resetPassword } from '#src/features/auth/password-contract.ts'
import { createUser, deleteUser, listUsers, updateUser } from '#src/features/users/contract.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
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
const put = (id: string, body: Record<string, unknown>, as = admin) => callApi(updateUser, { as, params: { id }, body })
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
	test('returns the account, mails how to sign in and is audited', async () => {
		const reply = await callApi(createUser, {
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

	test('mails an admin a link to choose a password, and no password', async () => {
		const body = { name: 'Tomas Keller', email: 'tomas@club.example', role: 'admin', password: PASSWORD }
		expect(await callApi(createUser, { as: admin, body })).toMatchObject({ status: 201, json: { role: 'admin' } })
		const [mail, ...others] = await waitingMails()
		expect([mail?.template, mail?.data.password, others]).toEqual(['account-created', undefined, []])
		const newPassword = 'a lamp of my own choice'
		const token = mail?.data.token
		expect((await callApi(resetPassword, { body: { token, newPassword } })).status).toBe(204)
		const signIn = (password: string) => callApi(login, { body: { email: 'tomas@club.example', password } })
		expect((await signIn(PASSWORD)).status).toBe(401)
		expect((await signIn(newPassword)).json).toMatchObject({ role: 'admin' })
	})

	test('defaults to a regular role', async () => {
		expect(
			await callApi(createUser, { as: admin, body: { name: 'Tomas', email: 't@club.example', password: PASSWORD } }),
		).toMatchObject({ json: { role: 'user' } })
	})

	test('rejects a taken address and stores nothing', async () => {
		const reply = await callApi(createUser, {
			as: admin,
			body: { name: 'Ruth Two', email: 'RUTH@club.example', password: PASSWORD },
		})
		expect(reply).toMatchObject({ status: 409, text: 'Another account uses this email address' })
		expect(await waitingMails()).toEqual([])
		expect(await db().select().from(audit)).toEqual([])
	})

	test.each([
		[{ name: 'T' }, 'Name must be at least 2 characters'],
		[{ email: 'x' }, 'Invalid email address'],
		[{ password: '12345' }, 'Password must be at least 6 characters'],
		[{ password: '123456' }, COMMON_PASSWORD],
		[{ role: 'owner' }, 'Choose a role'],
	])('rejects %o', async (overrides, text) => {
		const body = { name: 'Tomas', email: 't@club.example', role: 'admin', password: PASSWORD, ...overrides }
		expect(await callApi(createUser, { as: admin, body })).toMatchObject({ status: 400, text })
	})
})

describe('editing', () => {
	test('changes name and address, and a new role or status ends the sessions and is audited', async () => {
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
	])('rejects %o', async (overrides, text) => {
		const row = await insertAccount()
		expect(await put(row.id, bodyOf(row, overrides))).toMatchObject({ status: 400, text })
	})

	test('keeps an undeliverable address, but does not accept it as a new one', async () => {
		const row = await insertAccount({ email: 'dana@firm.local' })
		expect(await put(row.id, bodyOf(row, { name: 'Dana W.' }))).toMatchObject({
			status: 200,
			json: { name: 'Dana W.', email: 'dana@firm.local' },
		})
		const { json } = await put(row.id, bodyOf(row, { email: 'dana@firm.example' }))
		expect(json).toMatchObject({ email: 'dana@firm.example' })
		expect(await put(row.id, bodyOf(row, { email: 'dana@firm.lan' }))).toMatchObject({
			status: 400,
			text: 'Email cannot reach an address that ends in .lan',
		})
	})

	test('rejects a taken address and an unknown account', async () => {
		const row = await insertAccount()
		expect(await put(row.id, bodyOf(row, { email: 'ruth@club.example' }))).toMatchObject({ status: 409 })
		expect(await put('nobody', bodyOf(row))).toMatchObject({ status: 404, text: 'User not found' })
		expect(await db().select().from(audit)).toEqual([])
	})

	test("does not undo another admin's decision from an older form", async () => {
		const row = await insertAccount({ name: 'Tomas Keller' })
		const seen = { version: row.version }
		expect(await put(row.id, bodyOf(row, { ...seen, status: 'inactive' }))).toMatchObject({ status: 200 })
		const entries = await db().select().from(audit)
		expect(await put(row.id, bodyOf(row, { ...seen, name: 'Tomas K.' }))).toMatchObject({
			status: 409,
			text: 'This account has changed since you opened it, so your edit was not saved.',
		})
		expect(await db().select().from(users).where(eq(users.id, row.id))).toMatchObject([
			{ name: 'Tomas Keller', status: 'inactive' },
		])
		expect(await db().select().from(audit)).toEqual(entries)
	})

	test('does not activate a pending or rejected application, which needs a decision instead', async () => {
		const row = await insertAccount({ status: 'inactive', applicationStatus: 'pending' })
		const text = 'This application is still pending. Approve or reject it under Applications.'
		expect(await put(row.id, bodyOf(row, { status: 'active' }))).toMatchObject({ status: 409, text })
		expect(await put(row.id, bodyOf(row, { name: 'Corrected' }))).toMatchObject({ status: 200 })
		await callApi(decideApplication, { as: admin, params: { userId: row.id }, body: { action: 'reject' } })
		expect(await put(row.id, bodyOf(row, { status: 'active' }))).toMatchObject({ status: 200 })
	})

	test("allows changing one's own name, but not one's own role or status, or deleting oneself", async () => {
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
	test('removes the account and its sessions; the audit entry stays', async () => {
		const row = await insertAccount({ name: 'Tomas Keller' })
		const session = await signedIn(row)
		expect((await callApi(deleteUser, { as: admin, params: { id: row.id } })).status).toBe(204)
		expect((await callApi(getUser, { as: session })).status).toBe(401)
		expect((await callApi(deleteUser, { as: admin, params: { id: row.id } })).status).toBe(404)
		expect(await db().select().from(audit)).toMatchObject([
			{ action: 'user.deleted', subjectName: 'Tomas Keller', actorName: 'Ruth Adeyemi' },
		])
		const reply = await callApi(listUsers, { as: admin, query: { search: 'tomas' } })
		expect([reply.json, reply.header('x-total-count')]).toEqual([[], '0'])
	})
})

describe('an admin', () => {
	test('always remains, even when all admins concurrently demote, deactivate and delete each other', async () => {
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
			// The admin outside of the race must not be the remaining one.
			await db().update(users).set({ role: 'user' }).where(eq(users.id, adminId))
			const replies = await Promise.all(acts.map((act) => act()))
			expect(replies.every(({ status }) => [200, 204, 401, 403, 404].includes(status))).toBe(true)
			expect(await adminsLeft()).toBeGreaterThanOrEqual(1)
			await db().delete(users).where(eq(users.role, 'admin'))
			await db().update(users).set({ role: 'admin' }).where(eq(users.id, adminId))
		}
	})

	test('who is demoted after the access check cannot change another account', async () => {
		const other = await insertAccount({ role: 'admin' })
		const { updateUser } = await import('#src/features/users/server/manage.ts')
		await db().update(users).set({ role: 'user' }).where(eq(users.id, adminId))
		const stale = {
			user: { id: adminId, name: 'Ruth', username: 'r', email: 'ruth@club.example', role: 'admin' },
		} as never
		const input = {
			params: { id: other.id },
			query: {},
			body: { name: 'Other', email: other.email, role: 'user', status: 'active' },
		} as never
		await expect(updateUser(input, stale)).rejects.toMatchObject({ status: 403 })
		expect(await adminsLeft()).toBe(1)
	})

	test('who is demoted while a password is hashed creates no account', async () => {
		const { createUser } = await import('#src/features/users/server/manage.ts')
		await db().update(users).set({ role: 'user' }).where(eq(users.id, adminId))
		const user = { id: adminId, name: 'Ruth', username: 'r', email: 'ruth@club.example', role: 'admin' }
		const stale = { user, authSession: { secondFactorAt: null } }
		const body = { name: 'Back Door', email: 'door@club.example', role: 'admin', password: PASSWORD }
		await expect(createUser({ params: {}, query: {}, body } as never, stale as never)).rejects.toMatchObject({
			status: 403,
		})
		expect(await db().select({ email: users.email }).from(users)).toEqual([{ email: 'ruth@club.example' }])
		expect(await waitingMails()).toEqual([])
		expect(await db().select().from(audit)).toEqual([])
	})

	test('who is demoted while the request arrives is rejected', async () => {
		const demote = () => db().update(users).set({ role: 'user' }).where(eq(users.id, adminId))
		const body = { name: 'Back Door', email: 'door@club.example', role: 'admin', password: PASSWORD }
		const reply = await callApi(createUser, { as: admin, body, beforeBody: demote })
		expect(reply).toMatchObject({ status: 401, text: 'Please sign in' })
		expect(await adminsLeft()).toBe(0)
	})
})
