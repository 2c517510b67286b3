import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { emailChanges } from '#db/schema/email-changes.ts'
import { type UserRow, users } from '#db/schema/users.ts'
import { confirmEmail, updateEmail } from '#src/features/account/address-contract.ts'
import { deleteOldEmailLinks } from '#src/features/account/server/email-links.ts'
import { listApplications } from '#src/features/applications/contract.ts'
import { getUser, login } from '#src/features/auth/contract.ts'
import { UNCONFIRMED } from '#src/features/auth/password-contract.ts'
import { listUsers, updateUser } from '#src/features/users/contract.ts'
import { callApi, insertAccount, type Principal, signedIn, TEST_PASSWORD } from '#tests/support/api/api.ts'
import { confirmed } from '#tests/support/api/confirmed.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { submit } from '#tests/support/applications.ts'
import { deleteMails, waitingMails } from '#tests/support/mail.ts'

const HOUR_MS = 60 * 60_000
const { errors } = confirmEmail

let database: TestDatabase
let person: UserRow
let as: Principal
beforeEach(async () => {
	database = await freshDatabase()
	person = await insertAccount({ name: 'Tomas Keller', email: 'tomas@old.example.com' })
	as = await confirmed(await signedIn(person))
})
afterEach(async () => {
	vi.useRealTimers()
	await database.discard()
})

const rowOf = async (id: string) => (await db().select().from(users).where(eq(users.id, id)))[0]
const ask = (email: string, by = as) => callApi(updateEmail, { as: by, body: { email } })
const open = (token: string, by?: Principal) => callApi(confirmEmail, { params: { token }, ...(by ? { as: by } : {}) })
const signIn = (email: string) => callApi(login, { body: { email, password: TEST_PASSWORD } })
/** Returns the token of the newest waiting email of a kind. */
async function tokenOf(template: string): Promise<string> {
	const mail = (await waitingMails()).findLast((one) => one.template === template)
	if (!mail) throw new Error(`No email ${template} is waiting`)
	return String(mail.data.token)
}
const expectRefused = (reply: { status: number; text: string }, [status, text]: readonly [number, string]) =>
	expect([reply.status, reply.text]).toEqual([status, text])

/** Changes the email address. @returns the undo token from the notice to the old address. */
async function changeTo(email: string): Promise<string> {
	expect((await ask(email)).status).toBe(200)
	expect((await open(await tokenOf('address-change'))).json).toEqual({ kind: 'change', email })
	return tokenOf('address-changed')
}

describe('an applicant', () => {
	test('is listed as not confirmed until the link is opened, which works once', async () => {
		const admin = await signedIn(await insertAccount({ role: 'admin' }))
		await submit()
		const listed = async () => [
			(await callApi(listApplications, { as: admin })).json,
			(await callApi(listUsers, { as: admin, query: { status: 'applied' } })).json,
		]
		expect(await listed()).toMatchObject([[{ emailConfirmedAt: null }], [{ emailConfirmedAt: null }]])
		const token = await tokenOf('application-received')
		expect((await open(token)).json).toEqual({ kind: 'confirm', email: 'dana@example.com' })
		const time = expect.stringMatching(/^20/)
		expect(await listed()).toMatchObject([[{ emailConfirmedAt: time }], [{ emailConfirmedAt: time }]])
		expectRefused(await open(token), errors.used)
	})

	test('cannot use the link after 48 hours', async () => {
		await submit()
		const token = await tokenOf('application-received')
		vi.useFakeTimers({ now: Date.now() + 48 * HOUR_MS, toFake: ['Date'] })
		expectRefused(await open(token), errors.late)
	})
})

test('added and invited people count as confirmed', async () => {
	const invited = await insertAccount({ status: 'inactive', invited: { by: 'Ruth', at: new Date() } })
	expect([person.emailConfirmedAt, invited.emailConfirmedAt]).toEqual([expect.any(Date), expect.any(Date)])
})

test('an account that is not confirmed can get another link without a password', async () => {
	await db().update(users).set({ emailConfirmedAt: null }).where(eq(users.id, person.id))
	expect((await ask(person.email, await signedIn(person))).json).toEqual({ sentTo: person.email })
	expect((await open(await tokenOf('address-confirmation'))).json).toMatchObject({ kind: 'confirm' })
	expect((await rowOf(person.id))?.emailConfirmedAt).toBeInstanceOf(Date)
	expectRefused(await ask(person.email), updateEmail.errors.same)
})

describe('a change of address', () => {
	test('needs a confirmed password', async () => {
		const reply = await ask('tomas@new.example.com', await signedIn(person))
		expect([reply.status, reply.text]).toEqual([401, UNCONFIRMED])
	})

	test('has no effect before the link in the new mailbox is opened, and can be undone from the old one', async () => {
		expect((await ask(' Tomas@New.example.com')).json).toEqual({ sentTo: 'Tomas@New.example.com' })
		expect((await waitingMails()).map(({ to, template }) => [to, template])).toEqual([
			['Tomas@New.example.com', 'address-change'],
		])
		expect(await rowOf(person.id)).toMatchObject({ email: person.email })
		const token = await tokenOf('address-change')
		expect((await open(token)).json).toEqual({ kind: 'change', email: 'Tomas@New.example.com' })
		expect((await signIn('tomas@new.example.com')).status).toBe(200)
		expect((await signIn(person.email)).status).toBe(401)
		expectRefused(await open(token), errors.used)
		const notice = (await waitingMails()).find(({ template }) => template === 'address-changed')
		expect(notice?.to).toBe(person.email)

		expect((await open(String(notice?.data.token))).json).toEqual({ kind: 'undo', email: person.email })
		expect(await rowOf(person.id)).toMatchObject({ email: person.email, emailKey: person.emailKey })
		expect((await callApi(getUser, { as })).status).toBe(401)
		expect((await waitingMails()).findLast(({ template }) => template === 'password-reset')).toMatchObject({
			to: person.email,
			data: { isUnasked: true },
		})
		expectRefused(await open(String(notice?.data.token)), errors.used)
	})

	test('works only with the newest of two links', async () => {
		await ask('first@example.com')
		const first = await tokenOf('address-change')
		await ask('second@example.com')
		expectRefused(await open(first), errors.replaced)
		expect((await open(await tokenOf('address-change'))).json).toMatchObject({ email: 'second@example.com' })
	})

	test('happens once, even if the link is opened several times at once', async () => {
		await ask('tomas@new.example.com')
		const token = await tokenOf('address-change')
		const replies = await Promise.all([open(token), open(token), open(token)])
		expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
		expect((await waitingMails()).filter(({ template }) => template === 'address-changed')).toHaveLength(1)
	})

	test('does not work with an expired or unknown link, or for another account', async () => {
		await ask('tomas@new.example.com')
		const token = await tokenOf('address-change')
		expectRefused(await open(token, await signedIn(await insertAccount())), errors.otherAccount)
		expectRefused(await open(`n.${'x'.repeat(43)}`), errors.unknown)
		vi.useFakeTimers({ now: Date.now() + 48 * HOUR_MS, toFake: ['Date'] })
		expectRefused(await open(token), errors.late)
		expect(await rowOf(person.id)).toMatchObject({ email: person.email })
	})

	test('requested before an undo does not work afterward', async () => {
		const undo = await changeTo('attacker@example.com')
		await ask('attacker@other.example.com')
		const further = await tokenOf('address-change')
		expect((await open(undo)).status).toBe(200)
		expectRefused(await open(further), errors.undone)
		expect(await rowOf(person.id)).toMatchObject({ email: person.email })
	})

	test('can be undone by the owner even after a thief changed the address again and undid that', async () => {
		const undo = await changeTo('attacker@example.com')
		const thiefsUndo = await changeTo('attacker@other.example.com')
		expect((await open(thiefsUndo)).json).toEqual({ kind: 'undo', email: 'attacker@example.com' })
		expect((await open(undo)).json).toEqual({ kind: 'undo', email: person.email })
		expect(await rowOf(person.id)).toMatchObject({ email: person.email })
		expectRefused(await open(undo), errors.used)
	})

	test('that was undone cannot be restored by undoing a later one', async () => {
		const undo = await changeTo('attacker@example.com')
		const thiefsUndo = await changeTo('attacker@other.example.com')
		expect((await open(undo)).json).toEqual({ kind: 'undo', email: person.email })
		expectRefused(await open(thiefsUndo), errors.undone)
		expect(await rowOf(person.id)).toMatchObject({ email: person.email })
	})

	test('cannot be undone after seven days, or after an admin entered another address', async () => {
		const undo = await changeTo('tomas@new.example.com')
		vi.useFakeTimers({ now: Date.now() + 7 * 24 * HOUR_MS, toFake: ['Date'] })
		expectRefused(await open(undo), errors.late)
		vi.useRealTimers()
		const body = { name: person.name, email: 'third@example.com', role: 'user', status: 'active' }
		const admin = await signedIn(await insertAccount({ role: 'admin' }))
		expect((await callApi(updateUser, { as: admin, params: { id: person.id }, body })).status).toBe(200)
		expectRefused(await open(undo), errors.replaced)
	})

	test('to an address of another account does not reveal it, and mails the owner of that account', async () => {
		const other = await insertAccount()
		expect((await ask(other.email.toUpperCase())).status).toBe(200)
		expect((await waitingMails()).map(({ to, template }) => [to, template])).toEqual([
			[other.email.toUpperCase(), 'address-taken'],
		])
		expect(await db().$count(emailChanges)).toBe(0)
	})

	test('to an address that another account has taken in the meantime is rejected', async () => {
		await ask('tomas@new.example.com')
		await insertAccount({ email: 'tomas@new.example.com' })
		const token = await tokenOf('address-change')
		expectRefused(await open(token), errors.taken)
		expect(await rowOf(person.id)).toMatchObject({ email: person.email })
	})

	test('is limited to five emails an hour', async () => {
		for (let at = 1; at <= 5; at++) expect((await ask(`tomas${at}@example.com`)).status).toBe(200)
		expectRefused(await ask('tomas6@example.com'), updateEmail.errors.tooMany)
	})
})

test('links are deleted a month after they expire', async () => {
	await changeTo('tomas@new.example.com')
	await deleteMails()
	await deleteOldEmailLinks(Date.now() + 31 * 24 * HOUR_MS)
	expect((await db().select().from(emailChanges)).map(({ kind }) => kind)).toEqual(['change', 'undo'])
	await deleteOldEmailLinks(Date.now() + 38 * 24 * HOUR_MS)
	expect(await db().$count(emailChanges)).toBe(0)
})
