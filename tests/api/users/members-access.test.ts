import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { passwordResets } from '#db/schema/auth.ts'
import { memberNotes } from '#db/schema/members.ts'
import { type UserRow, users } from '#db/schema/users.ts'
import { getUser, login } from '#src/features/auth/contract.ts'
import { checkReset, requestReset, resetPassword } from '#src/features/auth/password-contract.ts'
import { updateUser } from '#src/features/users/contract.ts'
import { changeUsers, deactivateUser, sendPasswordLink } from '#src/features/users/member-contract.ts'
import { callApi, insertAccount, signedIn, TEST_PASSWORD } from '#tests/support/api/api.ts'
import { waitingMails } from '#tests/support/mail.ts'
import { accountOf, actionsDone, admin, setUpMembers } from '#tests/support/members.ts'

setUpMembers()

async function newestToken(): Promise<string> {
	const { data } = (await waitingMails()).at(-1) as unknown as { data: { token: string } }
	return data.token
}

const NEW = 'oak table by the window'

describe('a password link', () => {
	const send = (id: string, as = admin) => callApi(sendPasswordLink, { as, params: { id } })

	test('is mailed only to the member, works once, and no response or email has a password', async () => {
		const row = await insertAccount({ name: 'Tomas Keller', email: 'tomas@club.example' })
		const reply = await send(row.id)
		expect(reply).toMatchObject({ status: 200, json: { sent: 'link', email: 'tomas@club.example' } })
		const mails = await waitingMails()
		expect(mails).toMatchObject([{ to: 'tomas@club.example', template: 'password-link', data: { by: 'Ruth Adeyemi' } }])
		expect(JSON.stringify(mails)).not.toMatch(/"password":/)
		const token = await newestToken()
		expect(reply.text).not.toContain(token)
		// The old password works until the link is used.
		expect((await callApi(login, { body: { email: row.email, password: TEST_PASSWORD } })).status).toBe(200)
		expect((await callApi(checkReset, { body: { token } })).json).toEqual({ isValid: true })
		expect((await callApi(resetPassword, { body: { token, newPassword: NEW } })).status).toBe(204)
		expect((await callApi(resetPassword, { body: { token, newPassword: NEW } })).status).toBe(400)
		expect((await callApi(login, { body: { email: row.email, password: NEW } })).status).toBe(200)
		expect(await actionsDone()).toEqual(['password.link', 'password.reset'])
	})

	test('is not sent to accounts that cannot use it, and not repeatedly', async () => {
		const away = await insertAccount({ status: 'inactive' })
		expect(await send(away.id)).toMatchObject({ status: 409 })
		const row = await insertAccount()
		for (let at = 0; at < 5; at++) expect((await send(row.id)).status).toBe(200)
		const late = await send(row.id)
		expect(late.status).toBe(429)
		expect(late.header('Retry-After')).toBeDefined()
	})

	test('sent to the old address is invalid after a change of address', async () => {
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

	test('ends sign-ins and links, stores the reason in the notes, and only admin and time in the audit', async () => {
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
		expect(await deactivate(row.id)).toMatchObject({ status: 409, text: 'This account is already inactive' })
		expect(await db().select().from(memberNotes)).toHaveLength(1)
	})

	test.each([
		['on the page of the member', (row: UserRow) => deactivate(row.id)],
		[
			'in the form of an account',
			({ id, name, email }: UserRow) =>
				callApi(updateUser, { as: admin, params: { id }, body: { name, email, role: 'user', status: 'inactive' } }),
		],
		[
			'with several',
			({ id }: UserRow) =>
				callApi(changeUsers, { as: admin, body: { action: 'deactivate', users: [{ id }], reason: 'Moved away' } }),
		],
	])('%s mails the member once, without the reason', async (_, act) => {
		const row = await insertAccount({ name: 'Tomas Keller' })
		for (let at = 0; at < 2; at++) await act(row)
		expect((await accountOf(row.id))?.status).toBe('inactive')
		expect(await waitingMails()).toMatchObject([
			{ to: row.email, template: 'account-deactivated', data: { name: 'Tomas Keller' } },
		])
		expect(JSON.stringify(await waitingMails())).not.toMatch(/pay|Moved/)
	})

	test('can be undone with one email, which an activated invitation does not send', async () => {
		const activate = ({ id, name, email }: UserRow) =>
			callApi(updateUser, { as: admin, params: { id }, body: { name, email, role: 'user', status: 'active' } })
		const row = await insertAccount({ name: 'Tomas Keller', status: 'inactive' })
		for (let at = 0; at < 2; at++) expect((await activate(row)).status).toBe(200)
		expect(await waitingMails()).toMatchObject([
			{ to: row.email, template: 'account-reactivated', data: { name: 'Tomas Keller' } },
		])
		const invited = await insertAccount({ status: 'inactive' })
		await db().update(users).set({ invitedAt: new Date(), invitedBy: 'Ruth' }).where(eq(users.id, invited.id))
		expect((await activate(invited)).status).toBe(200)
		expect(await waitingMails()).toHaveLength(1)
	})

	test('requires a reason, and is rejected for oneself and an account that has changed', async () => {
		const row = await insertAccount()
		expect(await deactivate(row.id, {})).toMatchObject({ status: 400, text: 'Enter a reason' })
		expect(await deactivate(row.id, { reason: 'x'.repeat(501) })).toMatchObject({ status: 400 })
		expect(await deactivate(admin.userId ?? '')).toMatchObject({ status: 403 })
		expect(await deactivate(row.id, { reason: 'Late', version: 7 })).toMatchObject({ status: 409 })
		expect((await accountOf(row.id))?.status).toBe('active')
		expect(await db().select().from(memberNotes)).toEqual([])
	})
})

describe('bulk actions', () => {
	test('approve each account with an email, and list failures with their reasons', async () => {
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
				{ id: 'x', name: 'A deleted account', why: expect.stringMatching(/^[A-Z].+/) },
			],
		})
		for (const { id } of pending) expect((await accountOf(id))?.status).toBe('active')
		expect((await waitingMails()).map(({ to }) => to).sort()).toEqual(pending.map(({ email }) => email).sort())
	})

	test('deactivate with one reason, except accounts that have changed', async () => {
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
				{ name: 'Other', why: 'This account has changed since you opened it, so your edit was not saved.' },
				{ name: 'Ruth Adeyemi', why: 'You cannot change your own role or status' },
			],
		})
		expect((await accountOf(one.id))?.status).toBe('inactive')
		expect((await accountOf(other.id))?.status).toBe('active')
		expect(await db().select().from(memberNotes)).toHaveLength(1)
	})

	test.each([
		[{ action: 'deactivate', users: [{ id: 'x' }] }, 'Enter a reason'],
		[{ action: 'approve', users: [] }, 'Choose at least one account'],
		[{ action: 'delete', users: [{ id: 'x' }] }, 'Choose an action'],
		[{ action: 'approve', users: Array.from({ length: 101 }, () => ({ id: 'x' })) }, 'At most 100 accounts at a time'],
	])('rejects %j', async (body, text) => {
		expect(await callApi(changeUsers, { as: admin, body })).toMatchObject({ status: 400, text })
	})
})

test('an invited person gets a new link by requesting a new password', async () => {
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
	const { runOutbox } = await import('#src/platform/jobs/outbox.ts')
	const { resetWorkers } = await import('#src/features/auth/server/passwords/reset-password.ts')
	await callApi(requestReset, { body: { email: 'TOMAS@club.example' } })
	await runOutbox(resetWorkers, { except: ['mail'] })
	const again = await newestToken()
	expect(again).not.toBe(first)
	expect((await waitingMails()).map(({ template }) => template)).toEqual(['invitation', 'invitation'])
	expect((await callApi(login, { body: { email: row.email, password: NEW } })).status).toBe(401)
	expect((await callApi(resetPassword, { body: { token: again, newPassword: NEW } })).status).toBe(204)
	expect(await accountOf(row.id)).toMatchObject({ status: 'active', invitedAt: null, invitedBy: 'Ruth Adeyemi' })
	expect((await callApi(login, { body: { email: row.email, password: NEW } })).status).toBe(200)
	// All other links are invalid, and a first password sends a welcome instead of a notice of a change.
	expect((await callApi(resetPassword, { body: { token: first, newPassword: NEW } })).status).toBe(400)
	expect((await waitingMails()).map(({ template }) => template)).toEqual(['invitation', 'invitation', 'welcome'])
	expect(await actionsDone()).toEqual(['user.invited', 'user.joined'])
})

test('a withdrawn invitation is invalid', async () => {
	const row = await insertAccount({ status: 'inactive', invited: { by: 'Ruth Adeyemi', at: new Date() } })
	await callApi(sendPasswordLink, { as: admin, params: { id: row.id } })
	const token = await newestToken()
	const reply = await callApi(deactivateUser, { as: admin, params: { id: row.id }, body: { reason: 'Wrong person' } })
	expect(reply).toMatchObject({ status: 200, json: { status: 'inactive', invitedAt: null } })
	expect((await callApi(checkReset, { body: { token } })).json).toEqual({ isValid: false })
	expect((await callApi(resetPassword, { body: { token, newPassword: NEW } })).status).toBe(400)
	expect((await accountOf(row.id))?.status).toBe('inactive')
	expect((await waitingMails()).map(({ template }) => template)).toEqual(['invitation'])
})
