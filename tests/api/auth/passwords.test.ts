import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { authSessions, passwordResets } from '#db/schema/auth.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { users } from '#db/schema/users.ts'
import { shouldChangePassword } from '#src/features/account/server/service.ts'
import { getUser, login } from '#src/features/auth/contract.ts'
import {
	COMMON_PASSWORD,
	changePassword,
	changePasswordForm,
	checkReset,
	requestReset,
	resetPassword,
} from '#src/features/auth/password-contract.ts'
import { isCommonPassword } from '#src/features/auth/server/passwords/common-passwords.ts'
import { updateUser } from '#src/features/users/contract.ts'
import { callApi, insertAccount, type Principal, signedIn, TEST_PASSWORD } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { makeResetMails, waitingMails } from '#tests/support/mail.ts'

let database: TestDatabase
let person: Awaited<ReturnType<typeof insertAccount>>
let session: Principal
beforeEach(async () => {
	database = await freshDatabase()
	person = await insertAccount({ name: 'Tomas Keller', email: 'tomas@club.example', hasInitialPassword: true })
	session = await signedIn(person)
})
afterEach(() => database.discard())

const NEW = 'brass lamp on the left'
const change = (body: Record<string, unknown>, as = session) => callApi(changePassword, { as, body })
const signIn = (password: string) => callApi(login, { body: { email: 'tomas@club.example', password } })
const jar = (cookies: string[]) => cookies.map((cookie) => cookie.split(';')[0]).join('; ')

describe('changing', () => {
	test('ends every other session, opens a new one, sends an email and invalidates the old password', async () => {
		const other = await signedIn(person)
		expect(await shouldChangePassword(person)).toBe(true)
		const reply = await change({ currentPassword: TEST_PASSWORD, newPassword: NEW })
		expect(reply.status).toBe(204)
		for (const old of [session, other]) expect((await callApi(getUser, { as: old })).status).toBe(401)
		expect(
			(await callApi(getUser, { as: { userId: person.id, cookie: jar(reply.setCookies), csrf: '' } })).status,
		).toBe(200)
		expect((await signIn(TEST_PASSWORD)).status).toBe(401)
		expect((await signIn(NEW)).status).toBe(200)
		expect(await waitingMails()).toMatchObject([
			{ to: 'tomas@club.example', template: 'password-changed' },
			// The last sign-in sent no device cookie.
			{ to: 'tomas@club.example', template: 'new-device' },
		])
		expect(await shouldChangePassword(person)).toBe(false)
		expect(await db().select().from(audit)).toMatchObject([{ action: 'password.changed' }])
	})

	test.each([
		[{ currentPassword: '', newPassword: NEW }, 'Current password is required'],
		[{ currentPassword: '12345', newPassword: NEW }, 'Current password is required'],
		[{ newPassword: NEW }, 'Current password is required'],
		[{ currentPassword: TEST_PASSWORD, newPassword: '1234567' }, 'Password must be at least 8 characters'],
		[{ currentPassword: TEST_PASSWORD, newPassword: 'x'.repeat(257) }, 'Password must be at most 256 characters'],
		[{ currentPassword: TEST_PASSWORD, newPassword: 'football1' }, COMMON_PASSWORD],
		[
			{ currentPassword: TEST_PASSWORD, newPassword: TEST_PASSWORD },
			'The new password must be different from the current one',
		],
		[{ currentPassword: 'not my password', newPassword: NEW }, 'Current password is incorrect'],
	])('rejects %o', async (body, text) => {
		expect(await change(body)).toMatchObject({ status: 400, text })
		expect((await callApi(getUser, { as: session })).status).toBe(200)
		expect(await waitingMails()).toEqual([])
	})

	test('requires the new password twice', () => {
		const form = { currentPassword: TEST_PASSWORD, newPassword: NEW, confirmPassword: 'another' }
		expect(changePasswordForm.safeParse(form).error?.issues).toMatchObject([
			{ path: ['confirmPassword'], message: 'Passwords do not match' },
		])
		const both = { currentPassword: '', newPassword: NEW, confirmPassword: 'another' }
		expect(changePasswordForm.safeParse(both).error?.issues.map(({ message }) => message)).toEqual([
			'Current password is required',
			'Passwords do not match',
		])
	})

	test('accepts one of two concurrent changes and sends one email', async () => {
		const otherDevice = await signedIn(person)
		const replies = await Promise.all([
			change({ currentPassword: TEST_PASSWORD, newPassword: NEW }),
			change({ currentPassword: TEST_PASSWORD, newPassword: `${NEW} two` }, otherDevice),
		])
		expect(replies.map(({ status }) => status).sort()).toEqual([204, 409])
		expect(await waitingMails()).toHaveLength(1)
		expect(await db().select().from(authSessions)).toHaveLength(1)
	})

	test('leaves no session if the password changes again in the process', async () => {
		// A reset between storing the password and opening its session, at the moment when the attempts are cleared.
		await database.client.execute(
			"create trigger meanwhile after delete on rate_limits begin update users set password_hash = 'reset'; end",
		)
		expect(await change({ currentPassword: TEST_PASSWORD, newPassword: NEW })).toMatchObject({ status: 409 })
		expect(await db().select().from(authSessions)).toEqual([])
	})

	test('delays the eleventh wrong attempt', async () => {
		for (let i = 0; i < 10; i++)
			expect((await change({ currentPassword: `guess ${i}`, newPassword: NEW })).status).toBe(400)
		expect(await change({ currentPassword: TEST_PASSWORD, newPassword: NEW })).toMatchObject({ status: 429 })
	})
})

describe('resetting', () => {
	const ask = (email: string, clientAddress?: string) =>
		callApi(requestReset, { body: { email }, ...(clientAddress ? { clientAddress } : {}) })
	const tokenOf = async () => {
		const mails = (await waitingMails()).filter(({ template }) => template === 'password-reset')
		return String(mails.at(-1)?.data.token)
	}
	const isValid = async (token: string) => (await callApi(checkReset, { body: { token } })).json
	const reset = (token: string, newPassword = NEW) => callApi(resetPassword, { body: { token, newPassword } })

	test('works once by the mailed link, ends all sessions and lifts the attempt limit', async () => {
		for (let i = 0; i < 10; i++)
			await callApi(login, { body: { email: 'tomas@club.example', password: 'guess' }, clientAddress: `10.0.0.${i}` })
		expect((await signIn(TEST_PASSWORD)).status).toBe(429)
		expect(await ask('Tomas@Club.example')).toMatchObject({ status: 204, text: '' })
		await makeResetMails()
		const token = await tokenOf()
		expect((await db().select().from(passwordResets))[0]?.id).not.toContain(token)
		expect((await reset(token)).status).toBe(204)
		expect((await callApi(getUser, { as: session })).status).toBe(401)
		expect((await signIn(NEW)).status).toBe(200)
		expect(await reset(token)).toMatchObject({ status: 400, text: resetPassword.errors.invalid[1] })
		expect((await waitingMails()).map(({ template }) => template)).toContain('password-changed')
	})

	test('rejects a link sent to the old address after an admin changed it', async () => {
		const admin = await signedIn(await insertAccount({ role: 'admin' }))
		const edit = (email: string, name = 'Tomas Keller') =>
			callApi(updateUser, {
				as: admin,
				params: { id: person.id },
				body: { name, email, role: 'user', status: 'active' },
			})
		await ask('tomas@club.example')
		await makeResetMails()
		expect((await edit('Tomas@club.example', 'Tomas J. Keller')).status).toBe(200)
		expect(await db().select().from(passwordResets)).toHaveLength(1)
		expect((await edit('keller@firm.example')).status).toBe(200)
		expect(await reset(await tokenOf())).toMatchObject({ status: 400, text: resetPassword.errors.invalid[1] })
	})

	test('gives the same reply for every address; only an active member gets a link', async () => {
		await insertAccount({ email: 'inactive@club.example', status: 'inactive' })
		const replies = [
			await ask('tomas@club.example'),
			await ask('nobody@club.example'),
			await ask('inactive@club.example'),
		]
		for (const reply of replies) expect([reply.status, reply.text, reply.setCookies]).toEqual([204, '', []])
		expect(await db().select().from(outbox).where(eq(outbox.kind, 'password-reset'))).toHaveLength(3)
		await makeResetMails()
		expect(await waitingMails()).toMatchObject([
			{ to: 'tomas@club.example', template: 'password-reset' },
			{ to: 'inactive@club.example', template: 'no-password-reset' },
		])
		expect(await db().select().from(passwordResets)).toHaveLength(1)
		// The requested address is not kept.
		expect(
			(await db().select().from(outbox).where(eq(outbox.kind, 'password-reset'))).map(({ payload }) => payload),
		).toEqual(['{}', '{}', '{}'])
	})

	test.each([
		[{}, 'deactivated'],
		[{ applicationStatus: 'approved' }, 'deactivated'],
		[{ applicationStatus: 'pending' }, 'pending'],
		[{ applicationStatus: 'rejected' }, 'rejected'],
	] as const)('mails an account inactive with %o that it is %s, at most twice a day', async (more, barred) => {
		await insertAccount({ name: 'Ada Lind', email: 'away@club.example', status: 'inactive', ...more })
		for (let at = 0; at < 3; at++) {
			await ask('away@club.example')
			await makeResetMails()
		}
		const mail = { to: 'away@club.example', template: 'no-password-reset', data: { name: 'Ada Lind', barred } }
		expect(await waitingMails()).toMatchObject([mail, mail])
		expect(await db().select().from(passwordResets)).toEqual([])
	})

	test('sends one email and one link for a request that is processed twice', async () => {
		await ask('tomas@club.example')
		await makeResetMails()
		await db()
			.update(outbox)
			.set({ state: 'waiting', availableAt: new Date(), payload: '{"emailKey":"tomas@club.example"}' })
			.where(eq(outbox.kind, 'password-reset'))
		await makeResetMails()
		expect(await waitingMails()).toHaveLength(1)
		expect(await db().select().from(passwordResets)).toHaveLength(1)
	})

	test('rejects old, forged and used links, and common passwords', async () => {
		await ask('tomas@club.example')
		await makeResetMails()
		const token = await tokenOf()
		expect(await reset(token, 'password1')).toMatchObject({ status: 400, text: COMMON_PASSWORD })
		expect(await reset('x'.repeat(43))).toMatchObject({ status: 400 })
		await db()
			.update(passwordResets)
			.set({ expiresAt: new Date(Date.now() - 1) })
		expect(await reset(token)).toMatchObject({ status: 400, text: resetPassword.errors.invalid[1] })
	})

	test('checks a link without using it up', async () => {
		await ask('tomas@club.example')
		await makeResetMails()
		const token = await tokenOf()
		for (let i = 0; i < 3; i++) expect(await isValid(token)).toEqual({ isValid: true })
		for (const none of ['', 'x', 'x'.repeat(43), `${token} `]) expect(await isValid(none)).toEqual({ isValid: false })
		expect((await reset(token)).status).toBe(204)
		expect(await isValid(token)).toEqual({ isValid: false })
		await ask('tomas@club.example')
		await makeResetMails()
		const next = await tokenOf()
		await db().update(users).set({ status: 'inactive' }).where(eq(users.id, person.id))
		expect(await isValid(next)).toEqual({ isValid: false })
		await db().update(users).set({ status: 'active' }).where(eq(users.id, person.id))
		await db()
			.update(passwordResets)
			.set({ expiresAt: new Date(Date.now() - 1) })
		expect(await isValid(next)).toEqual({ isValid: false })
	})

	test('sets one password for five concurrent uses of one link', async () => {
		await ask('tomas@club.example')
		await makeResetMails()
		const token = await tokenOf()
		const replies = await Promise.all(Array.from({ length: 5 }, (_, i) => reset(token, `${NEW} ${i}`)))
		expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
		expect((await waitingMails()).filter(({ template }) => template === 'password-changed')).toHaveLength(1)
	})

	test('limits the emails without revealing it in the replies', async () => {
		for (let i = 0; i < 8; i++) expect((await ask('tomas@club.example', `10.1.0.${i}`)).status).toBe(204)
		await makeResetMails()
		expect(await waitingMails()).toHaveLength(5)
		for (let i = 0; i < 30; i++) await ask(`n${i}@club.example`, '10.2.0.1')
		expect(await ask('n@club.example', '10.2.0.1')).toMatchObject({ status: 429 })
	})

	test('invalidates a pending link when the password changes', async () => {
		await ask('tomas@club.example')
		await makeResetMails()
		const token = await tokenOf()
		await change({ currentPassword: TEST_PASSWORD, newPassword: NEW })
		expect((await reset(token, 'something else now')).status).toBe(400)
		const [row] = await db().select().from(users).where(eq(users.id, person.id))
		expect(row?.hasInitialPassword).toBe(false)
	})
})

test('the list has ten thousand passwords and matches regardless of case and character width', () => {
	for (const password of ['123456', 'Password', 'ｐａｓｓｗｏｒｄ', 'iloveyou', 'samurai1'])
		expect(isCommonPassword(password), password).toBe(true)
	for (const password of ['oak table by the window', TEST_PASSWORD, 'second-chair-demo'])
		expect(isCommonPassword(password)).toBe(false)
})
