import { and, eq, gt, isNotNull } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { factorResets, totpSecrets, trustedDevices } from '#db/schema/security.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { requiredFrom } from '#src/features/auth/server/factors/duty.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import type * as contracts from '../contract.ts'
import { passkeysOf } from './passkeys.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { carriedOutAt } from './reset.ts'
import { unseal } from './sealing.ts'

/** Reads a person's second factors for their own account screen. */
export async function findSecurityFor(user: Pick<CurrentUser, 'id' | 'role'>) {
	const [[app], keys, recoveryCodesLeft, trusted, [reset], from] = await Promise.all([
		db()
			.select()
			.from(totpSecrets)
			.where(and(eq(totpSecrets.userId, user.id), isNotNull(totpSecrets.confirmedAt))),
		passkeysOf(user.id),
		countRecoveryCodes(user.id),
		db().$count(trustedDevices, and(eq(trustedDevices.userId, user.id), gt(trustedDevices.until, new Date()))),
		db()
			.select({ dueAt: factorResets.dueAt, at: carriedOutAt })
			.from(factorResets)
			.where(eq(factorResets.userId, user.id)),
		requiredFrom(user),
	])
	return {
		appSince: app?.confirmedAt ?? null,
		isAppReadable: app === undefined || unseal(app.sealed, user.id) !== undefined,
		passkeys: keys.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt })),
		recoveryCodesLeft,
		trustedDevices: trusted,
		requiredFrom: from,
		resetDueAt: reset?.at ? new Date(reset.at) : (reset?.dueAt ?? null),
	}
}

export const getSecurity: Service<typeof contracts.getSecurity> = (_, { user }) => findSecurityFor(user)
