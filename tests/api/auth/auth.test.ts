import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { authSessions } from '#db/schema/auth.ts'
import { type UserRow, users } from '#db/schema/users.ts'
import { getCsrfToken, getUser, login, logout } from '#src/features/auth/contract.ts'
import { openAuthSession } from '#src/features/auth/server/auth-sessions.ts'
import { SessionRefusedError } from '#src/features/auth/server/lucia.ts'
import { updatePreferences } from '#src/features/notifications/contract.ts'
import { ANOTHER_USER } from '#src/lib/api/csrf.ts'
import { callApi, insertAccount, type Principal, signedIn, TEST_PASSWORD, visitor } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { allRows } from '#tests/support/api/tables.ts'

let database: TestDatabase
beforeEach(async () => {
	database = await freshDatabase()
})
afterEach(() => database.discard())

const attempt = (email: string, password = TEST_PASSWORD, more: Parameters<typeof callApi>[1] = {}) =>
	callApi(login, { body: { email, password }, ...more })

const cookieOf = (setCookies: string[], name: string) => setCookies.find((cookie) => cookie.startsWith(`${name}=`))

const jar = (setCookies: string[]) => setCookies.map((cookie) => cookie.split(';')[0]).join('; ')

describe('signing in', () => {
	test('returns the user and sets the session, the token and the cookie for scripts', async () => {
		const user = await insertAccount({ name: 'Ruth Adeyemi', email: 'Ruth@Example.com' })
		const reply = await attempt('ruth@example.COM')
		expect(reply.status).toBe(200)
		expect(reply.json).toEqual({
			id: user.id,
			name: 'Ruth Adeyemi',
			username: 'ruth.adeyemi',
			email: 'Ruth@Example.com',
			role: 'user',
			isModerator: false,
		})
		expect(cookieOf(reply.setCookies, 'session')).toMatch(/HttpOnly/)
		expect(cookieOf(reply.setCookies, 'session')).toMatch(/SameSite=Lax/)
		expect(cookieOf(reply.setCookies, 'XSRF-TOKEN')).not.toMatch(/HttpOnly/)
		expect(cookieOf(reply.setCookies, 'signed-in')).toMatch(/^signed-in=member;/)
		const me = await callApi(getUser, { as: { userId: user.id, cookie: jar(reply.setCookies), csrf: '' } })
		expect(me.json).toEqual(reply.json)
	})

	test('updates the time last seen immediately, before the job runs', async () => {
		const user = await insertAccount({ email: 'ruth@example.com' })
		await db()
			.update(users)
			.set({ lastSeenAt: new Date(0) })
			.where(eq(users.id, user.id))
		const before = Date.now()
		expect((await attempt('ruth@example.com')).status).toBe(200)
		const [row] = await db().select().from(users).where(eq(users.id, user.id))
		expect(Number(row?.lastSeenAt)).toBeGreaterThanOrEqual(before)
	})

	test('gives the same answer to a wrong password for any account, even an unknown, inactive or pending one', async () => {
		await insertAccount({ email: 'member@example.com' })
		await insertAccount({ email: 'inactive@example.com', status: 'inactive' })
		await insertAccount({ email: 'pending@example.com', status: 'inactive', applicationStatus: 'pending' })
		const replies = [
			await attempt('member@example.com', 'not it'),
			await attempt('unknown@example.com'),
			await attempt('inactive@example.com', 'not it'),
			await attempt('pending@example.com', 'not it'),
		]
		for (const reply of replies) {
			expect([reply.status, reply.text]).toEqual([401, 'Invalid email or password'])
			expect(reply.setCookies).toEqual([])
		}
	})

	test('explains to the owner of an inactive account why it is refused, if the password is right', async () => {
		await insertAccount({ email: 'd@example.com', status: 'inactive' })
		await insertAccount({ email: 'once@example.com', status: 'inactive', applicationStatus: 'approved' })
		await insertAccount({ email: 'p@example.com', status: 'inactive', applicationStatus: 'pending' })
		await insertAccount({ email: 'r@example.com', status: 'inactive', applicationStatus: 'rejected' })
		expect(await attempt('p@example.com')).toMatchObject({ status: 403, text: login.errors.pending[1] })
		expect(await attempt('r@example.com')).toMatchObject({ status: 403, text: login.errors.rejected[1] })
		for (const email of ['d@example.com', 'once@example.com'])
			expect(await attempt(email)).toMatchObject({ status: 403, text: login.errors.deactivated[1], setCookies: [] })
	})

	test.each([
		[{ email: 'no address', password: 'x' }, 'Invalid email address'],
		[{ password: 'x' }, 'Invalid email address'],
		[{ email: 'a@example.com', password: '' }, 'Password is required'],
		[{ email: 'a@example.com' }, 'Password is required'],
		[{ email: ['a@example.com'], password: {} }, 'Invalid email address'],
		[{ email: 'a@example.com', password: 'x'.repeat(257) }, 'Password must be at most 256 characters'],
	])('rejects %o with the form’s message', async (body, text) => {
		expect(await callApi(login, { body })).toMatchObject({ status: 400, text })
	})

	test('rejects non-JSON, malformed and too large bodies', async () => {
		expect(
			await callApi(login, { rawBody: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
		).toMatchObject({ status: 415 })
		expect(await callApi(login, { rawBody: '{"email":' })).toMatchObject({
			status: 400,
			text: 'The request body is not valid JSON',
		})
		expect(await callApi(login, { rawBody: `{"email":"${'x'.repeat(70_000)}"}` })).toMatchObject({ status: 413 })
	})

	test.each<[string, Partial<UserRow>]>([
		['another password', { passwordHash: 'another one' }],
		['another role', { role: 'admin' }],
		['no longer a membership', { status: 'inactive' }],
	])('an account that has %s during the password check gets no session', async (_, change) => {
		const user = await insertAccount()
		await db().update(users).set(change).where(eq(users.id, user.id))
		const opening = openAuthSession(user, { userAgent: '', clientAddress: '' })
		await expect(opening).rejects.toBeInstanceOf(SessionRefusedError)
		expect(await db().$count(authSessions)).toBe(0)
	})

	test("ends the browser's previous session", async () => {
		const user = await insertAccount({ email: 'again@example.com' })
		const before = await signedIn(user)
		await attempt('again@example.com', TEST_PASSWORD, { as: before })
		expect(await callApi(getUser, { as: before })).toMatchObject({ status: 401 })
	})
})

describe('limits', () => {
	test('the eleventh attempt on an account is rejected except from a device known to its owner', async () => {
		await insertAccount({ email: 'target@example.com' })
		const first = await attempt('target@example.com', TEST_PASSWORD, { clientAddress: '10.0.0.1' })
		const ownDevice: Principal = {
			...visitor(),
			cookie: `${visitor().cookie}; ${jar(first.setCookies.filter((cookie) => cookie.startsWith('device=')))}`,
		}
		for (let i = 0; i < 10; i++)
			expect((await attempt('target@example.com', 'guess', { clientAddress: `10.0.1.${i}` })).status).toBe(401)
		const eleventh = await attempt('target@example.com', TEST_PASSWORD, { clientAddress: '10.0.2.1' })
		expect(eleventh).toMatchObject({ status: 429, text: login.errors.tooMany[1] })
		expect(Number(eleventh.header('retry-after'))).toBeGreaterThan(0)
		const csrf = await callApi(getCsrfToken, { as: ownDevice })
		const owner = {
			...ownDevice,
			cookie: `${ownDevice.cookie}; ${jar(csrf.setCookies)}`,
			csrf: (csrf.json as { csrfToken: string }).csrfToken,
		}
		const own = await attempt('target@example.com', TEST_PASSWORD, { as: owner, clientAddress: '10.0.3.1' })
		expect(own.status).toBe(200)
	})

	test('exactly thirty of forty concurrent attempts from one address pass', async () => {
		const replies = await Promise.all(
			Array.from({ length: 40 }, (_, i) => attempt(`nobody${i}@example.com`, 'guess', { clientAddress: '10.9.9.9' })),
		)
		expect(replies.filter(({ status }) => status === 401)).toHaveLength(30)
		expect(replies.filter(({ status }) => status === 429)).toHaveLength(10)
	})

	test("a rejected address does not add to an account's counter", async () => {
		await insertAccount({ email: 'victim@example.com' })
		for (let i = 0; i < 30; i++) await attempt(`other${i}@example.com`, 'guess', { clientAddress: '10.7.7.7' })
		for (let i = 0; i < 15; i++)
			expect((await attempt('victim@example.com', 'guess', { clientAddress: '10.7.7.7' })).status).toBe(429)
		expect((await attempt('victim@example.com', TEST_PASSWORD, { clientAddress: '10.8.8.8' })).status).toBe(200)
	})

	test('an IPv6 address counts as its /64 in any notation', async () => {
		for (let i = 0; i < 30; i++)
			await attempt(`n${i}@example.com`, 'guess', {
				clientAddress: i % 2 ? `2001:db8::${i}` : `2001:db8:0:0:ffff::${i}`,
			})
		expect((await attempt('n@example.com', 'guess', { clientAddress: '2001:db8:0:0:1::1' })).status).toBe(429)
		expect((await attempt('n@example.com', 'guess', { clientAddress: '2001:db8:0:1::1' })).status).toBe(401)
	})
})

describe('sessions', () => {
	test('a stolen database contains no usable token', async () => {
		const user = await insertAccount()
		const principal = await signedIn(user)
		const token = /session=([^;]+)/.exec(principal.cookie)?.[1] ?? ''
		const [row] = await db().select().from(authSessions)
		expect(row?.id).toBe(createHash('sha256').update(token).digest('hex'))
		const stored = JSON.stringify([...(await allRows(database.client))])
		expect(stored).toContain(row?.id)
		expect(stored).not.toContain(token)
		const asStored: Principal = { ...principal, cookie: `session=u.${row?.id}` }
		expect(await callApi(getUser, { as: asStored })).toMatchObject({ status: 401 })
	})

	test('logout ends the session and removes every cookie', async () => {
		const principal = await signedIn(await insertAccount())
		const reply = await callApi(logout, { as: principal })
		expect(reply.status).toBe(204)
		for (const name of ['session', 'signed-in', 'XSRF-TOKEN', 'pre-session'])
			expect(cookieOf(reply.setCookies, name), name).toMatch(/Max-Age=0/)
		expect(await callApi(getUser, { as: principal })).toMatchObject({ status: 401 })
		expect(await db().select().from(authSessions)).toHaveLength(0)
	})

	test('two session cookies in one request are rejected', async () => {
		const principal = await signedIn(await insertAccount())
		const planted = { ...principal, cookie: `session=u.${'a'.repeat(43)}; ${principal.cookie}` }
		expect(await callApi(getUser, { as: planted })).toMatchObject({ status: 400 })
	})

	test.each(['', 'x', 'u.short', `z.${'a'.repeat(43)}`, '%00', 'u.'.padEnd(4000, 'a')])(
		"a token such as %j is a visitor's",
		async (token) => {
			expect(await callApi(getUser, { as: { userId: undefined, cookie: `session=${token}`, csrf: '' } })).toMatchObject(
				{ status: 401 },
			)
		},
	)

	test('deactivation and deletion apply immediately', async () => {
		const [a, b] = [await insertAccount(), await insertAccount()]
		const principals = [await signedIn(a), await signedIn(b)]
		await db().update(users).set({ status: 'inactive' }).where(eq(users.id, a.id))
		await db().delete(users).where(eq(users.id, b.id))
		for (const principal of principals) expect((await callApi(getUser, { as: principal })).status).toBe(401)
		expect((await db().select().from(authSessions)).map((row) => row.userId)).toEqual([a.id])
	})

	test('a role change invalidates sessions of the old role', async () => {
		const user = await insertAccount()
		const principal = await signedIn(user)
		await db().update(users).set({ role: 'admin' }).where(eq(users.id, user.id))
		expect((await callApi(getUser, { as: principal })).status).toBe(401)
	})

	test.each([
		['user', 10 * 24, 30 * 24],
		['admin', 12, 7 * 24],
	] as const)('of a %s lasts %i hours idle and %i at most', async (role, idleHours, absoluteHours) => {
		const principal = await signedIn(await insertAccount({ role }))
		const hour = 60 * 60 * 1000
		const [opened] = await db().select().from(authSessions)
		if (!opened) throw new Error('no session')
		expect(opened.expiresAt.getTime() - opened.createdAt.getTime()).toBeCloseTo(idleHours * hour, -4)
		expect(opened.endsAt.getTime() - opened.createdAt.getTime()).toBe(absoluteHours * hour)
		// A session that is used in the second half of its idle time is extended, but never past its end.
		const set = (expiresIn: number, endsIn: number) =>
			db()
				.update(authSessions)
				.set({ expiresAt: new Date(Date.now() + expiresIn), endsAt: new Date(Date.now() + endsIn) })
		await set(hour, 2 * hour)
		expect((await callApi(getUser, { as: principal })).status).toBe(200)
		const [moved] = await db().select().from(authSessions)
		expect(moved?.expiresAt.getTime()).toBe(moved?.endsAt.getTime())
		await set(-1, hour)
		expect((await callApi(getUser, { as: principal })).status).toBe(401)
	})
})

describe('the CSRF token', () => {
	test('of a visitor is bound to the browser and renewed at login', async () => {
		await insertAccount({ email: 'csrf@example.com' })
		const issued = await callApi(getCsrfToken, { as: { userId: undefined, cookie: '', csrf: '' } })
		const { csrfToken } = issued.json as { csrfToken: string }
		expect(cookieOf(issued.setCookies, 'XSRF-TOKEN')).toContain(csrfToken)
		expect(cookieOf(issued.setCookies, 'pre-session')).toMatch(/HttpOnly/)
		const browser: Principal = { userId: undefined, cookie: jar(issued.setCookies), csrf: csrfToken }
		const other = visitor()
		expect((await attempt('csrf@example.com', TEST_PASSWORD, { as: { ...other, csrf: csrfToken } })).status).toBe(403)
		const reply = await attempt('csrf@example.com', TEST_PASSWORD, { as: browser })
		expect(reply.status).toBe(200)
		const renewed = cookieOf(reply.setCookies, 'XSRF-TOKEN') ?? ''
		expect(renewed).not.toContain(csrfToken)
		const stale: Principal = { userId: undefined, cookie: jar(reply.setCookies), csrf: csrfToken }
		expect((await callApi(logout, { as: stale })).status).toBe(403)
	})
})

test('a page shown to one person cannot write as another person who signed in later', async () => {
	const dana = await insertAccount({ name: 'Dana Whitfield' })
	const tomas = await signedIn(await insertAccount({ name: 'Tomas Keller' }))
	const write = (shown: string | undefined) =>
		callApi(updatePreferences, {
			as: tomas,
			body: { mentions: false, comments: true, reminders: true },
			headers: { 'x-page-user': shown },
		})
	const refused = await write(dana.id)
	expect([refused.status, refused.text]).toEqual([409, ANOTHER_USER])
	for (const shown of [tomas.userId, undefined]) expect((await write(shown)).status).toBe(200)
})
