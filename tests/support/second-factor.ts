import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { db } from '#db/client.ts'
import { rateLimits } from '#db/schema/platform/operations.ts'
import { login } from '#src/features/auth/contract.ts'
import { confirmIdentity } from '#src/features/auth/password-contract.ts'
import { confirmTotp, createTotp } from '#src/features/security/contract.ts'
import { answerSecondFactor } from '#src/features/security/sign-in-contract.ts'
import { forgetCopy } from '#src/platform/limits/rate-limit.ts'
import { callApi, insertAccount, type Principal, type Reply, signedIn, TEST_PASSWORD, visitor } from './api/api.ts'
import { freshDatabase, type TestDatabase } from './api/database.ts'
import { codeOf } from './totp.ts'

export { codeOf }

/** Sets up a database for all tests of a file, and starts each test in the middle of a time step of the codes. */
export function secondFactorFile(): void {
	let database: TestDatabase
	beforeAll(async () => {
		database = await freshDatabase()
	})
	afterAll(() => database.discard())
	beforeEach(() => {
		vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 })
	})
	afterEach(async () => {
		vi.useRealTimers()
		for (const { key } of await db().select().from(rateLimits)) forgetCopy(key)
		await db().delete(rateLimits)
	})
}

type Account = Awaited<ReturnType<typeof insertAccount>>

/** Returns the browser after it has applied the cookies of a response. */
export function withCookies(as: Principal, { setCookies }: Pick<Reply, 'setCookies'>): Principal {
	const jar = new Map(as.cookie.split('; ').map((cookie) => cookie.split(/=(.*)/s) as [string, string]))
	for (const cookie of setCookies) {
		const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s)
		if (cookie.includes('Max-Age=0')) jar.delete(name)
		else jar.set(name, value)
	}
	return {
		...as,
		cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
		csrf: jar.get('XSRF-TOKEN') ?? as.csrf,
	}
}

export async function confirmed(as: Principal): Promise<Principal> {
	const reply = await callApi(confirmIdentity, { as, body: { currentPassword: TEST_PASSWORD } })
	if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`)
	return withCookies(as, reply)
}

/** Sets up an app for an account. The returned session has proven the factor. */
export async function withApp(account: Account) {
	const as = await confirmed(await signedIn(account))
	const begun = await callApi(createTotp, { as })
	const { key } = begun.json as { key: string }
	const reply = await callApi(confirmTotp, { as, body: { code: codeOf(key, -30_000) } })
	if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`)
	return { account, as, key, recoveryCodes: (reply.json as { recoveryCodes: string[] }).recoveryCodes }
}

export const accountWithApp = async (overrides: Parameters<typeof insertAccount>[0] = {}) =>
	withApp(await insertAccount(overrides))

/** Enters the correct password. Returns the reply and the browser that waits for the second step. */
export async function enterPassword({ email }: { email: string }, from: Principal = visitor()) {
	const reply = await callApi(login, { as: from, body: { email, password: TEST_PASSWORD } })
	return { reply, as: withCookies(from, reply) }
}

export const answer = (as: Principal, body: object) => callApi(answerSecondFactor, { as, body })
