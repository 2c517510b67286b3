import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { passwordResets } from '#db/schema/auth.ts'
import { memberNotes } from '#db/schema/members.ts'
import { quizAttempts } from '#db/schema/modules.ts'
import { users } from '#db/schema/users.ts'
import { decideApplication } from '#src/features/applications/contract.ts'
import { getUser, login } from '#src/features/auth/contract.ts'
import { checkReset, requestReset, resetPassword } from '#src/features/auth/password-contract.ts'
import { SEEN_WITHIN_MS, writeSeen } from '#src/features/auth/server/last-seen.ts'
import { updateUser } from '#src/features/users/contract.ts'
import {
	changeUsers,
	createMemberNote,
	deactivateUser,
	deleteMemberNote,
	getMember,
	listMemberNotes,
	listMemberRecords,
	RECORD_KINDS,
	sendPasswordLink,
	updateMemberNote,
} from '#src/features/users/member-contract.ts'
import { newId } from '#src/lib/ids.ts'
import { callApi, insertAccount, type Principal, signedIn, TEST_PASSWORD } from '#tests/support/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { waitingMails } from '#tests/support/mail.ts'
import { allPages } from '#tests/support/pages.ts'
import { makeWorld } from '#tests/support/world.ts'

let database: TestDatabase
let admin: Principal
beforeEach(async () => {
	database = await freshDatabase()
	admin = await signedIn(await insertAccount({ role: 'admin', name: 'Ruth Adeyemi', email: 'ruth@club.example' }))
})
afterEach(() => database.discard())

const accountOf = async (id: string) => (await db().select().from(users).where(eq(users.id, id)))[0]
const actionsDone = async () => (await db().select().from(audit).orderBy(audit.id)).map(({ action }) => action)

describe('the page of a member', () => {
	test('has all that was typed into the application, who decided, and no secret', async () => {
		const application = {
			...{ phoneNumber: '+1 212 555 0123', firmName: 'Keller Law', yearsOfExperience: '3-5' },
			...{ practiceAreas: 'Wills', membershipGoals: 'Colleagues to ask' },
		}
		const row = await insertAccount({ status: 'inactive', applicationStatus: 'pending', application })
		await callApi(decideApplication, { as: admin, params: { userId: row.id }, body: { action: 'approve' } })
		const reply = await callApi(getMember, { as: admin, params: { id: row.id } })
		expect(reply).toMatchObject({
			status: 200,
			json: { ...application, id: row.id, applicationStatus: 'approved', decidedBy: 'Ruth Adeyemi', signIns: 0 },
		})
		expect(reply.text).not.toMatch(/argon2|passwordHash/)
	})

	test('is nothing for an account that is not there', async () => {
		const params = { id: 'nobody', kind: 'courses', noteId: 'none' }
		for (const contract of [getMember, listMemberRecords, listMemberNotes])
			expect(await callApi(contract, { as: admin, params })).toMatchObject({ status: 404, text: 'User not found' })
		expect(await callApi(sendPasswordLink, { as: admin, params })).toMatchObject({ status: 404 })
		expect(await callApi(deactivateUser, { as: admin, params, body: { reason: 'Gone' } })).toMatchObject({
			status: 404,
		})
		expect(await callApi(createMemberNote, { as: admin, params, body: { body: 'Hello' } })).toMatchObject({
			status: 404,
		})
		expect(await callApi(listMemberRecords, { as: admin, params: { id: 'x', kind: 'secrets' } })).toMatchObject({
			status: 404,
		})
	})
})

type Rows = Array<{ row: number; title: string; text: string | null; facts: string[]; href: string | null }>

describe('what a member did', () => {
	test('is listed by kind, theirs alone, page by page and newest first', async () => {
		const world = await makeWorld()
		const as = await signedIn(world.people.admin)
		const read = async (id: string, kind: string, query: Record<string, string> = {}) =>
			callApi(listMemberRecords, { as, params: { id, kind }, query })
		const own = world.people.member.id
		for (const { id } of [world.people.member, world.people.other])
			await db()
				.insert(quizAttempts)
				.values({
					...{ id: newId(), userId: id, moduleId: world.quiz, answers: '[0]', results: '[true]' },
					...{ score: 80, passingScore: 70, passed: true, createdAt: new Date() },
				})
		const found: Record<string, Rows> = {}
		for (const kind of RECORD_KINDS) {
			const reply = await read(own, kind)
			expect(reply.status, `${kind}: ${reply.text}`).toBe(200)
			found[kind] = reply.json as Rows
			expect(reply.header('x-total-count')).toBe(String(found[kind].length))
			const rows = found[kind].map(({ row }) => row)
			expect(rows).toEqual([...rows].sort((a, b) => b - a))
		}
		const kinds = ['courses', 'quizzes', 'journals', 'questions', 'answers', 'comments', 'topics']
		for (const kind of kinds) expect([kind, found[kind]?.length]).not.toEqual([kind, 0])
		expect(found.questions?.[0]?.href).toMatch(/^\/questions\//)
		expect(found.answers?.[0]?.href).toMatch(/^\/questions\/.+#comment-/)
		// What others wrote is in none of them.
		const others = await Promise.all(kinds.map((kind) => read(world.people.other.id, kind)))
		const texts = others.flatMap(({ json }) => (json as Rows).map(({ text }) => text)).filter(Boolean)
		expect(texts.length).toBeGreaterThan(2)
		const all = JSON.stringify(Object.values(found))
		for (const reply of others)
			for (const { href } of reply.json as Rows) if (href?.includes('#comment-')) expect(all).not.toContain(href)
		const params = { id: own, kind: 'questions' }
		const seen = await allPages<{ row: number }>(listMemberRecords, { as, params, query: { limit: '1' } })
		expect(seen.map(({ row }) => row)).toEqual(found.questions?.map(({ row }) => row))
	})

	test('what was done to them is the history, in the words of the audit', async () => {
		const row = await insertAccount()
		await callApi(deactivateUser, { as: admin, params: { id: row.id }, body: { reason: 'Moved abroad' } })
		const { json } = await callApi(listMemberRecords, { as: admin, params: { id: row.id, kind: 'history' } })
		expect(json).toMatchObject([{ title: 'Status changed', facts: ['by Ruth Adeyemi', 'status: active to inactive'] }])
	})
})

describe('notes', () => {
	const params = (id: string, noteId = '') => ({ id, noteId })
	const add = (id: string, body: string, as = admin) =>
		callApi(createMemberNote, { as, params: { id }, body: { body } })
	type Note = { id: string; version: number; body: string }

	test('are added, edited by their author alone, deleted by any admin, and the audit has no word of them', async () => {
		const row = await insertAccount({ name: 'Tomas Keller' })
		const second = await signedIn(await insertAccount({ role: 'admin', name: 'Ines Calloway' }))
		const first = await add(row.id, '  Called about the spring course  ')
		expect(first).toMatchObject({
			status: 201,
			json: { body: 'Called about the spring course', authorName: 'Ruth Adeyemi', editedAt: null, version: 1 },
		})
		const note = first.json as Note
		const edit = (as: Principal, body: object) =>
			callApi(updateMemberNote, { as, params: params(row.id, note.id), body })
		expect(await edit(second, { body: 'Mine now' })).toMatchObject({
			status: 403,
			text: 'Only who wrote a note can edit it',
		})
		expect(await edit(admin, { body: 'Called twice', version: 1 })).toMatchObject({
			status: 200,
			json: { body: 'Called twice', version: 2 },
		})
		expect(await edit(admin, { body: 'Late', version: 1 })).toMatchObject({ status: 409 })
		await add(row.id, 'Second', second)
		const list = await callApi(listMemberNotes, { as: second, params: params(row.id) })
		expect((list.json as Note[]).map(({ body }) => body)).toEqual(['Second', 'Called twice'])
		expect(list.header('x-total-count')).toBe('2')
		const remove = () => callApi(deleteMemberNote, { as: second, params: params(row.id, note.id) })
		expect((await remove()).status).toBe(204)
		expect(await remove()).toMatchObject({ status: 404, text: 'This note does not exist any more' })
		const entries = await db().select().from(audit).orderBy(audit.id)
		expect(entries.map(({ action, subjectName }) => [action, subjectName])).toEqual([
			['note.added', 'Tomas Keller'],
			['note.edited', 'Tomas Keller'],
			['note.added', 'Tomas Keller'],
			['note.deleted', 'Tomas Keller'],
		])
		expect(JSON.stringify(entries)).not.toMatch(/Called|Second/)
	})

	test('of another member are not reached through this one', async () => {
		const [one, other] = [await insertAccount(), await insertAccount()]
		const { id } = (await add(one.id, 'About one')).json as Note
		const there = { as: admin, params: params(other.id, id) }
		expect((await callApi(updateMemberNote, { ...there, body: { body: 'x' } })).status).toBe(404)
		expect((await callApi(deleteMemberNote, there)).status).toBe(404)
		expect(await db().select().from(memberNotes)).toHaveLength(1)
	})

	test('stay when their author is gone, and go with the member', async () => {
		const row = await insertAccount()
		const gone = await insertAccount({ role: 'admin', name: 'Gone Soon' })
		await add(row.id, 'Kept', await signedIn(gone))
		await db().delete(users).where(eq(users.id, gone.id))
		expect(await db().select().from(memberNotes)).toMatchObject([{ authorId: null, authorName: 'Gone Soon' }])
		await db().delete(users).where(eq(users.id, row.id))
		expect(await db().select().from(memberNotes)).toEqual([])
	})

	test.each([
		[{ body: '' }, 'Write a note'],
		[{ body: ' \n ' }, 'Write a note'],
		[{}, 'Write a note'],
		[{ body: 'x'.repeat(4_001) }, 'A note has at most 4000 characters'],
	])('refuses %o', async (body, text) => {
		const row = await insertAccount()
		const reply = await callApi(createMemberNote, { as: admin, params: { id: row.id }, body })
		expect(reply).toMatchObject({ status: 400, text })
	})
})

/** The token of the link in the newest mail. */
async function newestToken(): Promise<string> {
	const { data } = (await waitingMails()).at(-1) as unknown as { data: { token: string } }
	return data.token
}

const NEW = 'oak table by the window'

describe('a link for a password', () => {
	const send = (id: string, as = admin) => callApi(sendPasswordLink, { as, params: { id } })

	test('goes to the member alone, works once, and no password is in any answer or mail', async () => {
		const row = await insertAccount({ name: 'Tomas Keller', email: 'tomas@club.example' })
		const reply = await send(row.id)
		expect(reply).toMatchObject({ status: 200, json: { sent: 'link', email: 'tomas@club.example' } })
		const mails = await waitingMails()
		expect(mails).toMatchObject([{ to: 'tomas@club.example', template: 'password-link', data: { by: 'Ruth Adeyemi' } }])
		expect(JSON.stringify(mails)).not.toMatch(/"password":/)
		const token = await newestToken()
		expect(reply.text).not.toContain(token)
		// What they have stays until the link is used.
		expect((await callApi(login, { body: { email: row.email, password: TEST_PASSWORD } })).status).toBe(200)
		expect((await callApi(checkReset, { body: { token } })).json).toEqual({ isValid: true })
		expect((await callApi(resetPassword, { body: { token, newPassword: NEW } })).status).toBe(204)
		expect((await callApi(resetPassword, { body: { token, newPassword: NEW } })).status).toBe(400)
		expect((await callApi(login, { body: { email: row.email, password: NEW } })).status).toBe(200)
		expect(await actionsDone()).toEqual(['password.link', 'password.reset'])
	})

	test('is not sent to who could not use it, and not again and again', async () => {
		const away = await insertAccount({ status: 'inactive' })
		expect(await send(away.id)).toMatchObject({ status: 409 })
		const row = await insertAccount()
		for (let at = 0; at < 5; at++) expect((await send(row.id)).status).toBe(200)
		const late = await send(row.id)
		expect(late.status).toBe(429)
		expect(late.header('Retry-After')).toBeDefined()
	})

	test('to the former address is worth nothing once the address changed', async () => {
		const row = await insertAccount()
		await send(row.id)
		const token = await newestToken()
		const { name, role, status } = row
		await callApi(updateUser, {
			as: admin,
			params: { id: row.id },
			body: { name, role, status, email: 'new@club.example' },
		})
		expect((await callApi(checkReset, { body: { token } })).json).toEqual({ isValid: false })
	})
})

describe('deactivating', () => {
	const deactivate = (id: string, body: object = { reason: 'Did not pay since spring' }) =>
		callApi(deactivateUser, { as: admin, params: { id }, body })

	test('ends the sign-ins and links, keeps why among the notes, and only who and when in the audit', async () => {
		const row = await insertAccount({ name: 'Tomas Keller' })
		const session = await signedIn(row)
		await callApi(sendPasswordLink, { as: admin, params: { id: row.id } })
		expect(await deactivate(row.id)).toMatchObject({ status: 200, json: { status: 'inactive', version: 2 } })
		expect((await callApi(getUser, { as: session })).status).toBe(401)
		expect(await db().select().from(passwordResets)).toEqual([])
		expect(await db().select().from(memberNotes)).toMatchObject([
			{ body: 'Deactivated: Did not pay since spring', authorName: 'Ruth Adeyemi', userId: row.id },
		])
		const entries = await db().select().from(audit)
		expect(JSON.stringify(entries)).not.toContain('pay')
		expect(await deactivate(row.id)).toMatchObject({ status: 409, text: 'This account is not active already' })
		expect(await db().select().from(memberNotes)).toHaveLength(1)
	})

	test('asks why, refuses oneself and an account that was changed meanwhile', async () => {
		const row = await insertAccount()
		expect(await deactivate(row.id, {})).toMatchObject({ status: 400, text: 'Say why' })
		expect(await deactivate(row.id, { reason: 'x'.repeat(501) })).toMatchObject({ status: 400 })
		expect(await deactivate(admin.userId ?? '')).toMatchObject({ status: 403 })
		expect(await deactivate(row.id, { reason: 'Late', version: 7 })).toMatchObject({ status: 409 })
		expect((await accountOf(row.id))?.status).toBe('active')
		expect(await db().select().from(memberNotes)).toEqual([])
	})
})

describe('several at once', () => {
	test('are approved, each with its mail, and who cannot be is named with the reason', async () => {
		const pending = await Promise.all(
			['Ada One', 'Ben Two'].map((name) => insertAccount({ name, status: 'inactive', applicationStatus: 'pending' })),
		)
		const member = await insertAccount({ name: 'Cleo Three' })
		const ids = [...pending, member].map(({ id }) => ({ id }))
		const reply = await callApi(changeUsers, {
			as: admin,
			body: { action: 'approve', users: [...ids, ...ids, { id: 'x' }] },
		})
		expect(reply.status, reply.text).toBe(200)
		expect(reply.json).toEqual({
			done: 2,
			refused: [
				{ id: member.id, name: 'Cleo Three', why: expect.stringMatching(/^[A-Z].+/) },
				{ id: 'x', name: 'Somebody whose account is gone', why: expect.stringMatching(/^[A-Z].+/) },
			],
		})
		for (const { id } of pending) expect((await accountOf(id))?.status).toBe('active')
		expect((await waitingMails()).map(({ to }) => to).sort()).toEqual(pending.map(({ email }) => email).sort())
	})

	test('are deactivated with one reason; who was changed meanwhile stays as they are', async () => {
		const [one, other] = [await insertAccount({ name: 'One' }), await insertAccount({ name: 'Other' })]
		const body = { action: 'deactivate', users: [one, other, { id: admin.userId }], reason: 'The pilot group ended' }
		const chosen = [
			{ id: one.id, version: 1 },
			{ id: other.id, version: 9 },
			{ id: admin.userId, version: 1 },
		]
		const reply = await callApi(changeUsers, { as: admin, body: { ...body, users: chosen } })
		expect(reply.json).toMatchObject({
			done: 1,
			refused: [
				{ name: 'Other', why: 'This account was changed meanwhile, so your change was not saved.' },
				{ name: 'Ruth Adeyemi', why: 'You cannot change your own role or status' },
			],
		})
		expect((await accountOf(one.id))?.status).toBe('inactive')
		expect((await accountOf(other.id))?.status).toBe('active')
		expect(await db().select().from(memberNotes)).toHaveLength(1)
	})

	test.each([
		[{ action: 'deactivate', users: [{ id: 'x' }] }, 'Say why'],
		[{ action: 'approve', users: [] }, 'Choose somebody'],
		[{ action: 'delete', users: [{ id: 'x' }] }, 'Choose what to do'],
		[{ action: 'approve', users: Array.from({ length: 101 }, () => ({ id: 'x' })) }, 'At most 100 accounts in one go'],
	])('refuses %j', async (body, text) => {
		expect(await callApi(changeUsers, { as: admin, body })).toMatchObject({ status: 400, text })
	})
})

describe('when somebody was last seen', () => {
	test('is written by one statement for all, within the minute, and not again for some minutes', async () => {
		const rows = await Promise.all(Array.from({ length: 3 }, () => insertAccount()))
		const sessions = await Promise.all(rows.map(signedIn))
		const before = Date.now()
		for (const as of sessions) expect((await callApi(getUser, { as })).status).toBe(200)
		// The answer wrote nothing.
		for (const { id } of rows) expect((await accountOf(id))?.lastSeenAt.getTime()).toBe(0)
		await writeSeen()
		const first = await Promise.all(rows.map(async ({ id }) => (await accountOf(id))?.lastSeenAt.getTime() ?? 0))
		for (const at of first) expect(at).toBeGreaterThanOrEqual(before)
		// Seen again at once: nothing to write. Versions do not move, or an open dialog would be refused.
		await Promise.all(sessions.map((as) => callApi(getUser, { as })))
		await db()
			.update(users)
			.set({ lastSeenAt: new Date(before - 1_000) })
		await writeSeen()
		for (const { id } of rows)
			expect(await accountOf(id)).toMatchObject({ lastSeenAt: new Date(before - 1_000), version: 1 })
		await db()
			.update(users)
			.set({ lastSeenAt: new Date(before - SEEN_WITHIN_MS - 1_000) })
		await Promise.all(sessions.map((as) => callApi(getUser, { as })))
		await writeSeen()
		for (const { id } of rows) expect((await accountOf(id))?.lastSeenAt.getTime()).toBeGreaterThanOrEqual(before)
	})

	test('is null on the page of who was never here', async () => {
		const row = await insertAccount()
		expect((await callApi(getMember, { as: admin, params: { id: row.id } })).json).toMatchObject({ lastSeenAt: null })
	})
})

test('who is invited gets their link again by asking for a new password', async () => {
	const row = await insertAccount({
		...{ name: 'Tomas Keller', email: 'tomas@club.example', status: 'inactive' },
		invited: { by: 'Ruth Adeyemi', at: new Date() },
	})
	await callApi(sendPasswordLink, { as: admin, params: { id: row.id } })
	const first = await newestToken()
	expect((await callApi(checkReset, { body: { token: first } })).json).toEqual({
		isValid: true,
		invitation: {
			...{ name: 'Tomas Keller', email: 'tomas@club.example', by: 'Ruth Adeyemi' },
			...{ to: 'Second Chair', about: expect.any(String) },
		},
	})
	const { runOutbox } = await import('#src/platform/outbox.ts')
	const { resetWorkers } = await import('#src/features/auth/server/reset-password.ts')
	await callApi(requestReset, { body: { email: 'TOMAS@club.example' } })
	await runOutbox(resetWorkers, { except: ['mail'] })
	const again = await newestToken()
	expect(again).not.toBe(first)
	expect((await waitingMails()).map(({ template }) => template)).toEqual(['invitation', 'invitation'])
	expect((await callApi(login, { body: { email: row.email, password: NEW } })).status).toBe(401)
	expect((await callApi(resetPassword, { body: { token: again, newPassword: NEW } })).status).toBe(204)
	expect(await accountOf(row.id)).toMatchObject({ status: 'active', invitedAt: null, invitedBy: 'Ruth Adeyemi' })
	expect((await callApi(login, { body: { email: row.email, password: NEW } })).status).toBe(200)
	// Every other link ended, and a first password is no news to its owner.
	expect((await callApi(resetPassword, { body: { token: first, newPassword: NEW } })).status).toBe(400)
	expect((await waitingMails()).map(({ template }) => template)).toEqual(['invitation', 'invitation'])
	expect(await actionsDone()).toEqual(['user.invited', 'user.joined'])
})

test('an invitation that was taken back is worth nothing', async () => {
	const row = await insertAccount({ status: 'inactive', invited: { by: 'Ruth Adeyemi', at: new Date() } })
	await callApi(sendPasswordLink, { as: admin, params: { id: row.id } })
	const token = await newestToken()
	const reply = await callApi(deactivateUser, { as: admin, params: { id: row.id }, body: { reason: 'Wrong person' } })
	expect(reply).toMatchObject({ status: 200, json: { status: 'inactive', invitedAt: null } })
	expect((await callApi(checkReset, { body: { token } })).json).toEqual({ isValid: false })
	expect((await callApi(resetPassword, { body: { token, newPassword: NEW } })).status).toBe(400)
	expect((await accountOf(row.id))?.status).toBe('inactive')
})
