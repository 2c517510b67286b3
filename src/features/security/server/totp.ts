import { and, eq, isNotNull, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { totpSecrets } from '#db/schema/security.ts'
import { write } from '#db/write.ts'
import { codeErrors } from '#src/features/auth/second-factor-fields.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { site } from '#src/lib/site/site.ts'
import {
	addressSubject,
	countTries,
	countTriesAndRead,
	forgetTries,
	forgetTriesStatement,
	type RateLimit,
} from '#src/platform/limits/rate-limit.ts'
import { unseal } from './sealing.ts'

const STEP_MS = 30_000
const KEY_BYTES = 20

const appOf = (key: string, label = '') =>
	new TOTP({ issuer: site().name, label, algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(key) })

export const newKey = () => new Secret({ size: KEY_BYTES }).base32

/** Returns the address that an app opens or scans. */
export const uriOf = (key: string, label: string) => appOf(key, label).toString()

/** Returns the time step of a right code: the present one, or one beside it, for clocks that differ. */
export function stepOf(key: string, code: string, now = Date.now()): number | undefined {
	const delta = appOf(key).validate({ token: code, timestamp: now, window: 1 })
	return delta === null ? undefined : Math.floor(now / STEP_MS) + delta
}

const WINDOW_SECONDS = 15 * 60
const byAccount: RateLimit = { name: 'second-factor', limit: 5, seconds: WINDOW_SECONDS }
const byAddress: RateLimit = { name: 'second-factor-address', limit: 20, seconds: WINDOW_SECONDS }

const triesOf = (userId: string, clientAddress: string) =>
	[
		[byAddress, addressSubject(clientAddress)],
		[byAccount, userId],
	] as const

/** Counts a code, right or wrong. @throws {ApiError} 429 over the limit. */
export async function countCode(userId: string, clientAddress: string): Promise<void> {
	const wait = await countTries(triesOf(userId, clientAddress))
	if (wait !== undefined) throw httpError(codeErrors.tooMany, { retryAfter: wait })
}

/** Gives a person all tries back after a right code. */
export const forgetCodes = (userId: string) => forgetTries(byAccount, userId)

/**
 * Checks a code of the account's app. Returns the condition that it was not used before, and the statements that use it
 * up, for one `write` with what it allows: of two concurrent answers with one code, one wins.
 * @throws {ApiError} of `codeErrors`.
 */
export async function checkCode(userId: string, code: string, clientAddress: string) {
	const isTheirs = and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt))
	const app = db().select({ sealed: totpSecrets.sealed, lastStep: totpSecrets.lastStep }).from(totpSecrets)
	const { wait, rows } = await countTriesAndRead(triesOf(userId, clientAddress), app.where(isTheirs))
	if (wait !== undefined) throw httpError(codeErrors.tooMany, { retryAfter: wait })
	const [row] = rows
	if (!row) throw httpError(codeErrors.wrongCode)
	const key = unseal(row.sealed, userId)
	if (key === undefined) throw httpError(codeErrors.unreadable)
	const step = stepOf(key, code)
	if (step === undefined) throw httpError(codeErrors.wrongCode)
	if (step <= row.lastStep) throw httpError(codeErrors.usedCode)
	const isFresh = and(isTheirs, lt(totpSecrets.lastStep, step))
	return {
		when: hasRow(totpSecrets, isFresh),
		use: db().update(totpSecrets).set({ lastStep: step }).where(isFresh).returning({ userId: totpSecrets.userId }),
		forget: forgetTriesStatement(byAccount, userId),
	}
}

/** Checks a code and uses it up. @throws {ApiError} of `codeErrors`. */
export async function useCode(userId: string, code: string, clientAddress: string): Promise<void> {
	const { use, forget } = await checkCode(userId, code, clientAddress)
	const { used } = await write({ used: use, forget })
	if (used.length === 0) throw httpError(codeErrors.usedCode)
}
