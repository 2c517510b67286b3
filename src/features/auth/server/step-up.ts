import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { users } from '#db/schema/users.ts'
import { ApiError, httpError } from '#src/lib/api/errors.ts'
import type { AuthSession } from '#src/platform/endpoint/caller.ts'
import { cookieName, cookieValues, serializeCookie } from '#src/platform/endpoint/cookies.ts'
import type { Context, Service } from '#src/platform/endpoint/handle.ts'
import { countTriesAndRead, forgetTries, type RateLimit } from '#src/platform/limits/rate-limit.ts'
import { isSame, sign } from '#src/platform/tokens.ts'
import * as contracts from '../password-contract.ts'
import { verifyPassword } from './passwords/passwords.ts'

/** Tries at the current password, shared by all places that ask for it, so two places do not double the limit. */
export const wrongCurrent: RateLimit = { name: 'change-password', limit: 10, seconds: 15 * 60 }

const stepUpCookie = () => cookieName('step-up')

// Bound to the session: a confirmation ends with it, for example at a password change.
const proofOf = (authSession: AuthSession, until: number) => sign(`step-up:${authSession.id}:${until}`)

/** Gives this browser a signed proof, valid for ten minutes, that its user knows the password. */
export const confirmIdentity: Service<typeof contracts.confirmIdentity> = async ({ body }, context) => {
	const { user, authSession } = context
	const { errors } = contracts.confirmIdentity
	const current = db().select({ hash: users.passwordHash }).from(users).where(eq(users.id, user.id))
	const { wait, rows } = await countTriesAndRead([[wrongCurrent, user.id]], current)
	if (wait !== undefined) throw httpError(errors.tooMany, { retryAfter: wait })
	const [row] = rows
	if (!row) throw httpError(errors.changed)
	if (!(await verifyPassword(row.hash, body.currentPassword))) throw httpError(errors.wrong)
	await forgetTries(wrongCurrent, user.id)
	const until = Date.now() + contracts.CONFIRMED_SECONDS * 1000
	const value = `${until}.${proofOf(authSession, until)}`
	context.setHeader(
		'Set-Cookie',
		serializeCookie(stepUpCookie(), value, { maxAge: contracts.CONFIRMED_SECONDS, sameSite: 'Strict' }),
	)
	return { until: new Date(until) }
}

/** @throws {ApiError} 403 without a confirmation of identity in the last ten minutes. */
export function assertConfirmed({ authSession, header }: Pick<Context<'member'>, 'authSession' | 'header'>): void {
	const [until = '', signature = ''] = (cookieValues(header('cookie'), stepUpCookie())[0] ?? '').split('.')
	if (!isSame(signature, proofOf(authSession, Number(until))) || Number(until) <= Date.now())
		throw new ApiError(403, contracts.UNCONFIRMED)
}
