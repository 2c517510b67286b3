import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { factorResets, totpSecrets } from '#db/schema/security.ts'
import { users } from '#db/schema/users.ts'
import { sendDueMails } from '#src/app/mails.ts'
import { confirmEmail } from '#src/features/account/address-contract.ts'
import { disownSignIn } from '#src/features/account/contract.ts'
import { getUser } from '#src/features/auth/contract.ts'
import { cancelFactorReset, requestFactorReset, stopFactorReset } from '#src/features/security/reset-contract.ts'
import { factorResetRequested } from '#src/features/security/server/mails.ts'
import { countUnreadable, resealSecrets } from '#src/features/security/server/reseal.ts'
import { carryOutResets, resetSecondFactor } from '#src/features/security/server/reset.ts'
import { deleteUser, updateUser } from '#src/features/users/contract.ts'
import { getMember, type Member } from '#src/features/users/member-contract.ts'
import * as settings from '#src/platform/env/env.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { waitingMails } from '#tests/support/mail.ts'
import { accountWithApp, answer, codeOf, confirmed, enterPassword, withCookies } from '#tests/support/second-factor.ts'

const DAY_MS = 24 * 60 * 60_000
/** A day after an email was sent, plus two minutes because the outbox stores that time to the minute. */
const DUE_MS = DAY_MS + 2 * 60_000

let database: TestDatabase
let admin: Principal
beforeAll(async () => {
	database = await freshDatabase()
	admin = await confirmed(await signedIn(await insertAccount({ role: 'admin', name: 'Olga Owner' })))
})
afterAll(() => database.discard())
afterEach(() => {
	vi.useRealTimers()
	vi.restoreAllMocks()
})

const request = (id: string, as = admin) => callApi(requestFactorReset, { as, params: { id } })
const memberOf = async (id: string) => (await callApi(getMember, { as: admin, params: { id } })).json as Member

async function tokenFor(email: string): Promise<string> {
	const mail = (await waitingMails()).findLast(
		({ to, template }) => to === email && template === 'factor-reset-requested',
	)
	return String(mail?.data.token)
}

describe('a reset by another admin', () => {
	test('waits a day, then removes everything and ends sign-ins', async () => {
		const { account, as } = await accountWithApp()
		expect((await memberOf(account.id)).hasSecondFactor).toBe(true)
		expect((await request(account.id)).status).toBe(204)
		const mailed = (await waitingMails()).filter(({ to }) => to === account.email)
		expect(mailed.map(({ template }) => template)).toEqual(['security-changed', 'factor-reset-requested'])
		await sendDueMails()
		const state = await memberOf(account.id)
		expect(Date.parse(state.factorResetAt ?? '') - Date.now()).toBeGreaterThan(DAY_MS - 60_000)
		expect(Date.parse(state.factorResetAt ?? '') - Date.now()).toBeLessThan(DUE_MS)
		await carryOutResets(Date.now() + DAY_MS - 60_000)
		expect((await enterPassword(account)).reply.status).toBe(401)
		await carryOutResets(Date.now() + DUE_MS)
		await carryOutResets(Date.now() + DUE_MS)
		expect((await callApi(getUser, { as })).status).toBe(401)
		expect((await enterPassword(account)).reply.status).toBe(200)
		expect(await memberOf(account.id)).toMatchObject({ hasSecondFactor: false, factorResetAt: null })
		const mails = (await waitingMails()).filter(({ to }) => to === account.email)
		expect(mails.map(({ template, data }) => data.event ?? template)).toEqual(['reset', 'new-device'])
	})

	test('waits until a day after its owner was notified', async () => {
		const { account } = await accountWithApp()
		await request(account.id)
		const noticeOf = async () => (await waitingMails()).find(({ id }) => id.startsWith(`factor-reset-${account.id}`))
		const notice = eq(outbox.id, String((await noticeOf())?.id))
		await db().update(outbox).set({ state: 'dead', lastError: 'No route' }).where(notice)
		expect(await memberOf(account.id)).toMatchObject({ factorResetAt: null, factorResetWaits: true })
		await carryOutResets(Date.now() + 8 * DAY_MS)
		expect((await enterPassword(account)).reply.status).toBe(401)
		// The mail server is back three days later.
		vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * DAY_MS })
		await db().update(outbox).set({ state: 'waiting', attempts: 0 }).where(notice)
		await sendDueMails()
		await carryOutResets(Date.now() + DAY_MS - 60_000)
		expect((await enterPassword(account)).reply.status).toBe(401)
		await carryOutResets(Date.now() + DUE_MS)
		expect((await enterPassword(account)).reply.status).toBe(200)
	})

	test('is not mailed after it was stopped', async () => {
		const { account } = await accountWithApp()
		await request(account.id)
		await callApi(cancelFactorReset, { as: admin, params: { id: account.id } })
		const mail = (await waitingMails()).find(({ id }) => id.startsWith(`factor-reset-${account.id}`))
		expect(await factorResetRequested.isCurrent?.(mail?.data as never)).toBe(false)
	})

	test('ends when the owner reports that a sign-in was not theirs', async () => {
		const { account, key } = await accountWithApp()
		await db().update(users).set({ lastSeenAt: new Date() }).where(eq(users.id, account.id))
		const { as } = await enterPassword(account)
		expect((await answer(as, { code: codeOf(key) })).status).toBe(200)
		await request(account.id)
		const mail = (await waitingMails()).find(({ to, template }) => to === account.email && template === 'new-device')
		expect((await callApi(disownSignIn, { body: { token: mail?.data.token } })).status).toBe(204)
		expect(await memberOf(account.id)).toMatchObject({ factorResetAt: null, factorResetWaits: false })
		const entries = await db().select().from(audit).where(eq(audit.subjectId, account.id))
		expect(entries.map(({ action }) => action)).toContain('factor-reset.stopped')
	})

	test('can be stopped once, and only with the link in the email', async () => {
		const { account } = await accountWithApp()
		const other = await accountWithApp()
		await request(account.id)
		await request(account.id)
		await request(other.account.id)
		const token = await tokenFor(account.email)
		const stop = (given: string) => callApi(stopFactorReset, { body: { token: given } })
		const forged = token.replace(account.id, other.account.id)
		for (const wrong of [forged, `${account.id}.x`, '', 'x.y.z']) expect((await stop(wrong)).status).toBe(404)
		expect((await stop(token)).status).toBe(204)
		expect((await stop(token)).status).toBe(404)
		await sendDueMails()
		await carryOutResets(Date.now() + DUE_MS)
		expect((await enterPassword(account)).reply.status).toBe(401)
		expect((await enterPassword(other.account)).reply.status).toBe(200)
		// The link of an earlier request does not stop a later one.
		vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 })
		await request(account.id)
		expect((await stop(token)).status).toBe(404)
		expect((await callApi(cancelFactorReset, { as: admin, params: { id: account.id } })).status).toBe(204)
		expect((await memberOf(account.id)).factorResetAt).toBeNull()
	})

	test.each(['user', 'admin'] as const)('is not hidden from its owner (%s) by a new address', async (role) => {
		const { account } = await accountWithApp({ role })
		const { name, email, status } = account
		const moved = `stolen-${role}@evil.example`
		// Changes the address twice, so the notice of the second change is sent to the first new address.
		for (const each of [`first-${moved}`, moved]) {
			const body = { name, status, role, email: each }
			expect((await callApi(updateUser, { as: admin, params: { id: account.id }, body })).status).toBe(200)
		}
		await request(account.id)
		expect(await tokenFor(moved)).toContain(account.id)
		const notice = (await waitingMails()).find(({ to, template }) => to === email && template === 'address-changed')
		const undone = await callApi(confirmEmail, { params: { token: String(notice?.data.token) } })
		expect(undone.json).toEqual({ kind: 'undo', email })
		// The thief who changed the address may have requested the reset.
		await sendDueMails()
		await carryOutResets(Date.now() + DUE_MS)
		expect(await memberOf(account.id)).toMatchObject({ hasSecondFactor: true, factorResetAt: null })
	})

	test('is refused without a confirmation, for oneself, and for an account without a factor or an unknown one', async () => {
		const { account } = await accountWithApp()
		const plain = await signedIn(await insertAccount({ role: 'admin' }))
		expect((await request(account.id, plain)).header('x-step-up')).toBe('1')
		expect((await request(admin.userId ?? '')).status).toBe(409)
		expect((await request((await insertAccount()).id)).text).toBe('This account has no second factor.')
		expect((await request('nobody')).status).toBe(404)
	})

	test('is deleted with the account', async () => {
		const { account } = await accountWithApp()
		await request(account.id)
		await callApi(deleteUser, { as: admin, params: { id: account.id } })
		expect((await db().select().from(factorResets)).map(({ userId }) => userId)).not.toContain(account.id)
		await carryOutResets(Date.now() + DUE_MS)
	})
})

test('the owner of the server can reset a second factor immediately', async () => {
	const { account, as } = await accountWithApp({ role: 'admin' })
	expect(await resetSecondFactor(` ${account.email.toUpperCase()} `)).toMatch(/was removed/)
	expect((await callApi(getUser, { as })).status).toBe(401)
	expect((await enterPassword(account)).reply.status).toBe(200)
	expect(await resetSecondFactor(account.email)).toMatch(/has no second factor/)
	await expect(resetSecondFactor('nobody@example.com')).rejects.toThrow('No account has the address')
})

test('after a change of SECRET_KEY recovery codes work, and app codes work once the keys are resealed', async () => {
	await db().delete(totpSecrets)
	const { account, key, recoveryCodes } = await accountWithApp()
	const before = settings.env()
	vi.spyOn(settings, 'env').mockReturnValue({ ...before, secretKey: 'another key of at least 32 characters' })
	expect(await countUnreadable()).toBe(1)
	const first = await enterPassword(account)
	expect((await answer(first.as, { code: codeOf(key) })).status).toBe(409)
	const entered = await answer(first.as, { recoveryCode: recoveryCodes[0] })
	expect((await callApi(getUser, { as: withCookies(first.as, entered) })).status).toBe(200)
	expect(await resealSecrets('not the former key of this club either')).toMatch(/^0 .* 1 could not be read/)
	expect(await resealSecrets(before.secretKey)).toBe('1 authenticator apps work again.')
	expect(await countUnreadable()).toBe(0)
	const second = await enterPassword(account)
	expect((await answer(second.as, { code: codeOf(key) })).status).toBe(200)
})
