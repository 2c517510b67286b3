import { and, eq, isNotNull, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { totpSecrets } from '#db/schema/security.ts'
import { codeErrors } from '#src/features/auth/second-factor-fields.ts'
import { site } from '#src/lib/site/site.ts'
import { type Proof, proofOf } from './proof.ts'
import { unseal } from './sealing.ts'

const STEP_MS = 30_000
const KEY_BYTES = 20

const appOf = (key: string, label = '') =>
	new TOTP({ issuer: site().name, label, algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(key) })

export const newKey = () => new Secret({ size: KEY_BYTES }).base32

/** Returns the URI that an app opens or scans. */
export const uriOf = (key: string, label: string) => appOf(key, label).toString()

/** Returns the time step of a correct code. Accepts the current step and its two neighbors, in case clocks differ. */
export function stepOf(key: string, code: string, now = Date.now()): number | undefined {
	const delta = appOf(key).validate({ token: code, timestamp: now, window: 1 })
	return delta === null ? undefined : Math.floor(now / STEP_MS) + delta
}

/**
 * Returns a code of the account's app as a proof. A wrong code runs the same statements as a correct one, so that both
 * take equally long.
 */
export async function proofByApp(userId: string, code: string, clientAddress: string): Promise<Proof> {
	const isConfirmed = and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt))
	const [row] = await db().select({ sealed: totpSecrets.sealed }).from(totpSecrets).where(isConfirmed)
	const key = row && unseal(row.sealed, userId)
	const step = key === undefined ? undefined : stepOf(key, code)
	const { wrongCode, usedCode, unreadable } = codeErrors
	const error = row && key === undefined ? unreadable : wrongCode
	// For a wrong code this is false, since no step is below zero.
	const isFresh = hasRow(totpSecrets, and(isConfirmed, lt(totpSecrets.lastStep, step ?? 0)))
	return proofOf(userId, clientAddress, {
		isFresh,
		use: (when) =>
			db()
				.update(totpSecrets)
				.set({ lastStep: step ?? 0 })
				.where(and(isConfirmed, when)),
		error: step === undefined ? error : usedCode,
	})
}
