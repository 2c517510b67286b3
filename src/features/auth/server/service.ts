import { eq } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { type UserRow, users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { httpError, SECOND_FACTOR_HEADER } from '#src/lib/api/errors.ts'
import type { Context, Service } from '#src/platform/endpoint/handle.ts'
import {
	addressSubject,
	countAttempts,
	type RateLimit,
	resetAttemptsStatement,
} from '#src/platform/limits/rate-limit.ts'
import * as contracts from '../contract.ts'
import { closeAuthSession, knownDevice } from './auth-sessions.ts'
import { issueCsrfToken } from './csrf.ts'
import { assertMayEnter, enter, findAccount } from './enter.ts'
import { openPreSession } from './factors/pre-session.ts'
import type { Factors } from './factors/second-factor.ts'
import { isTrusted } from './factors/trusted-devices.ts'
import { verifyPassword } from './passwords/passwords.ts'

const WINDOW_SECONDS = 15 * 60
/** Limits failed sign-ins to one account from unknown devices. A password reset clears the count. */
export const triesByAccount: RateLimit = { name: 'login-account', limit: 10, seconds: WINDOW_SECONDS }
const byDevice: RateLimit = { name: 'login-device', limit: 10, seconds: WINDOW_SECONDS }
const byAddress: RateLimit = { name: 'login-address', limit: 30, seconds: WINDOW_SECONDS }

/** Normalizes an email address for lookups and the unique index. */
export const emailKey = (email: string) => email.trim().toLowerCase()

async function assertMayTry(user: UserRow | undefined, key: string, context: Context): Promise<string | undefined> {
	const device = user && knownDevice(user.id, context.header('cookie'))
	const wait = await countAttempts([
		[byAddress, addressSubject(context.clientAddress)],
		device ? [byDevice, device] : [triesByAccount, key],
	])
	if (wait !== undefined) throw httpError(contracts.login.errors.tooMany, { retryAfter: wait })
	return device
}

/** Starts the second step after a correct password, and returns the error that asks for the second factor. */
async function askForFactor({ user, factors }: { user: UserRow; factors: Factors }, forget: BatchItem<'sqlite'>) {
	const { row, cookie } = openPreSession({ purpose: 'sign-in', userId: user.id })
	await write(row, forget)
	const kinds = (['totp', 'recovery', 'passkey'] as const).filter((kind) => factors[kind])
	return httpError(contracts.login.errors.secondFactor, {
		headers: [
			[SECOND_FACTOR_HEADER, kinds.join(', ')],
			['Set-Cookie', cookie],
		],
	})
}

export const login: Service<typeof contracts.login> = async ({ body }, context) => {
	const key = emailKey(body.email)
	const account = await findAccount(eq(users.emailKey, key))
	const device = await assertMayTry(account?.user, key, context)
	const matches = await verifyPassword(account?.user.passwordHash, body.password)
	if (!account || !matches) throw httpError(contracts.login.errors.refused)
	assertMayEnter(account.user)
	const forget = resetAttemptsStatement(device ? byDevice : triesByAccount, device ?? key)
	const hasFactor = account.factors.totp || account.factors.passkey
	if (hasFactor && !(await isTrusted(account.user.id, device))) throw await askForFactor(account, forget)
	return enter(account, context, {
		secondFactorAt: hasFactor ? new Date() : null,
		alongside: { after: () => [forget] },
	})
}

export const logout: Service<typeof contracts.logout> = async (_, context) => {
	for (const cookie of await closeAuthSession(context.authSession)) context.setHeader('Set-Cookie', cookie)
}

export const getUser: Service<typeof contracts.getUser> = async (_, context) => context.user

export const getCsrfToken: Service<typeof contracts.getCsrfToken> = async (_, context) => {
	const { token, cookies } = issueCsrfToken(context.authSession, context.header('cookie'))
	for (const cookie of cookies) context.setHeader('Set-Cookie', cookie)
	return { csrfToken: token }
}
