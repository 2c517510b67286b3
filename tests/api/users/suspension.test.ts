import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { type UserRow, users } from '#db/schema/users.ts'
import { getUser, login, logout } from '#src/features/auth/contract.ts'
import { listCourses } from '#src/features/courses/contract.ts'
import { listDeletions, restoreDeletion } from '#src/features/deletions/contract.ts'
import { listPosts } from '#src/features/moderation/contract.ts'
import { deleteUser, listUsers, updateUser } from '#src/features/users/contract.ts'
import { endSuspension, listMemberNotes, suspendUser, updateModerator } from '#src/features/users/member-contract.ts'
import { callApi, insertAccount, type Principal, signedIn, TEST_PASSWORD } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { deleteMails, waitingMails } from '#tests/support/mail.ts'

const DAY_MS = 24 * 60 * 60_000

let database: TestDatabase
let adminRow: UserRow
let admin: Principal
let row: UserRow
let member: Principal

beforeAll(async () => {
	database = await freshDatabase()
	adminRow = await insertAccount({ role: 'admin', name: 'Ruth' })
	admin = await signedIn(adminRow)
})
afterAll(() => database.discard())
beforeEach(async () => {
	row = await insertAccount({ name: 'Dana', password: TEST_PASSWORD })
	member = await signedIn(row)
	await deleteMails()
})

const suspend = (body: object = {}, id = row.id) =>
	callApi(suspendUser, { as: admin, params: { id }, body: { length: 'week', reason: 'Insults in two calls', ...body } })
const end = (body: object = {}) => callApi(endSuspension, { as: admin, params: { id: row.id }, body })
const moderate = (isModerator: boolean, id = row.id) =>
	callApi(updateModerator, { as: admin, params: { id }, body: { isModerator } })
const signIn = () => callApi(login, { body: { email: row.email, password: TEST_PASSWORD } })
const stored = async () => (await db().select().from(users).where(eq(users.id, row.id)))[0]
const entries = async () =>
	(await db().select().from(audit).where(eq(audit.subjectId, row.id)).orderBy(audit.id)).map(({ action }) => action)

describe('a suspension', () => {
	test.each([
		['day', 1],
		['week', 7],
		['month', 30],
	] as const)('of a %s locks a member out until it expires', async (length, days) => {
		expect((await suspend({ length })).status).toBe(200)
		const until = (await stored())?.suspendedUntil?.getTime() ?? 0
		expect(Math.abs(until - Date.now() - days * DAY_MS)).toBeLessThan(60_000)
		const text =
			/^Your account is suspended until \w+ \d+\w\w, \d{4} at \d+:\d\d [AP]M UTC\. Reason: Insults in two calls$/
		for (const reply of [await signIn(), await callApi(getUser, { as: member })]) {
			expect(reply.status).toBe(403)
			expect(reply.text).toMatch(text)
		}
		// Suspended members can read everything that visitors can.
		expect((await callApi(listCourses, { as: member })).status).toBe(200)
		await db().update(users).set({ suspendedUntil: new Date() }).where(eq(users.id, row.id))
		expect((await callApi(getUser, { as: member })).status).toBe(200)
		expect((await signIn()).status).toBe(200)
	})

	test('is not revealed to strangers', async () => {
		await suspend()
		const reply = await callApi(login, { body: { email: row.email, password: 'not-their-password' } })
		expect([reply.status, reply.text]).toEqual([401, 'Invalid email or password'])
	})

	test('lets the member sign out', async () => {
		await suspend()
		expect((await callApi(logout, { as: member })).status).toBe(204)
	})

	test('is mailed, noted and audited, and can be ended early', async () => {
		await suspend()
		expect(await waitingMails()).toMatchObject([
			{
				...{ to: row.email, template: 'account-suspended' },
				data: { name: 'Dana', reason: 'Insults in two calls', until: expect.stringMatching(/ UTC$/) },
			},
		])
		const notes = await callApi(listMemberNotes, { as: admin, params: { id: row.id } })
		expect(notes.json).toMatchObject([{ body: expect.stringMatching(/^Suspended until .+: Insults in two calls$/) }])
		expect((await end()).json).toMatchObject({ suspendedUntil: null, suspendedReason: null })
		expect((await callApi(getUser, { as: member })).status).toBe(200)
		const again = await end()
		expect([again.status, again.text]).toEqual([409, 'This account is no longer suspended'])
		expect(await entries()).toEqual(['user.suspended', 'user.unsuspended'])
	})

	test('is rejected for oneself, an admin or an inactive account, and without a reason', async () => {
		const other = await insertAccount({ role: 'admin' })
		const inactive = await insertAccount({ status: 'inactive' })
		const replies = [
			await suspend({}, adminRow.id),
			await suspend({}, other.id),
			await suspend({}, inactive.id),
			await suspend({}, 'nobody'),
			await suspend({ reason: ' ' }),
			await suspend({ length: 'year' }),
		]
		expect(replies.map(({ status, text }) => [status, text])).toEqual([
			[403, 'You cannot suspend your own account'],
			[409, 'An admin cannot be suspended. Make them a regular member first.'],
			[409, 'This account is inactive: its owner cannot sign in anyway.'],
			[404, 'User not found'],
			[400, 'Enter a reason'],
			[400, 'Choose how long'],
		])
		expect((await suspend({ version: row.version - 1 })).status).toBe(409)
		expect(await entries()).toEqual([])
		expect(await waitingMails()).toEqual([])
	})
})

describe('the role of a moderator', () => {
	test('is granted and ended by an admin, and takes effect immediately', async () => {
		const listStatus = async () => (await callApi(listPosts, { as: member })).status
		expect(await listStatus()).toBe(403)
		expect((await moderate(true)).json).toMatchObject({ role: 'user', isModerator: true })
		expect((await callApi(getUser, { as: member })).json).toMatchObject({ role: 'user', isModerator: true })
		expect([await listStatus(), (await callApi(listUsers, { as: member })).status]).toEqual([200, 403])
		await moderate(true)
		expect((await moderate(false)).json).toMatchObject({ isModerator: false })
		expect(await listStatus()).toBe(403)
		const [first] = await db().select().from(audit).where(eq(audit.subjectId, row.id)).orderBy(audit.id)
		expect(await entries()).toEqual(['user.role', 'user.role'])
		expect(JSON.parse(first?.detail ?? '')).toEqual({ role: ['user', 'moderator'] })
	})

	test('is not for admins, who already have all its rights', async () => {
		const reply = await moderate(true, adminRow.id)
		expect([reply.status, reply.text]).toEqual([409, 'An admin can already do everything a moderator can'])
		expect((await callApi(listPosts, { as: admin })).status).toBe(200)
		expect((await moderate(true, 'nobody')).status).toBe(404)
	})

	test('is not restored after a time as an admin', async () => {
		await moderate(true)
		const edit = (role: 'admin' | 'regular') =>
			callApi(updateUser, {
				...{ as: admin, params: { id: row.id } },
				body: { name: row.name, email: row.email, role, status: 'active' },
			})
		expect((await edit('admin')).status).toBe(200)
		expect((await edit('regular')).json).toMatchObject({ role: 'user', isModerator: false })
	})

	test('is not restored with a deleted account', async () => {
		await moderate(true)
		await callApi(deleteUser, { as: admin, params: { id: row.id } })
		const [deletion] = (await callApi(listDeletions, { as: admin })).json as { id: string }[]
		expect((await callApi(restoreDeletion, { as: admin, params: { id: deletion?.id ?? '' } })).status).toBe(200)
		expect(await stored()).toMatchObject({ isModerator: false, role: 'user' })
	})
})
