import { eq, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db } from '#db/client.ts'
import { memberships } from '#db/schema/dues.ts'
import { type UserRow, users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { ApiError, httpError, SECOND_FACTOR_HEADER } from '#src/lib/api/errors.ts'
import type { Context, Service } from '#src/platform/endpoint/handle.ts'
import {
	addressSubject,
	countAttempts,
	type RateLimit,
	resetAttemptsStatement,
} from '#src/platform/limits/rate-limit.ts'
import type { CurrentUser } from '../contract.ts'
import * as contracts from '../contract.ts'
import { closeAuthSession, deviceFor, knownDevice, openAuthSession } from './auth-sessions.ts'
import { issueCsrfToken } from './csrf.ts'
import { endSessions } from './end-sessions.ts'
import { beginGrace } from './factors/duty.ts'
import { openPreSession } from './factors/pre-session.ts'
import { type Factors, factorColumns } from './factors/second-factor.ts'
import { isTrusted, trustDevice } from './factors/trusted-devices.ts'
import { type Alongside, SessionRefusedError } from './lucia.ts'
import { newDeviceMail } from './new-device.ts'
import { verifyPassword } from './passwords/passwords.ts'
import { lapseText, standingColumns } from './standing.ts'
import { leavingText, suspensionText } from './suspension.ts'

const WINDOW_SECONDS = 15 * 60
/** Limits failed sign-ins to one account from unknown devices. A password reset clears the count. */
export const triesByAccount: RateLimit = { name: 'login-account', limit: 10, seconds: WINDOW_SECONDS }
const byDevice: RateLimit = { name: 'login-device', limit: 10, seconds: WINDOW_SECONDS }
const byAddress: RateLimit = { name: 'login-address', limit: 30, seconds: WINDOW_SECONDS }

/** Normalizes an email address for lookups and the unique index. */
export const emailKey = (email: string) => email.trim().toLowerCase()

/** Fetches an account with the membership and the second factors that a sign-in checks. */
export async function findAccount(where: SQL) {
	const [account] = await db()
		.select({ user: users, membership: standingColumns, factors: factorColumns(users.id) })
		.from(users)
		.leftJoin(memberships, eq(memberships.userId, users.id))
		.where(where)
	return account
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/**
 * @throws {ApiError} with the reason why this person cannot sign in. Call it only after they proved their identity.
 */
export function assertMayEnter(user: UserRow): void {
	if (user.status === 'active') {
		const suspended = suspensionText(user)
		if (suspended !== undefined) throw new ApiError(contracts.login.errors.suspended[0], suspended)
		return
	}
	const leaving = leavingText(user)
	if (leaving !== undefined) throw new ApiError(contracts.login.errors.leaving[0], leaving)
	if (user.applicationStatus === 'pending') throw httpError(contracts.login.errors.pending)
	if (user.applicationStatus === 'rejected') throw httpError(contracts.login.errors.rejected)
	throw httpError(contracts.login.errors.deactivated)
}

const toCurrentUser = ({
	id,
	name,
	username,
	email,
	role,
	isModerator,
	isInGoodStanding,
}: CurrentUser): CurrentUser => ({
	...{ id, name, username, email, role, isInGoodStanding },
	isModerator: isModerator === true || role === 'admin',
})

interface Entering {
	/** Null: a password was enough. */
	secondFactorAt: Date | null
	trustsDevice?: boolean
	alongside?: Alongside
}

/**
 * Opens a session for a person who has passed every check of their account.
 * @throws {ApiError} when the account changed since it was read, or the error of `alongside.once`.
 */
export async function enter(
	{ user, membership }: Pick<Account, 'user' | 'membership'>,
	context: Context,
	{ secondFactorAt, trustsDevice = false, alongside = {} }: Entering,
): Promise<CurrentUser> {
	// The new sign-in ends the browser's former session, so a planted token becomes worthless.
	const former = context.user && context.authSession && { of: context.user.id, only: context.authSession.id }
	const from = { userAgent: context.header('user-agent') ?? '', clientAddress: context.clientAddress, secondFactorAt }
	const { device, cookie } = deviceFor(user.id, context.header('cookie'))
	const after = (isOpened: SQL) => [
		...(former ? [endSessions({ ...former, when: isOpened })] : []),
		...(trustsDevice ? [trustDevice(user.id, device, isOpened)] : []),
		...newDeviceMail(user, from.userAgent, context.header('cookie'), isOpened),
		...beginGrace(user.role, isOpened),
		...(alongside.after?.(isOpened) ?? []),
	]
	const cookies = await openAuthSession(user, from, { ...alongside, after }).catch((error: unknown) => {
		if (error instanceof SessionRefusedError) throw httpError(contracts.login.errors.refused)
		throw error
	})
	for (const each of [...cookies, cookie]) context.setHeader('Set-Cookie', each)
	const isLapsed = membership && lapseText({ ...membership, role: user.role }) !== undefined
	return toCurrentUser({ ...user, isInGoodStanding: isLapsed ? false : undefined })
}

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
