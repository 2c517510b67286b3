import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { getUser, login } from '#src/features/auth/contract.ts'
import { contracts } from '#src/features/contracts.ts'
import { deletePasskey, deleteTotp, getSecurity, type Security } from '#src/features/security/contract.ts'
import { createUser, updateUser } from '#src/features/users/contract.ts'
import { inviteUser } from '#src/features/users/import-contract.ts'
import * as settings from '#src/platform/env/env.ts'
import { callApi, insertAccount, signedIn, TEST_PASSWORD } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { accountWithApp, confirmed, withApp } from '#tests/support/second-factor.ts'

const SET_UP = 'Set up a second factor first.'

let database: TestDatabase
beforeAll(async () => {
	database = await freshDatabase()
})
afterAll(() => database.discard())
afterEach(() => {
	vi.restoreAllMocks()
	vi.useRealTimers()
})

function withSecondFactorRule(adminSecondFactor: settings.Env['adminSecondFactor']): void {
	const before = settings.env()
	vi.spyOn(settings, 'env').mockReturnValue({ ...before, adminSecondFactor })
}

const nobody = (path: string) =>
	Object.fromEntries([...path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => [String(name), 'nobody']))

describe('if admins need a second factor', () => {
	const closed = contracts.filter(({ access, isForSetup }) => access !== 'public' && !isForSetup)

	test.each(closed.map((contract) => [`${contract.method} ${contract.path}`, contract] as const))(
		'%s is closed to an admin without one',
		async (_, contract) => {
			withSecondFactorRule('required')
			const as = await signedIn(await insertAccount({ role: 'admin' }))
			const reply = await callApi(contract, { as, params: nobody(contract.path) })
			expect([reply.status, reply.text]).toEqual([403, SET_UP])
		},
	)

	test('only these calls are open until it is set up; then all are', async () => {
		const open = contracts.filter(({ isForSetup }) => isForSetup).map(({ method, path }) => `${method} ${path}`)
		expect(open.sort()).toEqual([
			'DELETE /api/user/passkeys/:id',
			'DELETE /api/user/totp',
			'DELETE /api/user/trusted-devices',
			'GET /api/user',
			'GET /api/user/security',
			'PATCH /api/user/passkeys/:id',
			'POST /api/user/passkeys',
			'POST /api/user/passkeys/options',
			'POST /api/user/recovery-codes',
			'POST /api/user/step-up',
			'POST /api/user/totp',
			'POST /api/user/totp/confirm',
		])
		withSecondFactorRule('required')
		const { as } = await accountWithApp({ role: 'admin' })
		expect((await callApi(createUser, { as, body: {} })).status).toBe(400)
		const last = await callApi(deleteTotp, { as })
		expect([last.status, last.text]).toEqual([409, 'This is your last way to sign in'])
		expect((await callApi(deletePasskey, { as, params: { id: 'nobody' } })).status).toBe(404)
	})

	test('members do not need one', async () => {
		withSecondFactorRule('required')
		const as = await signedIn(await insertAccount())
		expect((await callApi(getUser, { as })).status).toBe(200)
		expect(((await callApi(getSecurity, { as })).json as Security).requiredFrom).toBeNull()
	})

	test('the grace period of seven days starts with the first sign-in of an admin', async () => {
		withSecondFactorRule('after-grace')
		vi.useFakeTimers({ toFake: ['Date'] })
		const admin = await insertAccount({ role: 'admin' })
		const status = async () => {
			const reply = await callApi(login, { body: { email: admin.email, password: TEST_PASSWORD } })
			expect(reply.status).toBe(200)
			return (await callApi(createUser, { as: await signedIn(admin), body: {} })).status
		}
		const before = Date.now()
		expect(await status()).toBe(400)
		const { requiredFrom } = (await callApi(getSecurity, { as: await signedIn(admin) })).json as Security
		expect(Date.parse(requiredFrom ?? '')).toBe(before + 7 * 24 * 60 * 60_000)
		vi.setSystemTime(before + 7 * 24 * 60 * 60_000 - 1)
		expect(await status()).toBe(400)
		vi.setSystemTime(before + 7 * 24 * 60 * 60_000)
		expect(await status()).toBe(403)
	})
})

test('adding an admin or changing an address needs a new confirmation ten minutes after the second factor', async () => {
	const { as, account } = await accountWithApp({ role: 'admin' })
	const plain = await signedIn(await insertAccount({ role: 'admin' }))
	const person = await insertAccount()
	const { name, email, version } = person
	const promotion = { params: { id: person.id }, body: { name, email, role: 'admin', status: 'active', version } }
	const added = (at: string) => ({
		name: 'New Admin',
		email: `${at}@example.com`,
		role: 'admin',
		password: 'a first password',
	})
	vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 + 1 })
	for (const [contract, input] of [
		[updateUser, promotion],
		[createUser, { body: added('asked') }],
		[inviteUser, { body: { name: 'New Admin', email: 'invited@example.com', role: 'admin' } }],
		[updateUser, { ...promotion, body: { ...promotion.body, role: 'user', email: 'moved@example.com' } }],
	] as const) {
		const refused = await callApi(contract, { as, ...input })
		expect([refused.status, refused.text, refused.header('x-step-up')]).toEqual([401, 'Please confirm it is you', '1'])
	}
	// Adding or renaming a member needs no confirmation.
	const { id, ...other } = await insertAccount()
	const renamed = { name: 'New Name', email: other.email, role: 'user', status: 'active', version: other.version }
	expect((await callApi(updateUser, { as, params: { id }, body: renamed })).status).toBe(200)
	expect((await callApi(createUser, { as, body: { ...added('member'), role: 'regular' } })).status).toBe(201)
	expect((await callApi(updateUser, { as: await confirmed(as), ...promotion })).status).toBe(200)
	// As specified, an admin without a second factor needs no confirmation.
	expect((await callApi(createUser, { as: plain, body: added('plain') })).status).toBe(201)
	expect(account.role).toBe('admin')
})

test('a second factor that was just entered counts as a confirmation', async () => {
	const account = await insertAccount({ role: 'admin' })
	const { as } = await withApp(account)
	const body = { name: 'New Admin', email: 'just@example.com', role: 'admin', password: 'a first password' }
	expect((await callApi(createUser, { as, body })).status).toBe(201)
})
