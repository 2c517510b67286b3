import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { users } from '#db/schema/users.ts'
import { listMailings, type MailingRow, resumeMailing } from '#src/features/mailings/contract.ts'
import { AUTHOR_GONE, progressText, SENDER_GONE } from '#src/features/mailings/mailing-text.ts'
import { runMailings } from '#src/features/mailings/server/mailing-job.ts'
import { deleteUser, updateUser } from '#src/features/users/contract.ts'
import { createImport, getImport, type UserImport } from '#src/features/users/import-contract.ts'
import { deactivateUser } from '#src/features/users/member-contract.ts'
import { runImports } from '#src/features/users/server/import-job.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { fakeMailServer, makeDraft, read, runAll, send } from '#tests/support/mailings.ts'

// Tests work that an admin started or scheduled, and that is due after they stopped being an admin.

let database: TestDatabase
let owner: Principal
let other: typeof users.$inferSelect
let otherAdmin: Principal
beforeEach(async () => {
	database = await freshDatabase()
	owner = await signedIn(await insertAccount({ role: 'admin', name: 'Ruth Adeyemi' }))
	other = await insertAccount({ role: 'admin', name: 'Piet Maas' })
	otherAdmin = await signedIn(other)
})
afterEach(async () => {
	vi.restoreAllMocks()
	await database.discard()
})

const { email, name } = { email: 'piet@club.example', name: 'Piet Maas' }
const demote = () =>
	callApi(updateUser, {
		as: owner,
		params: { id: other.id },
		body: { name, email, role: 'regular', status: 'active' },
	})
const departures: Array<[string, () => Promise<{ status: number; text: string }>]> = [
	['is no longer an admin', demote],
	[
		'is deactivated',
		() => callApi(deactivateUser, { as: owner, params: { id: other.id }, body: { reason: 'Left us' } }),
	],
	['is deleted', () => callApi(deleteUser, { as: owner, params: { id: other.id } })],
]
const HOUR = 3_600_000

describe.each(departures)('an admin who %s', (_, leave) => {
	test('has their scheduled mailing stopped, and another admin sees the reason', async () => {
		const draft = await makeDraft(otherAdmin)
		const reply = await send(otherAdmin, draft, { sendAt: new Date(Date.now() + HOUR).toISOString() })
		expect(reply.status, reply.text).toBe(200)
		const left = await leave()
		expect(left.status, left.text).toBeLessThan(300)
		const { mails, deliver } = fakeMailServer()
		await runMailings(Date.now() + 2 * HOUR, deliver)
		await runAll(deliver)
		expect(mails).toEqual([])
		expect(await read(owner, draft.id)).toMatchObject({ state: 'stopped', lastError: AUTHOR_GONE })
		const [row] = (await callApi(listMailings, { as: owner })).json as MailingRow[]
		expect(row && progressText(row)).toContain(AUTHOR_GONE.toLowerCase())
		const entries = await db().select().from(audit).where(eq(audit.action, 'mailing.stopped'))
		expect(entries).toMatchObject([{ subjectId: draft.id, actorId: null }])
		expect((await callApi(resumeMailing, { as: owner, params: { id: draft.id } })).status).toBe(200)
		await runAll(deliver)
		expect(mails.length).toBeGreaterThan(0)
		expect(await read(owner, draft.id)).toMatchObject({ state: 'sent', lastError: null })
	})

	test('has their running mailing paused, and another admin sees the reason and may resume it', async () => {
		const draft = await makeDraft(otherAdmin)
		expect((await send(otherAdmin, draft)).status).toBe(200)
		const { mails, deliver } = fakeMailServer()
		await runMailings(Date.now(), deliver)
		expect(mails).toHaveLength(1)
		const left = await leave()
		expect(left.status, left.text).toBeLessThan(300)
		await runAll(deliver)
		expect(mails).toHaveLength(1)
		expect(await read(owner, draft.id)).toMatchObject({ state: 'stopped', lastError: SENDER_GONE, sent: 1 })
		const [row] = (await callApi(listMailings, { as: owner })).json as MailingRow[]
		expect(row && progressText(row)).toContain(SENDER_GONE.toLowerCase())
		const entries = await db().select().from(audit).where(eq(audit.action, 'mailing.stopped'))
		expect(entries).toMatchObject([
			{ subjectId: draft.id, actorId: null, detail: JSON.stringify({ reason: SENDER_GONE }) },
		])
		expect((await callApi(resumeMailing, { as: owner, params: { id: draft.id } })).status).toBe(200)
		await runAll(deliver)
		expect(await read(owner, draft.id)).toMatchObject({ state: 'sent', lastError: null })
	})

	test('has their list canceled, which is shown', async () => {
		const rawBody = `Name,Email\n${[1, 2, 3].map((at) => `Person ${at},p${at}@list.example`).join('\n')}\n`
		const { id } = (await callApi(createImport, { as: otherAdmin, rawBody, query: {} })).json as UserImport
		const left = await leave()
		expect(left.status, left.text).toBeLessThan(300)
		await runImports(new AbortController().signal)
		expect((await callApi(getImport, { as: owner, params: { id } })).json).toMatchObject({
			...{ state: 'done', invited: 0, waiting: 3, cancelledAt: expect.any(String), cancelledByName: null },
		})
		expect((await db().select().from(users)).filter(({ invitedAt }) => invitedAt !== null)).toEqual([])
	})
})

test("unsent emails of a former admin's completed list are withdrawn", async () => {
	const rawBody = `Name,Email\n${[1, 2, 3].map((at) => `Person ${at},p${at}@list.example`).join('\n')}\n`
	const { id } = (await callApi(createImport, { as: otherAdmin, rawBody, query: {} })).json as UserImport
	await runImports(new AbortController().signal)
	expect((await callApi(getImport, { as: owner, params: { id } })).json).toMatchObject({ state: 'done', invited: 3 })
	expect((await demote()).status).toBe(200)
	await runImports(new AbortController().signal)
	expect((await callApi(getImport, { as: owner, params: { id } })).json).toMatchObject({
		...{ state: 'done', invited: 0, waiting: 3, cancelledByName: null },
	})
})

test('a scheduled mailing of a remaining admin is sent, even after other changes to the account', async () => {
	const draft = await makeDraft(otherAdmin)
	await send(otherAdmin, draft, { sendAt: new Date(Date.now() + HOUR).toISOString() })
	const body = { name: 'Piet de Maas', email, role: 'admin', status: 'active' }
	expect((await callApi(updateUser, { as: owner, params: { id: other.id }, body })).status).toBe(200)
	const { mails, deliver } = fakeMailServer()
	await runMailings(Date.now() + 2 * HOUR, deliver)
	await runAll(deliver)
	expect(mails.length).toBeGreaterThan(0)
})
