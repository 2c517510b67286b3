import { randomBytes } from 'node:crypto'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { recoveryCodes } from '#db/schema/security.ts'
import { hashToken } from '#src/platform/tokens.ts'
import { answerSecondFactor } from '../sign-in-contract.ts'
import { type Proof, proofOf } from './proof.ts'

const COUNT = 10
const LENGTH = 10
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const newCode = () => [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('')

// A random code has 50 bits, so its hash cannot be reversed by guessing. The user id keeps a precomputed table from
// working for several accounts.
const hashOf = (userId: string, code: string) => hashToken(`recovery:${userId}:${code}`)

/** Returns new codes, grouped for readability, and the statement that adds them if `when` is true. */
export function newRecoveryCodes(userId: string, when: SQL) {
	const codes = Array.from({ length: COUNT }, newCode)
	const hashes = JSON.stringify(codes.map((code) => hashOf(userId, code)))
	return {
		codes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`),
		row: db().run(sql`
			insert into ${recoveryCodes} (hash, user_id) select value, ${userId} from json_each(${hashes}) where ${when}`),
	}
}

export const deleteRecoveryCodes = (userId: string, when?: SQL) =>
	db()
		.delete(recoveryCodes)
		.where(and(eq(recoveryCodes.userId, userId), when))

const isUnused = (userId: string) => and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))

export const countRecoveryCodes = (userId: string) => db().$count(recoveryCodes, isUnused(userId))

/** Returns a recovery code as a proof. */
export function proofByRecoveryCode(userId: string, code: string, clientAddress: string): Proof {
	const isThis = eq(recoveryCodes.hash, hashOf(userId, code))
	return proofOf(userId, clientAddress, {
		isFresh: hasRow(recoveryCodes, and(isThis, isUnused(userId))),
		use: (when) => db().update(recoveryCodes).set({ usedAt: new Date() }).where(and(isThis, when)),
		error: answerSecondFactor.errors.wrongRecovery,
	})
}
