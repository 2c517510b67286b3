import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { encode } from 'uqr'
import { db } from '#db/client.ts'
import { hasRow, rowExists } from '#db/rows.ts'
import { passkeys, totpSecrets } from '#db/schema/security.ts'
import { write } from '#db/write.ts'
import { isFactorRequired } from '#src/features/auth/server/factors/duty.ts'
import { hasSecondFactor } from '#src/features/auth/server/factors/second-factor.ts'
import { endTrust } from '#src/features/auth/server/factors/trusted-devices.ts'
import { assertConfirmed } from '#src/features/auth/server/step-up.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import { actions } from './audit-actions.ts'
import { afterAdding, afterRemoving, userSubject } from './factors.ts'
import { countCode, resetCodeAttempts } from './proof.ts'
import { deleteRecoveryCodes, newRecoveryCodes } from './recovery-codes.ts'
import { seal, unseal } from './sealing.ts'
import { newKey, stepOf, uriOf } from './totp.ts'

/** Returns a QR code as an SVG path of its dark modules: one bar per run in a row. */
function qrOf(text: string): { size: number; path: string } {
	const { data, size } = encode(text, { border: 2 })
	const bars = data.flatMap((row, y) =>
		row.flatMap((isDark, x) => (isDark && !row[x - 1] ? [`M${x} ${y}h${row.indexOf(false, x) - x}v1H${x}z`] : [])),
	)
	return { size, path: bars.join('') }
}

const ofPerson = (userId: string) => eq(totpSecrets.userId, userId)

export const createTotp: Service<typeof contracts.createTotp> = async (_, context) => {
	assertConfirmed(context)
	const { user } = context
	const key = newKey()
	const pending = { sealed: seal(key, user.id), lastStep: 0 }
	const inserted = await db()
		.insert(totpSecrets)
		.values({ userId: user.id, ...pending })
		.onConflictDoUpdate({ target: totpSecrets.userId, set: pending, setWhere: isNull(totpSecrets.confirmedAt) })
		.returning({ userId: totpSecrets.userId })
	if (inserted.length === 0) throw httpError(contracts.createTotp.errors.exists)
	const uri = uriOf(key, user.email)
	return { key, uri, qr: qrOf(uri) }
}

export const confirmTotp: Service<typeof contracts.confirmTotp> = async ({ body }, context) => {
	const { errors } = contracts.confirmTotp
	assertConfirmed(context)
	const { user, clientAddress } = context
	await countCode(user.id, clientAddress)
	const isPending = and(ofPerson(user.id), isNull(totpSecrets.confirmedAt))
	const [row] = await db().select({ sealed: totpSecrets.sealed }).from(totpSecrets).where(isPending)
	const key = row && unseal(row.sealed, user.id)
	if (!row || key === undefined) throw httpError(errors.notBegun)
	const step = stepOf(key, body.code)
	if (step === undefined) throw httpError(errors.wrongCode)
	const confirmedAt = new Date()
	const when = hasRow(totpSecrets, and(ofPerson(user.id), eq(totpSecrets.confirmedAt, confirmedAt)))
	const { codes, statements } = afterAdding(context, { factor: 'app', when })
	const { change, newCodes } = await write({
		change: db()
			.update(totpSecrets)
			.set({ confirmedAt, lastStep: step })
			.where(and(isPending, eq(totpSecrets.sealed, row.sealed)))
			.returning({ userId: totpSecrets.userId }),
		...statements,
	})
	if (change.length === 0) throw httpError(errors.notBegun)
	await resetCodeAttempts(user.id)
	return { recoveryCodes: newCodes.rowsAffected > 0 ? codes : [] }
}

export const deleteTotp: Service<typeof contracts.deleteTotp> = async (_, context) => {
	const { errors } = contracts.deleteTotp
	assertConfirmed(context)
	const { user } = context
	const isConfirmed = and(ofPerson(user.id), isNotNull(totpSecrets.confirmedAt))
	const canRemove = (await isFactorRequired(user)) ? hasRow(passkeys, eq(passkeys.userId, user.id)) : sql`1`
	const { audit, mail, ...after } = afterRemoving(context, {
		factor: 'app',
		when: and(hasRow(totpSecrets, isConfirmed), canRemove) ?? canRemove,
	})
	const { gone } = await write({
		...{ audit, mail },
		gone: db().delete(totpSecrets).where(and(isConfirmed, canRemove)).returning({ userId: totpSecrets.userId }),
		...after,
	})
	if (gone.length === 0) throw httpError((await rowExists(totpSecrets, isConfirmed)) ? errors.last : errors.missing)
}

export const createRecoveryCodes: Service<typeof contracts.createRecoveryCodes> = async (_, context) => {
	assertConfirmed(context)
	const { user } = context
	const when = hasSecondFactor(user.id)
	const { codes, row } = newRecoveryCodes(user.id, when)
	const { added } = await write({
		former: deleteRecoveryCodes(user.id),
		added: row,
		audit: recordAudit({ actor: user, action: actions['recovery-codes.made'], subject: userSubject(context) }, when),
	})
	if (added.rowsAffected === 0) throw httpError(contracts.createRecoveryCodes.errors.noFactor)
	return { recoveryCodes: codes }
}

export const endTrustedDevices: Service<typeof contracts.endTrustedDevices> = async (_, { user }) => {
	await endTrust(user.id)
}
