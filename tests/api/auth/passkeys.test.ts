import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { passkeys } from '#db/schema/security.ts'
import { users } from '#db/schema/users.ts'
import { getUser } from '#src/features/auth/contract.ts'
import { confirmIdentity } from '#src/features/auth/password-contract.ts'
import {
	createPasskey,
	deletePasskey,
	deleteTotp,
	getPasskeyOptions,
	getSecurity,
	type Security,
	updatePasskey,
} from '#src/features/security/contract.ts'
import { getPasskeyChallenge, loginWithPasskey } from '#src/features/security/sign-in-contract.ts'
import { callApi, insertAccount, type Principal, signedIn, visitor } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { waitingMails } from '#tests/support/mail.ts'
import { accountWithApp, confirmed, enterPassword, withCookies } from '#tests/support/second-factor.ts'
import { softAuthenticator } from '#tests/support/soft-authenticator.ts'

let database: TestDatabase
beforeAll(async () => {
	database = await freshDatabase()
})
afterAll(() => database.discard())

type Device = ReturnType<typeof softAuthenticator>
type Options = Parameters<Device['get']>[1]

async function register(as: Principal, device = softAuthenticator(), options: Options = {}) {
	const begun = await callApi(getPasskeyOptions, { as })
	const { challenge } = begun.json as { challenge: string }
	const from = withCookies(as, begun)
	const body = { name: 'My phone', passkey: device.create(challenge, options) }
	return { device, from, body, reply: await callApi(createPasskey, { as: from, body }) }
}

async function withPasskey() {
	const account = await insertAccount()
	const as = await confirmed(await signedIn(account))
	const { device, reply } = await register(as)
	expect(reply.status, reply.text).toBe(201)
	return { account, as, device, codes: (reply.json as { recoveryCodes: string[] }).recoveryCodes }
}

async function challenged(as = visitor()) {
	const begun = await callApi(getPasskeyChallenge, { as })
	return { as: withCookies(as, begun), challenge: (begun.json as { challenge: string }).challenge }
}

async function signIn(device: Device, options: Options = {}) {
	const { as, challenge } = await challenged()
	const passkey = device.get(challenge, options)
	const reply = await callApi(loginWithPasskey, { as, body: { passkey } })
	return { as: withCookies(as, reply), reply, passkey }
}

test('a passkey signs in without a password, or as the second factor after one', async () => {
	const { account, device, codes, as: owner } = await withPasskey()
	expect(codes).toHaveLength(10)
	const { as, reply } = await signIn(device)
	expect([reply.status, (reply.json as { id: string }).id]).toEqual([200, account.id])
	expect((await callApi(getUser, { as })).status).toBe(200)
	const { reply: asked } = await enterPassword(account)
	expect([asked.status, asked.header('x-second-factor')]).toEqual([401, 'recovery, passkey'])
	const { passkeys: listed } = (await callApi(getSecurity, { as: owner })).json as Security
	expect(listed).toMatchObject([{ name: 'My phone', lastUsedAt: expect.any(String) }])
})

describe('is not added', () => {
	test.each([
		['from another site', { origin: 'https://evil.example' }],
		['for another host', { rpId: 'evil.example' }],
		['without a check of its user', { isVerified: false }],
	])('%s', async (_, options) => {
		const as = await confirmed(await signedIn(await insertAccount()))
		const { reply } = await register(as, softAuthenticator(), options)
		expect([reply.status, reply.text]).toEqual([400, 'This passkey could not be added. Please try again.'])
	})

	test('without a confirmation, with a used challenge, by another account, twice, or as the eleventh', async () => {
		const account = await insertAccount()
		const session = await signedIn(account)
		expect((await callApi(getPasskeyOptions, { as: session })).status).toBe(401)
		const as = await confirmed(session)
		const { from, body, device } = await register(as)
		expect((await callApi(createPasskey, { as: from, body })).status).toBe(409)
		expect((await register(as, device)).reply.text).toBe('This passkey has already been added.')
		const other = await confirmed(await signedIn(await insertAccount()))
		const begun = await callApi(getPasskeyOptions, { as })
		const borrowed = withCookies(other, begun)
		const passkey = softAuthenticator().create((begun.json as { challenge: string }).challenge)
		expect((await callApi(createPasskey, { as: borrowed, body: { name: 'Mine', passkey } })).status).toBe(409)
		for (let at = 1; at < 10; at++) expect((await register(as)).reply.status).toBe(201)
		const full = await callApi(getPasskeyOptions, { as })
		expect([full.status, full.text]).toEqual([409, 'You can have at most 10 passkeys.'])
	})
})

describe('does not sign in', () => {
	test.each([
		['from another site', { origin: 'https://evil.example' }],
		['for another host', { rpId: 'evil.example' }],
		['without a check of its user', { isVerified: false }],
	])('%s', async (_, options) => {
		const { device } = await withPasskey()
		const { reply } = await signIn(device, options)
		expect([reply.status, reply.text]).toEqual([400, 'This passkey could not be checked. Please try again.'])
	})

	test('if it is unknown or signed with another key', async () => {
		const { reply } = await signIn(softAuthenticator())
		expect([reply.status, reply.text]).toEqual([404, 'This passkey is not known here'])
		const { device } = await withPasskey()
		const { as, challenge } = await challenged()
		const passkey = { ...softAuthenticator().get(challenge), id: device.id, rawId: device.id }
		expect((await callApi(loginWithPasskey, { as, body: { passkey } })).status).toBe(400)
	})

	test('with a used or expired challenge, or one of another browser', async () => {
		const { device } = await withPasskey()
		const first = await challenged()
		const passkey = device.get(first.challenge)
		expect((await callApi(loginWithPasskey, { as: first.as, body: { passkey } })).status).toBe(200)
		const again = await callApi(loginWithPasskey, { as: first.as, body: { passkey } })
		expect([again.status, again.text]).toEqual([401, 'That took too long. Please try again.'])
		const [one, other] = [await challenged(), await challenged()]
		expect(
			(await callApi(loginWithPasskey, { as: one.as, body: { passkey: device.get(other.challenge) } })).status,
		).toBe(400)
		const late = await challenged()
		vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 + 1 })
		const reply = await callApi(loginWithPasskey, { as: late.as, body: { passkey: device.get(late.challenge) } })
		vi.useRealTimers()
		expect(reply.status).toBe(401)
	})

	test('with a counter that does not increase, and notifies its owner', async () => {
		const { account, device } = await withPasskey()
		expect((await signIn(device, { counter: 5 })).reply.status).toBe(200)
		for (const counter of [5, 4, 0]) expect((await signIn(device, { counter })).reply.status).toBe(400)
		expect((await signIn(device, { counter: 6 })).reply.status).toBe(200)
		const mails = (await waitingMails()).filter(({ to, data }) => to === account.email && data.event === 'copied')
		expect(mails).toHaveLength(3)
	})

	test('to a deactivated account', async () => {
		const { account, device } = await withPasskey()
		await db().update(users).set({ status: 'inactive' }).where(eq(users.id, account.id))
		expect((await signIn(device)).reply.status).toBe(403)
	})
})

test('a passkey confirms only its own account', async () => {
	const { device } = await withPasskey()
	const own = await challenged((await signIn(device)).as)
	const confirming = { as: own.as, body: { passkey: device.get(own.challenge) } }
	expect((await callApi(confirmIdentity, confirming)).status).toBe(200)
	const other = await withPasskey()
	const { as, challenge } = await challenged(other.as)
	const reply = await callApi(confirmIdentity, { as, body: { passkey: device.get(challenge) } })
	expect([reply.status, reply.text]).toEqual([404, 'This passkey is not known here'])
})

test('owners rename and remove their passkeys; removing the last one turns the second factor off', async () => {
	const { account, as, device } = await withPasskey()
	const other = await withPasskey()
	const params = { id: device.id }
	for (const contract of [updatePasskey, deletePasskey])
		expect((await callApi(contract, { as: other.as, params, body: { name: 'Mine' } })).status).toBe(404)
	expect((await callApi(updatePasskey, { as, params, body: { name: ' Desk ' } })).status).toBe(204)
	expect(await db().select({ name: passkeys.name }).from(passkeys).where(eq(passkeys.id, device.id))).toEqual([
		{ name: 'Desk' },
	])
	expect((await callApi(deletePasskey, { as, params })).status).toBe(204)
	expect((await enterPassword(account)).reply.status).toBe(200)
	expect((await signIn(device)).reply.status).toBe(404)
})

test('removing an app keeps the passkey as the second factor', async () => {
	const { account, as } = await accountWithApp()
	expect((await register(as)).reply.json).toEqual({ recoveryCodes: [] })
	expect((await callApi(deleteTotp, { as })).status).toBe(204)
	expect((await enterPassword(account)).reply.header('x-second-factor')).toBe('recovery, passkey')
})
