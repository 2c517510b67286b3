import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { disownSignIn } from '#src/features/account/contract.ts'
import { getUser, login } from '#src/features/auth/contract.ts'
import { confirmIdentity, requestReset, resetPassword } from '#src/features/auth/password-contract.ts'
import { actions } from '#src/features/auth/server/audit-actions.ts'
import { hashPassword } from '#src/features/auth/server/passwords/passwords.ts'
import { setPassword } from '#src/features/auth/server/passwords/set-password.ts'
import { type Deletion, listDeletions, restoreDeletion } from '#src/features/deletions/contract.ts'
import { leave, undoLeave } from '#src/features/leaving/contract.ts'
import { createPasskey, createTotp, getPasskeyOptions } from '#src/features/security/contract.ts'
import { getPasskeyChallenge, loginWithPasskey } from '#src/features/security/sign-in-contract.ts'
import { deleteUser, updateUser } from '#src/features/users/contract.ts'
import { deactivateUser } from '#src/features/users/member-contract.ts'
import { callApi, insertAccount, type Principal, signedIn, TEST_PASSWORD, visitor } from '#tests/support/api/api.ts'
import { makeResetMails, waitingMails } from '#tests/support/mail.ts'
import {
	accountWithApp,
	answer,
	codeOf,
	confirmed,
	enterPassword,
	secondFactorFile,
	withCookies,
} from '#tests/support/second-factor.ts'
import { softAuthenticator } from '#tests/support/soft-authenticator.ts'

// Ways to sign in without the second factor, other than guessing it.

secondFactorFile()

const isAsked = async (account: { email: string }) => {
	const { reply } = await enterPassword(account)
	return reply.status === 401 && reply.header('x-second-factor') === 'totp, recovery'
}

describe('an account still requires its second factor', () => {
	test('after it was deleted and restored', async () => {
		const admin = await signedIn(await insertAccount({ role: 'admin' }))
		const { account, key, as } = await accountWithApp({ role: 'admin' })
		expect((await callApi(deleteUser, { as: admin, params: { id: account.id } })).status).toBe(204)
		const [deletion] = (await callApi(listDeletions, { as: admin })).json as Deletion[]
		const params = { id: deletion?.id ?? '' }
		expect((await callApi(restoreDeletion, { as: admin, params })).status).toBe(200)
		expect((await callApi(getUser, { as })).status).toBe(401)
		expect(await isAsked(account)).toBe(true)
		const { as: entering } = await enterPassword(account)
		// A code that was used before the deletion stays used.
		expect((await answer(entering, { code: codeOf(key, -30_000) })).status).toBe(409)
		expect((await answer(entering, { code: codeOf(key) })).status).toBe(200)
	})

	test('after it was deactivated and activated', async () => {
		const admin = await signedIn(await insertAccount({ role: 'admin' }))
		const { account } = await accountWithApp()
		const { id, name, email } = account
		const off = await callApi(deactivateUser, { as: admin, params: { id }, body: { reason: 'A pause' } })
		expect(off.status, off.text).toBeLessThan(300)
		const on = { name, email, role: 'user', status: 'active' }
		expect((await callApi(updateUser, { as: admin, params: { id }, body: on })).status).toBe(200)
		expect(await isAsked(account)).toBe(true)
	})

	test('after its owner left and returned with only the password, which opens no session', async () => {
		const { account, as } = await accountWithApp()
		expect((await callApi(leave, { as, body: { posts: 'stay' } })).status).toBe(200)
		const body = { email: account.email, password: TEST_PASSWORD }
		const undone = await callApi(undoLeave, { body })
		expect([undone.status, undone.setCookies]).toEqual([204, []])
		expect(await isAsked(account)).toBe(true)
	})
})

describe('a new password set through a mailed link opens no session and still needs the second factor', () => {
	const newPassword = 'quiet harbour lantern 77'

	/** Sets the password through the newest mailed link, then signs in with the email address in upper case. */
	async function expectAsked({ email }: { email: string }) {
		await makeResetMails()
		const mail = (await waitingMails()).findLast(({ to, template }) => to === email && template === 'password-reset')
		const set = await callApi(resetPassword, { body: { token: mail?.data.token, newPassword } })
		expect([set.status, set.setCookies.map((cookie) => cookie.split('=')[0])]).toEqual([204, ['device']])
		const browser = withCookies(visitor(), set)
		const entered = await callApi(login, { as: browser, body: { email: email.toUpperCase(), password: newPassword } })
		expect([entered.status, entered.header('x-second-factor')]).toEqual([401, 'totp, recovery'])
	}

	test('after a requested reset', async () => {
		const { account } = await accountWithApp()
		await callApi(requestReset, { body: { email: account.email } })
		await expectAsked(account)
	})

	test('after the owner reported a sign-in as not theirs', async () => {
		const { account, key } = await accountWithApp()
		await db().update(users).set({ lastSeenAt: new Date() }).where(eq(users.id, account.id))
		const { as } = await enterPassword(account)
		const thief = withCookies(as, await answer(as, { code: codeOf(key), trustDevice: true }))
		const mail = (await waitingMails()).find(({ to, template }) => to === account.email && template === 'new-device')
		expect((await callApi(disownSignIn, { body: { token: mail?.data.token } })).status).toBe(204)
		expect((await callApi(getUser, { as: thief })).status).toBe(401)
		await expectAsked(account)
	})
})

test('a password change between or during the two steps of a sign-in ends it', async () => {
	const { account, key } = await accountWithApp()
	const { as } = await enterPassword(account)
	const { as: entering } = await enterPassword(account)
	const passwordHash = await hashPassword('quiet harbour lantern 77')
	const change = setPassword({ user: account, passwordHash, action: actions['password.reset'], when: sql`1` })
	const [reply] = await Promise.all([answer(entering, { code: codeOf(key) }), write(change)])
	// In either order no one is signed in.
	expect((await callApi(getUser, { as: withCookies(entering, reply) })).status).toBe(401)
	expect((await answer(as, { code: codeOf(key, 30_000) })).status).toBe(401)
})

test('sign-in, recovery codes and confirmations share one limit of tries', async () => {
	const { account, key, as: owner } = await accountWithApp()
	const { as } = await enterPassword(account)
	const statuses: number[] = []
	for (let at = 0; at < 2; at++) statuses.push((await answer(as, { code: '000000' })).status)
	statuses.push((await answer(as, { recoveryCode: 'AAAAA-AAAAA' })).status)
	const confirm = (code: string) => callApi(confirmIdentity, { as: owner, body: { code } })
	for (let at = 0; at < 2; at++) statuses.push((await confirm('000000')).status)
	expect(statuses).toEqual([400, 400, 400, 400, 400])
	expect([(await confirm(codeOf(key))).status, (await answer(as, { code: codeOf(key) })).status]).toEqual([429, 429])
})

describe('the token of one step used for another', () => {
	/** Returns the browser with the token of step `from` in the cookie of step `to`. */
	const swapped = (as: Principal, from: string, to: string): Principal => {
		const token = new RegExp(`${from}=([^;]+)`).exec(as.cookie)?.[1]
		expect(token, from).toBeDefined()
		return { ...as, cookie: `${as.cookie}; ${to}=${token}` }
	}
	const challengeOf = (reply: { json: unknown }) => (reply.json as { challenge: string }).challenge

	/** Adds a passkey and starts to add a second one. */
	async function adding() {
		const as = await confirmed(await signedIn(await insertAccount()))
		const device = softAuthenticator()
		const first = await callApi(getPasskeyOptions, { as })
		const body = { name: 'Phone', passkey: device.create(challengeOf(first)) }
		expect((await callApi(createPasskey, { as: withCookies(as, first), body })).status).toBe(201)
		const second = await callApi(getPasskeyOptions, { as })
		return { device, challenge: challengeOf(second), as: withCookies(as, second) }
	}

	test('does not sign in, whether with the challenge for a new passkey or with a correct password', async () => {
		const { device, challenge, as } = await adding()
		const withChallenge = swapped(as, 'register-step', 'passkey-step')
		const body = { passkey: device.get(challenge) }
		expect((await callApi(loginWithPasskey, { as: withChallenge, body })).status).toBe(401)
		const { account } = await accountWithApp()
		const entering = (await enterPassword(account)).as
		const withPassword = swapped(entering, 'sign-in-step', 'passkey-step')
		expect((await callApi(loginWithPasskey, { as: withPassword, body })).status).toBe(401)
	})

	test('adds no passkey and does not replace a password, given the challenge of a sign-in', async () => {
		const { as } = await adding()
		const begun = await callApi(getPasskeyChallenge, { as })
		const withChallenge = swapped(withCookies(as, begun), 'passkey-step', 'register-step')
		const body = { name: 'Mine', passkey: softAuthenticator().create(challengeOf(begun)) }
		// Removes the cookie of the real step, because the first cookie of a name is used.
		const cookie = withChallenge.cookie.replace(/register-step=[^;]+; /, '')
		expect((await callApi(createPasskey, { as: { ...withChallenge, cookie }, body })).status).toBe(409)
		const { key } = await accountWithApp()
		const visiting = visitor()
		const stranger = withCookies(visiting, await callApi(getPasskeyChallenge, { as: visiting }))
		const asPassword = swapped(stranger, 'passkey-step', 'sign-in-step')
		expect((await answer(asPassword, { code: codeOf(key) })).status).toBe(401)
	})

	test('sets up no app, given a confirmation from another session of the account', async () => {
		const account = await insertAccount()
		const [one, other] = [await confirmed(await signedIn(account)), await signedIn(account)]
		const proof = one.cookie.split('; ').find((part) => part.startsWith('step-up='))
		const borrowed = { ...other, cookie: `${other.cookie}; ${proof}` }
		expect((await callApi(createTotp, { as: one })).status).toBe(200)
		expect((await callApi(createTotp, { as: borrowed })).header('x-step-up')).toBe('1')
	})
})
