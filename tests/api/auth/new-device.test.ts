import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { type UserRow, users } from '#db/schema/users.ts'
import { disownSignIn } from '#src/features/account/contract.ts'
import { getUser, login } from '#src/features/auth/contract.ts'
import { requestReset, resetPassword } from '#src/features/auth/password-contract.ts'
import { callApi, insertAccount, signedIn, TEST_PASSWORD, visitor } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { deleteMails, makeResetMails, waitingMails } from '#tests/support/mail.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

let database: TestDatabase
let person: UserRow
beforeEach(async () => {
	database = await freshDatabase()
	person = await insertAccount({ name: 'Tomas Keller' })
})
afterEach(async () => {
	vi.useRealTimers()
	await database.discard()
})

/** Signs in from a browser with these cookies. Returns its device cookie. */
async function signIn(cookie = '', password = TEST_PASSWORD): Promise<string> {
	const browser = visitor()
	const reply = await callApi(login, {
		as: { ...browser, cookie: `${browser.cookie}; ${cookie}` },
		body: { email: person.email, password },
		headers: { 'user-agent': FIREFOX },
	})
	expect(reply.status, reply.text).toBe(200)
	return deviceIn(reply.setCookies)
}
const deviceIn = (cookies: string[]) => cookies.find((one) => one.startsWith('device='))?.split(';')[0] ?? ''
const mailsOf = async (name: string) => (await waitingMails()).filter(({ template }) => template === name)
const disown = (token: string) => callApi(disownSignIn, { body: { token } })

test('a sign-in from an unknown browser is mailed, except the first sign-in; one from a known browser is not', async () => {
	const device = await signIn()
	expect(await waitingMails()).toEqual([])
	await signIn(device)
	expect(await waitingMails()).toEqual([])
	await signIn()
	expect(await waitingMails()).toMatchObject([
		{ to: person.email, template: 'new-device', data: { device: 'Firefox on Windows' } },
	])
})

test('a failed sign-in is not mailed', async () => {
	await signIn()
	await callApi(login, { body: { email: person.email, password: 'not the right one' } })
	expect(await waitingMails()).toEqual([])
})

test('a browser in which a password was set through a link is known', async () => {
	await signIn()
	await callApi(requestReset, { body: { email: person.email } })
	await makeResetMails()
	const [mail] = await mailsOf('password-reset')
	const newPassword = 'quiet harbour lantern 77'
	const reply = await callApi(resetPassword, { body: { token: mail?.data.token, newPassword } })
	expect(reply.status, reply.text).toBe(204)
	await deleteMails()
	await signIn(deviceIn(reply.setCookies), newPassword)
	expect(await waitingMails()).toEqual([])
})

test('the link ends all sign-ins, disables the password, and mails a link to choose a new one', async () => {
	const here = await signedIn(person)
	await signIn()
	const token = String((await mailsOf('new-device'))[0]?.data.token)
	expect((await disown(token)).status).toBe(204)
	expect((await callApi(getUser, { as: here })).status).toBe(401)
	const body = { email: person.email, password: TEST_PASSWORD }
	expect((await callApi(login, { body })).status).toBe(401)
	const [mail] = await mailsOf('password-reset')
	expect(mail).toMatchObject({ to: person.email, data: { isUnasked: true } })
	const chosen = { token: mail?.data.token, newPassword: 'quiet harbour lantern 77' }
	expect((await callApi(resetPassword, { body: chosen })).status).toBe(204)
	expect(await disown(token)).toMatchObject({ status: 409, text: disownSignIn.errors.over[1] })
})

test('the link does not work if it is expired, forged, or for another account', async () => {
	const other = await insertAccount()
	const here = await signedIn(person)
	await signIn()
	const token = String((await mailsOf('new-device'))[0]?.data.token)
	const [, at, signature] = token.split('.')
	expect((await disown(`${other.id}.${at}.${signature}`)).status).toBe(409)
	expect((await disown('nobody.1.x')).status).toBe(404)
	vi.useFakeTimers({ now: Date.now() + 30 * 24 * 60 * 60_000, toFake: ['Date'] })
	expect((await disown(token)).status).toBe(409)
	vi.useRealTimers()
	expect((await callApi(getUser, { as: here })).status).toBe(200)
	expect((await db().select().from(users).where(eq(users.id, person.id)))[0]?.passwordHash).toBe(person.passwordHash)
})
