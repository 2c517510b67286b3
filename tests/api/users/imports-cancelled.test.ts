import { eq, inArray, like } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { memberNotes } from '#db/schema/members.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { users } from '#db/schema/users.ts'
import { checkReset } from '#src/features/auth/password-contract.ts'
import {
	cancelImport,
	createImport,
	exportImport,
	getImport,
	listImports,
	type UserImport,
} from '#src/features/users/import-contract.ts'
import { createMemberNote } from '#src/features/users/member-contract.ts'
import { runImports } from '#src/features/users/server/import-job.ts'
import { cancelImport as cancelService } from '#src/features/users/server/imports.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

let database: TestDatabase
let admin: Principal
let owner: typeof users.$inferSelect
beforeEach(async () => {
	database = await freshDatabase()
	owner = await insertAccount({ role: 'admin', name: 'Ruth Adeyemi', email: 'ruth@club.example' })
	admin = await signedIn(owner)
})
afterEach(() => database.discard())

const listOf = (count: number) =>
	`Name,Email\n${Array.from({ length: count }, (_, at) => `Person ${at},p${at}@list.example`).join('\n')}\n`
const create = async (count: number) =>
	((await callApi(createImport, { as: admin, rawBody: listOf(count), query: {} })).json as UserImport).id
const run = (signal = new AbortController().signal) => runImports(signal)
const cancel = (id: string) => callApi(cancelImport, { as: admin, params: { id } })
const read = async (id: string) => (await callApi(getImport, { as: admin, params: { id } })).json as UserImport
const invited = async () => (await db().select().from(users)).filter(({ invitedAt }) => invitedAt !== null)
const mails = async () =>
	(await db().select().from(outbox).where(like(outbox.id, 'invitation-%')).orderBy(outbox.availableAt)).map((row) => ({
		...row,
		...(JSON.parse(row.payload) as { to?: string; data?: { token: string } }),
	}))
const waiting = async () => (await mails()).filter(({ state }) => state === 'waiting')

test('canceling before the first invitation invites no one, and the report gives the reason', async () => {
	const id = await create(3)
	expect(await cancel(id)).toMatchObject({
		status: 200,
		json: { state: 'running', cancelledAt: expect.any(String), cancelledByName: 'Ruth Adeyemi' },
	})
	expect(await run()).toBe(1)
	expect(await invited()).toEqual([])
	expect(await mails()).toEqual([])
	expect(await read(id)).toMatchObject({ state: 'done', invited: 0, waiting: 3, mailsWait: false })
	const report = await callApi(exportImport, { as: admin, params: { id } })
	expect(report.text).toContain('"p0@list.example","not invited: cancelled"')
	expect((await db().select().from(audit)).map(({ action }) => action)).toEqual([
		'members.imported',
		'members.cancelled',
	])
	// Another list can then invite these people.
	await create(3)
	await run()
	expect(await invited()).toHaveLength(3)
})

test('canceling keeps sent and sending invitations, and withdraws waiting ones with unused accounts', async () => {
	const id = await create(130)
	await run()
	const all = await mails()
	expect(all).toHaveLength(130)
	const set = (at: number[], values: Partial<typeof outbox.$inferInsert>) =>
		db()
			.update(outbox)
			.set(values)
			.where(
				inArray(
					outbox.id,
					at.map((each) => all[each]?.id ?? ''),
				),
			)
	await set([0, 1], { state: 'done', payload: '{}' })
	// Email 2 is in progress, email 3 has failed and waits for a retry, and email 4 has failed and is due.
	await set([2], { attempts: 1, availableAt: new Date(Date.now() + 50_000) })
	await set([3], { attempts: 4, availableAt: new Date(Date.now() + 3 * 60 * 60_000), lastError: 'away' })
	await set([4], { attempts: 1, availableAt: new Date(Date.now() - 1), lastError: 'away' })
	const accountOf = async (at: number) => {
		const [row] = await db()
			.select()
			.from(users)
			.where(eq(users.email, `p${at}@list.example`))
		return row?.id ?? ''
	}
	await callApi(createMemberNote, { as: admin, params: { id: await accountOf(5) }, body: { body: 'Called us' } })
	expect(await db().select().from(memberNotes)).toHaveLength(1)
	await db()
		.update(users)
		.set({ version: 2 })
		.where(eq(users.id, await accountOf(6)))
	await db()
		.update(users)
		.set({ status: 'active', invitedAt: null })
		.where(eq(users.id, await accountOf(7)))
	expect((await read(id)).mailsWait).toBe(true)
	expect((await cancel(id)).status).toBe(200)
	await run()
	const remaining = (await db().select().from(users)).filter(({ email }) => email.endsWith('@list.example'))
	expect(remaining.map(({ email }) => email).sort()).toEqual([0, 1, 2, 5, 6, 7].map((at) => `p${at}@list.example`))
	expect((await waiting()).map(({ to }) => to)).toEqual(['p2@list.example'])
	const token = (await waiting())[0]?.data?.token ?? ''
	expect((await callApi(checkReset, { body: { token } })).json).toMatchObject({ isValid: true })
	// The data of finished emails is deleted.
	expect((await mails()).filter(({ payload }) => payload !== '{}')).toHaveLength(1)
	expect(await read(id)).toMatchObject({ state: 'done', invited: 3, waiting: 127 })
	expect((await callApi(listImports, { as: admin })).json).toMatchObject([{ id, invited: 3, mailsWait: true }])
})

describe('canceling midway', () => {
	test('leaves no account without an email and no email without an account', async () => {
		for (let turns = 0; turns < 12; turns++) {
			const id = await create(40)
			const cancelLater = async () => {
				for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
				return cancel(id)
			}
			await Promise.all([run(), cancelLater()])
			await run()
			expect(await invited()).toEqual([])
			expect(await waiting()).toEqual([])
			expect(await read(id)).toMatchObject({ state: 'done', invited: 0, waiting: 40, members: 0 })
		}
	})

	test('continues an interrupted withdrawal', async () => {
		const id = await create(120)
		await run()
		await cancel(id)
		const stopping = new AbortController()
		queueMicrotask(() => setImmediate(() => stopping.abort()))
		await run(stopping.signal)
		await run()
		expect(await invited()).toEqual([])
		expect(await read(id)).toMatchObject({ state: 'done', invited: 0, waiting: 120 })
	})
})

describe('canceling is rejected', () => {
	test('if there is nothing left to cancel, and for a missing list', async () => {
		const nothingToCancel = {
			status: 409,
			text: 'There is nothing to cancel: all invitations were sent, or the list was already cancelled.',
		}
		const id = await create(2)
		await run()
		await db().update(outbox).set({ state: 'done' })
		expect(await cancel(id)).toMatchObject(nothingToCancel)
		expect(await invited()).toHaveLength(2)
		expect(await cancel('x')).toMatchObject({ status: 404 })
	})

	test('for all but one of concurrent requests', async () => {
		const id = await create(2)
		const replies = await Promise.all([cancel(id), cancel(id), cancel(id)])
		expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
	})

	test('for a former admin', async () => {
		const id = await create(2)
		await db().update(users).set({ role: 'user' }).where(eq(users.id, owner.id))
		const reply = cancelService({ params: { id }, query: {}, body: undefined as never }, { user: owner } as never)
		await expect(reply).rejects.toMatchObject({ status: 403 })
	})
})
