import { eq, type SQL } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { memberships } from '#db/schema/dues.ts'
import { type UserRow, users } from '#db/schema/users.ts'
import { ApiError, httpError } from '#src/lib/api/errors.ts'
import type { Context } from '#src/platform/endpoint/handle.ts'
import type { CurrentUser } from '../contract.ts'
import * as contracts from '../contract.ts'
import { deviceFor, openAuthSession } from './auth-sessions.ts'
import { endSessions } from './end-sessions.ts'
import { beginGrace } from './factors/duty.ts'
import { factorColumns } from './factors/second-factor.ts'
import { trustDevice } from './factors/trusted-devices.ts'
import { type Alongside, SessionRefusedError } from './lucia.ts'
import { newDeviceMail } from './new-device.ts'
import { lapseText, standingColumns } from './standing.ts'
import { leavingText, suspensionText } from './suspension.ts'

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
