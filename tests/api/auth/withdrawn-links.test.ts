import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { passwordResets } from '#db/schema/auth.ts'
import { users } from '#db/schema/users.ts'
import { sendDueMails } from '#src/app/mails.ts'
import { changeUsers } from '#src/app/member-records.ts'
import { decideApplication } from '#src/features/applications/server/decisions.ts'
import { checkReset, requestReset, resetPassword } from '#src/features/auth/password-contract.ts'
import { deactivateDomain } from '#src/features/auth/server/accounts.ts'
import { sendMailing } from '#src/features/mailings/server/send.ts'
import { deleteUser, updateUser } from '#src/features/users/contract.ts'
import { inviteUser } from '#src/features/users/import-contract.ts'
import { deactivateUser, sendPasswordLink } from '#src/features/users/member-contract.ts'
import { readWrittenMail, writtenMails } from '#src/platform/mail/deliver.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { deleteMails, makeResetMails, waitingMails } from '#tests/support/mail.ts'
import { makeDraft } from '#tests/support/mailings.ts'

let database: TestDatabase
let admin: Principal
let owner: typeof users.$inferSelect
beforeEach(async () => {
	database = await freshDatabase()
	owner = await insertAccount({ role: 'admin', name: 'Ruth Adeyemi', email: 'ruth@club.example' })
	admin = await signedIn(owner)
})
afterEach(() => database.discard())

const invite = async (email: string) => {
	const reply = await callApi(inviteUser, { as: admin, body: { name: 'Tomas Keller', email } })
	expect(reply.status, reply.text).toBe(201)
	return reply.json as { id: string; version: number }
}
const send = (id: string) => callApi(sendPasswordLink, { as: admin, params: { id } })
const ask = (email: string, clientAddress: string) => callApi(requestReset, { body: { email }, clientAddress })
const accountOf = async (id: string) => (await db().select().from(users).where(eq(users.id, id)))[0]
const newestToken = async () => String((await waitingMails()).at(-1)?.data.token)
const isValid = async (token: string) =>
	((await callApi(checkReset, { body: { token } })).json as { isValid: boolean }).isValid
const edit = async (id: string, change: object) => {
	const { name, email, role, status } = (await accountOf(id)) as typeof users.$inferSelect
	const body = { name, email, role, status, ...change }
	const reply = await callApi(updateUser, { as: admin, params: { id }, body })
	expect(reply.status, reply.text).toBe(200)
}

describe('an email with a withdrawn link is never sent:', () => {
	/** Returns the recipients of sent emails. */
	async function left(): Promise<string[]> {
		await sendDueMails()
		expect(await waitingMails()).toEqual([])
		const mails = await Promise.all((await writtenMails()).map(readWrittenMail))
		return mails.map((mail) => /^To: (.*)$/m.exec(mail ?? '')?.[1] ?? '')
	}

	const ways: Array<[string, (id: string) => Promise<unknown>]> = [
		['deactivated', (id) => callApi(deactivateUser, { as: admin, params: { id }, body: { reason: 'By mistake' } })],
		['deleted', (id) => callApi(deleteUser, { as: admin, params: { id } })],
		['given another address', (id) => edit(id, { email: 'other@club.example' })],
	]
	test.each(ways)('to an invited person who then %s', async (name, change) => {
		const address = `${name.replaceAll(' ', '-')}@invited.example`
		await deleteMails()
		const { id } = await invite(address)
		await invite(`kept-${address}`)
		await change(id)
		const to = await left()
		expect(to).toContain(`kept-${address}`)
		expect(to).not.toContain(address)
	})
})

describe('withdrawn links', () => {
	test.each([
		['the role', { role: 'admin' }],
		['the status', { status: 'inactive' }],
	])('after a change of %s in the form, even if reverted', async (_, change) => {
		const { id, role, status } = await insertAccount()
		await send(id)
		const token = await newestToken()
		await edit(id, { name: 'Another Name' })
		expect(await isValid(token)).toBe(true)
		await edit(id, change)
		await edit(id, { role, status })
		expect(await isValid(token)).toBe(false)
		expect(await db().select().from(passwordResets)).toEqual([])
	})

	test('of a blocked domain are invalid', async () => {
		const { id } = await insertAccount({ email: 'demo@demo.example' })
		await send(id)
		await deactivateDomain('demo.example')
		expect(await db().select().from(passwordResets)).toEqual([])
	})

	test('of an invited person stay valid after activation, because they have no other way to sign in', async () => {
		const { id } = await invite('tomas@club.example')
		const token = await newestToken()
		await edit(id, { status: 'active' })
		const newPassword = 'oak table by the window'
		expect((await callApi(resetPassword, { body: { token, newPassword } })).status).toBe(204)
	})

	test('are never created for a person who is deactivated at the same time', async () => {
		const { id } = await invite('tomas@club.example')
		await db().delete(passwordResets)
		const before = await waitingMails()
		await ask('tomas@club.example', '10.1.0.1')
		// The trigger withdraws the invitation after the account is read and before the link is created.
		await db().run(sql`create trigger withdrawn after insert on rate_limits when new.key like 'invited-ask-day:%'
			begin update users set invited_at = null where name = 'Tomas Keller'; end`)
		await makeResetMails()
		expect((await accountOf(id))?.invitedAt).toBeNull()
		expect(await db().select().from(passwordResets)).toEqual([])
		expect(await waitingMails()).toEqual(before)
	})
})

describe('mail limits', () => {
	test('visitor requests do not count toward the limit of admins', async () => {
		const member = await insertAccount({ email: 'tomas@club.example' })
		for (let i = 0; i < 8; i++) await ask('tomas@club.example', `10.1.0.${i}`)
		await makeResetMails()
		expect(await waitingMails()).toHaveLength(5)
		expect((await send(member.id)).status).toBe(200)
		for (let i = 0; i < 4; i++) await send(member.id)
		expect((await send(member.id)).status).toBe(429)
	})

	test('admins can repeat an unanswered invitation only a few times', async () => {
		const { id } = await invite('tomas@club.example')
		for (let i = 0; i < 3; i++) expect((await send(id)).status).toBe(200)
		const late = await send(id)
		expect(late).toMatchObject({
			status: 429,
			text: 'This person was invited several times recently. Please give them a few days to respond.',
		})
		const before = (await waitingMails()).length
		for (let i = 0; i < 8; i++) await ask('tomas@club.example', `10.1.0.${i}`)
		await makeResetMails()
		expect((await waitingMails()).length - before).toBe(2)
	})
})

describe('an admin demoted before the job runs', () => {
	const refused = { status: 403, text: 'You do not have permission to do this' }

	test('approves none of the remaining selected people', async () => {
		const pending = await Promise.all(
			['One', 'Two', 'Three'].map((name) => insertAccount({ name, status: 'inactive', applicationStatus: 'pending' })),
		)
		await db().run(sql`create trigger demoted after update of application_status on users
			when new.application_status = 'approved' begin update users set role = 'user' where name = 'Ruth Adeyemi'; end`)
		const body = { action: 'approve' as const, users: pending.map(({ id }) => ({ id })) }
		const done = await changeUsers({ params: {}, query: {}, body }, { user: owner } as never)
		expect(done).toMatchObject({ done: 1, refused: [{ why: refused.text }, { why: refused.text }] })
		expect((await waitingMails()).filter(({ template }) => template === 'application-approved')).toHaveLength(1)
	})

	test('rejects nobody and sends no mailing', async () => {
		const { id: userId } = await insertAccount({ status: 'inactive', applicationStatus: 'pending' })
		await insertAccount()
		const draft = await makeDraft(admin)
		await db().update(users).set({ role: 'user' }).where(eq(users.id, owner.id))
		const as = { user: owner } as never
		const body = { action: 'reject' as const }
		await expect(decideApplication({ params: { userId }, query: {}, body }, as)).rejects.toMatchObject(refused)
		const { id, version } = draft
		const sent = sendMailing({ params: { id }, query: {}, body: { version, sendAt: null } }, as)
		await expect(sent).rejects.toMatchObject(refused)
		expect((await accountOf(userId))?.applicationStatus).toBe('pending')
	})
})
