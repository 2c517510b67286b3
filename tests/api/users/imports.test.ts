import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { memberImportRows, memberImports } from '#db/schema/members.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { users } from '#db/schema/users.ts'
import { login } from '#src/features/auth/contract.ts'
import { checkReset, resetPassword } from '#src/features/auth/password-contract.ts'
import {
	createImport,
	exportImport,
	getImport,
	inviteUser,
	listImports,
	type UserImport,
} from '#src/features/users/import-contract.ts'
import { runImports } from '#src/features/users/server/import-job.ts'
import { deleteOldImports } from '#src/features/users/server/imports.ts'
import { env } from '#src/platform/env/env.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

let database: TestDatabase
let admin: Principal
beforeEach(async () => {
	database = await freshDatabase()
	admin = await signedIn(await insertAccount({ role: 'admin', name: 'Ruth Adeyemi', email: 'ruth@club.example' }))
})
afterEach(async () => {
	vi.restoreAllMocks()
	await database.discard()
})

const create = (list: string | Uint8Array, query: Record<string, string> = {}) =>
	callApi(createImport, { as: admin, rawBody: list, query })
const run = () => runImports(new AbortController().signal)
const people = async () =>
	(await db().select().from(users).orderBy(users.id)).filter(({ invitedAt }) => invitedAt !== null)

interface InvitationMail {
	at: number
	to: string
	data: { name: string; by: string; token: string }
	until: number
}
/** Returns the queued invitations in sending order. */
async function invitations(): Promise<InvitationMail[]> {
	const rows = await db().select().from(outbox).orderBy(outbox.availableAt)
	return rows
		.map(({ payload, availableAt }) => ({ ...JSON.parse(payload), at: availableAt.getTime() }))
		.filter(({ template }) => template === 'invitation')
}

const LIST = `Name,Email,Firm,Phone
Tomas Keller,tomas@keller.example,Keller Law,+1 212 555 0123
"Calloway, Ines",INES@calloway.example,"Calloway ""&"" Partners",
`

describe('inviting a list', () => {
	test('invites each person once by an email with a seven-day link, without any password', async () => {
		const reply = await create(LIST)
		expect(reply).toMatchObject({
			status: 201,
			json: { state: 'running', rowCount: 2, waiting: 2, invited: 0, createdByName: 'Ruth Adeyemi' },
		})
		const { id } = reply.json as UserImport
		// There are no accounts until the job runs.
		expect(await people()).toEqual([])
		expect(await run()).toBe(1)
		expect(await people()).toMatchObject([
			{ name: 'Tomas Keller', role: 'user', status: 'inactive', firmName: 'Keller Law', invitedBy: 'Ruth Adeyemi' },
			{ name: 'Calloway, Ines', role: 'user', email: 'INES@calloway.example', phoneNumber: null },
		])
		expect(await callApi(getImport, { as: admin, params: { id } })).toMatchObject({
			json: { state: 'done', invited: 2, waiting: 0, members: 0, faulty: 0 },
		})
		const mails = await invitations()
		expect(mails.map(({ to }) => to)).toEqual(['tomas@keller.example', 'INES@calloway.example'])
		for (const { at, until } of mails) expect(until - at).toBe(7 * 24 * 60 * 60_000)
		expect(JSON.stringify(await db().select().from(outbox))).not.toMatch(/"password"/)
		const [entry] = await db().select().from(audit)
		expect(await db().select().from(audit)).toHaveLength(1)
		expect(entry).toMatchObject({ action: 'members.imported', actorName: 'Ruth Adeyemi', subjectName: '2 rows' })
		expect(JSON.parse(entry?.detail ?? '')).toEqual({ new: 2, members: 0, faulty: 0 })
	})

	test('names the inviting admin and the account, and lets them choose a password', async () => {
		await create(LIST)
		await run()
		const [mail] = await invitations()
		const token = mail?.data.token ?? ''
		expect((await callApi(checkReset, { body: { token } })).json).toEqual({
			isValid: true,
			invitation: {
				...{ name: 'Tomas Keller', email: 'tomas@keller.example', by: 'Ruth Adeyemi' },
				...{ to: 'Second Chair', about: expect.any(String) },
			},
		})
		const newPassword = 'oak table by the window'
		expect((await callApi(resetPassword, { body: { token, newPassword } })).status).toBe(204)
		const reply = await callApi(login, { body: { email: 'tomas@keller.example', password: newPassword } })
		expect(reply).toMatchObject({ status: 200, json: { role: 'user', name: 'Tomas Keller' } })
	})

	test('sends fifty emails a minute in total for two lists, without delaying other emails', async () => {
		const list = (name: string) =>
			`Name,Email\n${Array.from({ length: 60 }, (_, at) => `Person ${at},p${at}@${name}.example`).join('\n')}\n`
		await create(list('one'))
		await create(list('two'))
		expect(await run()).toBe(2)
		const times = (await invitations()).map(({ at }) => at)
		expect(times).toHaveLength(120)
		for (let at = 0; at + 50 < times.length; at++)
			expect((times[at + 50] ?? 0) - (times[at] ?? 0)).toBeGreaterThanOrEqual(60_000)
		// A new email is due before most of the invitations.
		expect(times.filter((at) => at > Date.now()).length).toBeGreaterThan(110)
	})

	test('adds no one the second time, even in upper case', async () => {
		await create(LIST)
		await run()
		expect(await create(LIST.toUpperCase().replace('NAME,EMAIL', 'Name,Email'))).toMatchObject({
			status: 409,
			text: 'Nobody on this list can be invited: they are already members or have errors.',
		})
		expect(await people()).toHaveLength(2)
	})

	test('invites each person once from two concurrent lists', async () => {
		await Promise.all([create(LIST), create(LIST)])
		await Promise.all([run(), run()])
		expect(await people()).toHaveLength(2)
		expect(await invitations()).toHaveLength(2)
		const rows = await db().select().from(memberImportRows)
		expect(rows.map(({ state }) => state).sort()).toEqual(['invited', 'invited', 'member', 'member'])
	})

	test('resumes after a stop without duplicates and without missing emails', async () => {
		const list = `Name,Email\n${Array.from({ length: 40 }, (_, at) => `Person ${at},p${at}@stop.example`).join('\n')}\n`
		await create(list)
		for (let stops = 0; stops < 60; stops++) {
			const stopping = new AbortController()
			// Stops the job each time while the next row is processed.
			queueMicrotask(() => setImmediate(() => stopping.abort()))
			if ((await runImports(stopping.signal)) > 0) break
			const [all, mails] = await Promise.all([people(), invitations()])
			expect(mails.map(({ to }) => to).sort()).toEqual(all.map(({ email }) => email).sort())
		}
		await run()
		expect(await people()).toHaveLength(40)
		expect(new Set((await invitations()).map(({ to }) => to)).size).toBe(40)
		expect(await invitations()).toHaveLength(40)
	})

	test('discards a list whose rows were not stored completely', async () => {
		const { id } = (await create(LIST)).json as UserImport
		await db()
			.update(memberImports)
			.set({ state: 'loading', createdAt: new Date(Date.now() - 2 * 60 * 60_000) })
			.where(eq(memberImports.id, id))
		expect(await run()).toBe(0)
		expect(await people()).toEqual([])
		await deleteOldImports()
		expect(await db().select().from(memberImportRows)).toEqual([])
		expect(await callApi(getImport, { as: admin, params: { id } })).toMatchObject({
			status: 404,
			text: 'This list no longer exists',
		})
	})

	test('deletes the list with all its rows after a month', async () => {
		await create(LIST)
		await run()
		await deleteOldImports(Date.now() + 29 * 24 * 60 * 60_000)
		expect(await db().select().from(memberImportRows)).toHaveLength(2)
		await deleteOldImports(Date.now() + 31 * 24 * 60 * 60_000)
		expect(await db().select().from(memberImports)).toEqual([])
		expect(await db().select().from(memberImportRows)).toEqual([])
		expect(await people()).toHaveLength(2)
	})

	test('has a report without formulas', async () => {
		const list = `Name,Email\n"=HYPERLINK(""x"")",a@report.example\nNo Address,\nRuth,ruth@club.example\n`
		const { id } = (await create(list)).json as UserImport
		await run()
		const reply = await callApi(exportImport, { as: admin, params: { id } })
		expect(reply.header('content-disposition')).toMatch(/^attachment; filename="invited-\d{4}-\d\d-\d\d\.csv"$/)
		expect(reply.header('cache-control')).toBe('private, no-store')
		expect(reply.text.split('\r\n')).toEqual([
			'\uFEFF"Row","Name","Email","Result","Why","Status now"',
			`"2","'=HYPERLINK(""x"")","a@report.example","invited","","Invited"`,
			'"3","No Address","","faulty","Row 3: email address is missing",""',
			'"4","Ruth","ruth@club.example","known already","","Active"',
			'',
		])
		expect((await callApi(exportImport, { as: admin, params: { id: 'x' } })).status).toBe(404)
		expect((await callApi(listImports, { as: admin })).json).toMatchObject([
			{ id, invited: 1, members: 1, faulty: 1, waiting: 0 },
		])
	})

	test('is rejected without a mail server and stores nothing', async () => {
		const settings = env()
		const before = { production: settings.production, smtpUrl: settings.smtpUrl }
		Object.assign(settings, { production: true, smtpUrl: undefined })
		try {
			expect((await create(LIST)).status).toBe(503)
			const body = { name: 'Tomas Keller', email: 'tomas@keller.example' }
			expect((await callApi(inviteUser, { as: admin, body })).status).toBe(503)
		} finally {
			Object.assign(settings, before)
		}
		expect(await db().select().from(memberImports)).toEqual([])
	})
})

describe('inviting one person', () => {
	const invite = (body: object) => callApi(inviteUser, { as: admin, body })

	test('creates an account that only the link opens', async () => {
		const reply = await invite({ name: 'Tomas Keller', email: 'tomas@keller.example' })
		expect(reply).toMatchObject({
			status: 201,
			json: { role: 'user', status: 'inactive', invitedAt: expect.any(String) },
		})
		expect(reply.text).not.toMatch(/argon2|token/i)
		expect(await invitations()).toMatchObject([{ to: 'tomas@keller.example', data: { by: 'Ruth Adeyemi' } }])
		expect(await db().select().from(audit)).toMatchObject([{ action: 'user.invited', subjectName: 'Tomas Keller' }])
	})

	test('makes the person an admin once they choose a password through the link', async () => {
		const email = 'ines@calloway.example'
		expect(await invite({ name: 'Ines Calloway', email, role: 'admin' })).toMatchObject({
			status: 201,
			json: { role: 'admin', status: 'inactive' },
		})
		expect(await db().select().from(audit)).toMatchObject([{ action: 'user.invited', detail: '{"role":"admin"}' }])
		const token = (await invitations())[0]?.data.token
		const password = 'second lamp on the right'
		expect((await callApi(resetPassword, { body: { token, newPassword: password } })).status).toBe(204)
		expect(await callApi(login, { body: { email, password } })).toMatchObject({
			status: 200,
			json: { role: 'admin' },
		})
		expect(await invite({ name: 'Ola', email: 'o@b.example', role: 'owner' })).toMatchObject({
			status: 400,
			text: 'Choose a role',
		})
	})

	test.each([
		[{ name: 'T', email: 'a@b.example' }, 400, 'Name must be at least 2 characters'],
		[{ name: 'Tomas', email: 'x' }, 400, 'Invalid email address'],
		[{ name: 'Ruth Two', email: 'RUTH@club.example' }, 409, 'This person is already a member.'],
	])('rejects %o', async (body, status, text) => {
		expect(await invite(body)).toMatchObject({ status, text })
		expect(await invitations()).toEqual([])
		expect(await db().select().from(audit)).toEqual([])
	})
})
