import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { memberNotes } from '#db/schema/members.ts'
import { quizAttempts } from '#db/schema/modules.ts'
import { users } from '#db/schema/users.ts'
import { decideApplication } from '#src/features/applications/contract.ts'
import { getUser } from '#src/features/auth/contract.ts'
import { PRECISION_MS, writeSeen } from '#src/features/auth/server/last-seen.ts'
import {
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
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { makeWorld } from '#tests/support/api/world.ts'
import { accountOf, admin, setUpMembers } from '#tests/support/members.ts'
import { allPages } from '#tests/support/site/pages.ts'

setUpMembers()

describe("a member's page", () => {
	test('has the whole application and its decision, but no secrets', async () => {
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

	test('returns 404 for an unknown account', async () => {
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

describe("a member's activity", () => {
	test("is listed by kind, without others' items, page by page and newest first", async () => {
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
		// None of them contains text by others.
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

	test('lists admin actions as history with the wording of the audit', async () => {
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

	test('are added, edited by their author, deleted by any admin, and leave no text in the audit', async () => {
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
			text: 'Only the author of a note can edit it',
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
		expect(await remove()).toMatchObject({ status: 404, text: 'This note no longer exists' })
		const entries = await db().select().from(audit).orderBy(audit.id)
		expect(entries.map(({ action, subjectName }) => [action, subjectName])).toEqual([
			['note.added', 'Tomas Keller'],
			['note.edited', 'Tomas Keller'],
			['note.added', 'Tomas Keller'],
			['note.deleted', 'Tomas Keller'],
		])
		expect(JSON.stringify(entries)).not.toMatch(/Called|Second/)
	})

	test('of another member are not accessible through this one', async () => {
		const [one, other] = [await insertAccount(), await insertAccount()]
		const { id } = (await add(one.id, 'About one')).json as Note
		const there = { as: admin, params: params(other.id, id) }
		expect((await callApi(updateMemberNote, { ...there, body: { body: 'x' } })).status).toBe(404)
		expect((await callApi(deleteMemberNote, there)).status).toBe(404)
		expect(await db().select().from(memberNotes)).toHaveLength(1)
	})

	test('stay when their author is deleted, and are deleted with the member', async () => {
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
		[{ body: 'x'.repeat(4_001) }, 'A note can have at most 4000 characters'],
	])('rejects %o', async (body, text) => {
		const row = await insertAccount()
		const reply = await callApi(createMemberNote, { as: admin, params: { id: row.id }, body })
		expect(reply).toMatchObject({ status: 400, text })
	})
})

describe('the last activity', () => {
	test('is written in one statement for all members within a minute, then not for some minutes', async () => {
		const rows = await Promise.all(Array.from({ length: 3 }, () => insertAccount()))
		const sessions = await Promise.all(rows.map(signedIn))
		await db()
			.update(users)
			.set({ lastSeenAt: new Date(0) })
		const before = Date.now()
		for (const as of sessions) expect((await callApi(getUser, { as })).status).toBe(200)
		// The request itself wrote nothing.
		for (const { id } of rows) expect((await accountOf(id))?.lastSeenAt.getTime()).toBe(0)
		await writeSeen()
		const first = await Promise.all(rows.map(async ({ id }) => (await accountOf(id))?.lastSeenAt.getTime() ?? 0))
		for (const at of first) expect(at).toBeGreaterThanOrEqual(before)
		// Activity right afterwards writes nothing. Versions must not change, or an open form would get a conflict.
		await Promise.all(sessions.map((as) => callApi(getUser, { as })))
		await db()
			.update(users)
			.set({ lastSeenAt: new Date(before - 1_000) })
		await writeSeen()
		for (const { id } of rows)
			expect(await accountOf(id)).toMatchObject({ lastSeenAt: new Date(before - 1_000), version: 1 })
		await db()
			.update(users)
			.set({ lastSeenAt: new Date(before - PRECISION_MS - 1_000) })
		await Promise.all(sessions.map((as) => callApi(getUser, { as })))
		await writeSeen()
		for (const { id } of rows) expect((await accountOf(id))?.lastSeenAt.getTime()).toBeGreaterThanOrEqual(before)
	})

	test('is updated by a sign-in before the job runs', async () => {
		const before = Date.now()
		const row = await insertAccount()
		await signedIn(row)
		const seen = await accountOf(row.id)
		expect(seen?.lastSeenAt.getTime()).toBeGreaterThanOrEqual(before)
		// A new version would cause a conflict in an admin's open form.
		expect(seen?.version).toBe(1)
	})

	test('is null for an account that never signed in', async () => {
		const row = await insertAccount()
		expect((await callApi(getMember, { as: admin, params: { id: row.id } })).json).toMatchObject({ lastSeenAt: null })
	})
})
