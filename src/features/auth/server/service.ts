import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { memberships } from '#db/schema/dues.ts'
import { type UserRow, users } from '#db/schema/users.ts'
import { ApiError, httpError } from '#src/lib/api/errors.ts'
import type { Context, Service } from '#src/platform/endpoint/handle.ts'
import { addressSubject, countTries, forgetTriesStatement, type RateLimit } from '#src/platform/limits/rate-limit.ts'
import type { CurrentUser } from '../contract.ts'
import * as contracts from '../contract.ts'
import { closeAuthSession, deviceCookieFor, knownDevice, openAuthSession } from './auth-sessions.ts'
import { issueCsrfToken } from './csrf.ts'
import { endSessions } from './end-sessions.ts'
import { SessionRefusedError } from './lucia.ts'
import { newDeviceMail } from './new-device.ts'
import { verifyPassword } from './passwords/passwords.ts'
import { lapseText, standingColumns } from './standing.ts'
import { leavingText, suspensionText } from './suspension.ts'

const WINDOW_SECONDS = 15 * 60
/** Failed sign-ins of one account. A password reset clears them. */
export const triesByAccount: RateLimit = { name: 'login-account', limit: 10, seconds: WINDOW_SECONDS }
const byDevice: RateLimit = { name: 'login-device', limit: 10, seconds: WINDOW_SECONDS }
const byAddress: RateLimit = { name: 'login-address', limit: 30, seconds: WINDOW_SECONDS }

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

/** Normalizes an email address for lookups and the unique index. */
export const emailKey = (email: string) => email.trim().toLowerCase()

async function assertMayTry(user: UserRow | undefined, key: string, context: Context): Promise<string | undefined> {
	const device = user && knownDevice(user.id, context.header('cookie'))
	const wait = await countTries([
		[byAddress, addressSubject(context.clientAddress)],
		device ? [byDevice, device] : [triesByAccount, key],
	])
	if (wait !== undefined) throw httpError(contracts.login.errors.tooMany, { retryAfter: wait })
	return device
}

function assertMayEnter(user: UserRow | undefined, matches: boolean): asserts user is UserRow {
	if (!user || !matches) throw httpError(contracts.login.errors.refused)
	if (user.status === 'active') {
		const suspended = suspensionText(user)
		if (suspended !== undefined) throw new ApiError(contracts.login.errors.suspended[0], suspended)
		return
	}
	const leaving = leavingText(user)
	if (leaving !== undefined) throw new ApiError(contracts.login.errors.leaving[0], leaving)
	// Only the owner may learn the status, and the correct password proves ownership.
	if (user.applicationStatus === 'pending') throw httpError(contracts.login.errors.pending)
	if (user.applicationStatus === 'rejected') throw httpError(contracts.login.errors.rejected)
	throw httpError(contracts.login.errors.deactivated)
}

export const login: Service<typeof contracts.login> = async ({ body }, context) => {
	const key = emailKey(body.email)
	const [{ user, membership } = {}] = await db()
		.select({ user: users, membership: standingColumns })
		.from(users)
		.leftJoin(memberships, eq(memberships.userId, users.id))
		.where(eq(users.emailKey, key))
	const device = await assertMayTry(user, key, context)
	assertMayEnter(user, await verifyPassword(user?.passwordHash, body.password))

	// The new sign-in ends the browser's former session, so a planted token becomes worthless.
	const former = context.user && context.authSession && { of: context.user.id, only: context.authSession.id }
	const from = { userAgent: context.header('user-agent') ?? '', clientAddress: context.clientAddress }
	const cookies = await openAuthSession(user, from, [
		...(former ? [endSessions(former)] : []),
		...newDeviceMail(user, from.userAgent, context.header('cookie')),
		forgetTriesStatement(device ? byDevice : triesByAccount, device ?? key),
	]).catch((error: unknown) => {
		if (error instanceof SessionRefusedError) throw httpError(contracts.login.errors.refused)
		throw error
	})
	for (const cookie of [...cookies, deviceCookieFor(user.id, context.header('cookie'))])
		context.setHeader('Set-Cookie', cookie)
	const isLapsed = membership && lapseText({ ...membership, role: user.role }) !== undefined
	return toCurrentUser({ ...user, isInGoodStanding: isLapsed ? false : undefined })
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
