import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { recoveryCodes, totpSecrets } from '#db/schema/security.ts'
import { getUser, login } from '#src/features/auth/contract.ts'
import { changePassword } from '#src/features/auth/password-contract.ts'
import { contracts } from '#src/features/contracts.ts'
import { createRecoveryCodes, createTotp, deleteTotp, endTrustedDevices } from '#src/features/security/contract.ts'
import { callApi, insertAccount, type Principal, signedIn, TEST_PASSWORD, visitor } from '#tests/support/api/api.ts'
import {
	accountWithApp,
	answer,
	codeOf,
	confirmed,
	enterPassword,
	secondFactorFile,
	withApp,
	withCookies,
} from '#tests/support/second-factor.ts'

secondFactorFile()

const later = (ms: number) => vi.setSystemTime(Date.now() + ms)
const statusOf = async (as: Principal) => (await callApi(getUser, { as })).status
const guess = (as: Principal, code: string) => answer(as, { code })

describe('a trusted device', () => {
	const enterTrusting = async ({ account, key }: Awaited<ReturnType<typeof accountWithApp>>) => {
		const { as } = await enterPassword(account)
		return withCookies(as, await answer(as, { code: codeOf(key), trustDevice: true }))
	}
	const passwordStatus = async (account: { email: string }, from: Principal) =>
		(await enterPassword(account, { ...from, cookie: from.cookie.replace(/(^|; )session=[^;]+/, '') })).reply.status

	/** Returns a visitor’s browser that has the device cookie but no session. */
	const browserOf = (as: Principal): Principal => {
		const device = as.cookie.split('; ').find((part) => part.startsWith('device='))
		const fresh = visitor()
		return { ...fresh, cookie: `${fresh.cookie}; ${device}` }
	}

	test('needs no second factor for thirty days', async () => {
		const one = await accountWithApp()
		const browser = browserOf(await enterTrusting(one))
		expect(await passwordStatus(one.account, browser)).toBe(200)
		expect((await enterPassword(one.account)).reply.status).toBe(401)
		// The device is trusted only for this account.
		const other = await accountWithApp()
		expect(await passwordStatus(other.account, browser)).toBe(401)
		later(30 * 24 * 60 * 60_000 + 1)
		expect(await passwordStatus(one.account, browser)).toBe(401)
	})

	test('needs it again after a password change and after its owner ends the trust', async () => {
		const endings = [
			async (as: Principal) => {
				const body = { currentPassword: TEST_PASSWORD, newPassword: 'a quite different one' }
				await callApi(changePassword, { as, body })
				return 'a quite different one'
			},
			async (as: Principal) => void (await callApi(endTrustedDevices, { as })),
		]
		for (const end of endings) {
			const one = await accountWithApp()
			const browser = browserOf(await enterTrusting(one))
			const password = (await end(one.as)) ?? TEST_PASSWORD
			const reply = await callApi(login, { as: browser, body: { email: one.account.email, password } })
			expect([reply.status, reply.header('x-second-factor')]).toEqual([401, 'totp, recovery'])
		}
	})
})

describe('setting up an app', () => {
	test('needs a confirmation, and has no effect before the first correct code', async () => {
		const account = await insertAccount()
		const as = await signedIn(account)
		const refused = await callApi(createTotp, { as })
		expect([refused.status, refused.text, refused.header('x-step-up')]).toEqual([401, 'Please confirm it is you', '1'])
		await callApi(createTotp, { as: await confirmed(as) })
		expect((await enterPassword(account)).reply.status).toBe(200)
	})

	test('ends sessions opened with only a password, except the one that set it up', async () => {
		const account = await insertAccount()
		const before = await signedIn(account)
		const { as } = await withApp(account)
		expect([await statusOf(before), await statusOf(as)]).toEqual([401, 200])
		const again = await callApi(createTotp, { as })
		expect(again.status).toBe(409)
	})

	test('is undone by removing it', async () => {
		const { account, as } = await accountWithApp()
		expect((await callApi(deleteTotp, { as })).status).toBe(204)
		expect((await callApi(deleteTotp, { as: await confirmed(as) })).status).toBe(404)
		expect(await statusOf(as)).toBe(200)
		expect((await enterPassword(account)).reply.status).toBe(200)
		expect(await db().select().from(recoveryCodes).where(eq(recoveryCodes.userId, account.id))).toEqual([])
		expect(await callApi(createRecoveryCodes, { as: await confirmed(as) })).toMatchObject({ status: 409 })
	})

	test('stores the key sealed for its account', async () => {
		const [one, other] = [await accountWithApp(), await accountWithApp()]
		const rows = await db().select().from(totpSecrets)
		expect(JSON.stringify(rows)).not.toContain(one.key)
		const sealed = rows.find(({ userId }) => userId === other.account.id)?.sealed ?? ''
		await db().update(totpSecrets).set({ sealed }).where(eq(totpSecrets.userId, one.account.id))
		const { as } = await enterPassword(one.account)
		const reply = await guess(as, codeOf(other.key))
		expect([reply.status, reply.text]).toEqual([
			409,
			'This site can no longer check codes from your app. Use a recovery code.',
		])
	})
})

describe('CSV files', () => {
	const files = contracts.filter(({ produces }) => produces?.startsWith('text/csv'))

	test.each(files.map((contract) => [contract.path, contract] as const))('%s has no secret', async (path, contract) => {
		const { as, key, recoveryCodes: codes } = await accountWithApp({ role: 'admin' })
		const params = Object.fromEntries([...path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => [String(name), 'x']))
		const isUpload = path.endsWith('/uploads.csv')
		const query: Record<string, string> = isUpload ? { jurisdiction: 'US-CA', activity: 'x', day: '2026-01-05' } : {}
		const { status, text } = await callApi(contract, { as, params, query })
		// There is no course, no list and no upload.
		expect(status).toBe(path.includes(':') || isUpload ? 404 : 200)
		const session = /session=([^;]+)/.exec(as.cookie)?.[1] ?? ''
		for (const secret of [key, session, ...codes]) expect(text).not.toContain(secret)
	})
})
