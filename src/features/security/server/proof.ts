import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { write } from '#db/write.ts'
import { codeErrors } from '#src/features/auth/second-factor-fields.ts'
import type { Once } from '#src/features/auth/server/lucia.ts'
import { type ApiError, httpError } from '#src/lib/api/errors.ts'
import {
	addressSubject,
	countAttempts,
	countingOf,
	type RateLimit,
	resetAttempts,
	resetAttemptsStatement,
} from '#src/platform/limits/rate-limit.ts'

// One-time codes, and the limits on attempts.

const WINDOW_SECONDS = 15 * 60
const byAccount: RateLimit = { name: 'second-factor', limit: 5, seconds: WINDOW_SECONDS }
const byAddress: RateLimit = { name: 'second-factor-address', limit: 20, seconds: WINDOW_SECONDS }

const attemptsOf = (userId: string, clientAddress: string) =>
	[
		[byAddress, addressSubject(clientAddress)],
		[byAccount, userId],
	] as const

const tooMany = (retryAfter: number) => httpError(codeErrors.tooMany, { retryAfter })

/** Counts an attempt with a code, right or wrong. @throws {ApiError} 429 above the limit. */
export async function countCode(userId: string, clientAddress: string): Promise<void> {
	const wait = await countAttempts(attemptsOf(userId, clientAddress))
	if (wait !== undefined) throw tooMany(wait)
}

/** Resets a person's attempts after a correct code. */
export const resetCodeAttempts = (userId: string) => resetAttempts(byAccount, userId)

type Change = BatchItem<'sqlite'> & { readonly _: { readonly result: { rowsAffected: number } } }

interface ProofOptions {
	/** The condition that the code is correct and was not used before. */
	isFresh: SQL
	/** Returns the statement that marks the code as used. */
	use: (when: SQL) => Change
	error: Parameters<typeof httpError>[0]
}

export interface Proof extends Once {
	/** Returns the statements that mark the code as used and reset the attempts. */
	spend(when: SQL): { forget: BatchItem<'sqlite'>; used: Change }
	errorFor(counted: readonly unknown[]): ApiError
}

/**
 * Returns a code as a proof, checked in the same write as the action that it permits. Of a thousand concurrent
 * attempts, only five get past the limit, and of two uses of the same code, only one succeeds.
 */
export function proofOf(userId: string, clientAddress: string, { isFresh, use, error }: ProofOptions): Proof {
	const { counts, areAllowed, waitIn } = countingOf(attemptsOf(userId, clientAddress))
	return {
		...{ counts, when: sql`${areAllowed} and ${isFresh}` },
		spend: (when) => ({ forget: resetAttemptsStatement(byAccount, userId, when), used: use(when) }),
		errorFor(counted) {
			const wait = waitIn(counted)
			return wait === undefined ? httpError(error) : tooMany(wait)
		},
	}
}

/** Consumes a proof in a separate write. @throws {ApiError} of `codeErrors`. */
export async function useProof({ counts, when, spend, errorFor }: Proof): Promise<void> {
	const { counted, used } = await write({ counted: counts, ...spend(when) })
	if (used.rowsAffected === 0) throw errorFor(counted)
}
