import { ApiError, STEP_UP_HEADER } from '#src/lib/api/errors.ts'
import type { AuthSession } from '#src/platform/endpoint/caller.ts'
import { cookieName, cookieValues, serializeCookie } from '#src/platform/endpoint/cookies.ts'
import type { Context } from '#src/platform/endpoint/handle.ts'
import type { RateLimit } from '#src/platform/limits/rate-limit.ts'
import { isSame, sign } from '#src/platform/tokens.ts'
import { CONFIRMED_SECONDS, UNCONFIRMED } from '../password-contract.ts'

/** Limits attempts at the current password. All forms that ask for it share the limit, so two do not double it. */
export const wrongCurrent: RateLimit = { name: 'change-password', limit: 10, seconds: 15 * 60 }

const stepUpCookie = () => cookieName('step-up')

// Bound to the session: the confirmation ends with the session, for example at a password change.
const proofOf = (authSession: AuthSession, until: number) => sign(`step-up:${authSession.id}:${until}`)

/** Returns the signed proof, valid for ten minutes, that the account's owner is using this browser. */
export function confirmation(authSession: AuthSession) {
	const until = Date.now() + CONFIRMED_SECONDS * 1000
	const value = `${until}.${proofOf(authSession, until)}`
	const cookie = serializeCookie(stepUpCookie(), value, { maxAge: CONFIRMED_SECONDS, sameSite: 'Strict' })
	return { until: new Date(until), cookie }
}

type ConfirmationContext = Pick<Context<'account'>, 'authSession' | 'header'>

function isConfirmed({ authSession, header }: ConfirmationContext): boolean {
	const since = authSession.secondFactorAt?.getTime() ?? 0
	if (since > Date.now() - CONFIRMED_SECONDS * 1000) return true
	const [until = '', signature = ''] = (cookieValues(header('cookie'), stepUpCookie())[0] ?? '').split('.')
	return isSame(signature, proofOf(authSession, Number(until))) && Number(until) > Date.now()
}

/** @throws {ApiError} 401 unless the caller proved a second factor or confirmed in the last ten minutes. */
export function assertConfirmed(context: ConfirmationContext): void {
	if (!isConfirmed(context)) throw new ApiError(401, UNCONFIRMED, { headers: [[STEP_UP_HEADER, '1']] })
}

/**
 * Like `assertConfirmed`, but only for sessions with a second factor: by the specification, other accounts are not
 * asked.
 */
export function assertConfirmedIfProtected(context: ConfirmationContext): void {
	if (context.authSession.secondFactorAt !== null) assertConfirmed(context)
}
