import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { write } from '#db/write.ts'
import { codeErrors } from '#src/features/auth/second-factor-fields.ts'
import type { Once } from '#src/features/auth/server/lucia.ts'
import { type ApiError, httpError } from '#src/lib/api/errors.ts'
import {
	addressSubject,
	countingOf,
	countTries,
	forgetTries,
	forgetTriesStatement,
	type RateLimit,
} from '#src/platform/limits/rate-limit.ts'

// Codes, and the tries at them.

const WINDOW_SECONDS = 15 * 60
const byAccount: RateLimit = { name: 'second-factor', limit: 5, seconds: WINDOW_SECONDS }
const byAddress: RateLimit = { name: 'second-factor-address', limit: 20, seconds: WINDOW_SECONDS }

const triesOf = (userId: string, clientAddress: string) =>
	[
		[byAddress, addressSubject(clientAddress)],
		[byAccount, userId],
	] as const

const tooMany = (retryAfter: number) => httpError(codeErrors.tooMany, { retryAfter })

/** Counts a code, right or wrong. @throws {ApiError} 429 over the limit. */
export async function countCode(userId: string, clientAddress: string): Promise<void> {
	const wait = await countTries(triesOf(userId, clientAddress))
	if (wait !== undefined) throw tooMany(wait)
}

/** Gives a person all tries back after a right code. */
export const forgetCodes = (userId: string) => forgetTries(byAccount, userId)

type Change = BatchItem<'sqlite'> & { readonly _: { readonly result: { rowsAffected: number } } }

interface Given {
	/** The condition that the code is right, and was not used before. */
	isFresh: SQL
	/** Returns the statement that uses it up. */
	use: (when: SQL) => Change
	error: Parameters<typeof httpError>[0]
}

export interface Proof extends Once {
	/** Returns the statements that use the code up, and give all tries back. */
	spend(when: SQL): { forget: BatchItem<'sqlite'>; used: Change }
	errorFor(counted: readonly unknown[]): ApiError
}

/**
 * Returns a code as a proof, checked in one write with what it allows: of a thousand tries at once the limit lets five
 * through, and of two with one code one wins.
 */
export function proofOf(userId: string, clientAddress: string, { isFresh, use, error }: Given): Proof {
	const { counts, areAllowed, waitIn } = countingOf(triesOf(userId, clientAddress))
	return {
		...{ counts, when: sql`${areAllowed} and ${isFresh}` },
		spend: (when) => ({ forget: forgetTriesStatement(byAccount, userId, when), used: use(when) }),
		errorFor(counted) {
			const wait = waitIn(counted)
			return wait === undefined ? httpError(error) : tooMany(wait)
		},
	}
}

/** Uses a proof up, for nothing else. @throws {ApiError} of `codeErrors`. */
export async function useProof({ counts, when, spend, errorFor }: Proof): Promise<void> {
	const { counted, used } = await write({ counted: counts, ...spend(when) })
	if (used.rowsAffected === 0) throw errorFor(counted)
}
