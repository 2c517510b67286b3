import { and, eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { hasRow } from '#db/rows.ts'
import { passkeys, totpSecrets } from '#db/schema/security.ts'
import { write } from '#db/write.ts'
import { isFactorRequired } from '#src/features/auth/server/factors/duty.ts'
import { takePreSession } from '#src/features/auth/server/factors/pre-session.ts'
import { assertConfirmed } from '#src/features/auth/server/step-up.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import { afterAdding, afterRemoving } from './factors.ts'
import { checkRegistration, passkeysOf, registrationOptions } from './passkeys.ts'

const countOf = (userId: string) => sql`(select count(*) from ${passkeys} pk where pk.user_id = ${userId})`

export const getPasskeyOptions: Service<typeof contracts.getPasskeyOptions> = async (_, context) => {
	assertConfirmed(context)
	const { length } = await passkeysOf(context.user.id)
	if (length >= contracts.MAX_PASSKEYS) throw httpError(contracts.getPasskeyOptions.errors.tooManyPasskeys)
	return registrationOptions(context)
}

export const createPasskey: Service<typeof contracts.createPasskey> = async ({ body }, context) => {
	const { errors } = contracts.createPasskey
	assertConfirmed(context)
	const { user } = context
	const step = await takePreSession(context.header('cookie'), 'register')
	if (!step?.challenge || step.userId !== user.id) throw httpError(errors.over)
	const credential = await checkRegistration(body.passkey, step.challenge)
	if (!credential) throw httpError(errors.refused)
	const when = hasRow(passkeys, and(eq(passkeys.id, credential.id), eq(passkeys.userId, user.id)))
	const { codes, statements } = afterAdding(context, { factor: 'passkey', passkey: body.name, when })
	try {
		const { change, newCodes } = await write({
			change: db().run(sql`
				insert into ${passkeys} (id, user_id, public_key, counter, name, transports, created_at)
				select ${credential.id}, ${user.id}, ${credential.publicKey}, ${credential.counter}, ${body.name},
					${credential.transports}, ${Date.now()}
				where ${countOf(user.id)} < ${contracts.MAX_PASSKEYS}`),
			...statements,
		})
		if (change.rowsAffected === 0) throw httpError(errors.tooManyPasskeys)
		return { recoveryCodes: newCodes.rowsAffected > 0 ? codes : [] }
	} catch (error) {
		if (isUniqueViolation(error, 'passkeys.id')) throw httpError(errors.known)
		throw error
	}
}

const isOwn = (userId: string, id: string) => and(eq(passkeys.userId, userId), eq(passkeys.id, id))

export const updatePasskey: Service<typeof contracts.updatePasskey> = async ({ params, body }, context) => {
	assertConfirmed(context)
	const renamed = await db()
		.update(passkeys)
		.set({ name: body.name })
		.where(isOwn(context.user.id, params.id))
		.returning({ id: passkeys.id })
	if (renamed.length === 0) throw httpError(contracts.updatePasskey.errors.unknown)
}

export const deletePasskey: Service<typeof contracts.deletePasskey> = async ({ params }, context) => {
	const { errors } = contracts.deletePasskey
	assertConfirmed(context)
	const { user } = context
	const isThis = isOwn(user.id, params.id)
	const [row] = await db().select({ name: passkeys.name }).from(passkeys).where(isThis)
	if (!row) throw httpError(errors.unknown)
	const hasApp = hasRow(totpSecrets, sql`${totpSecrets.userId} = ${user.id} and confirmed_at is not null`)
	const canRemove = (await isFactorRequired(user)) ? sql`(${countOf(user.id)} > 1 or ${hasApp})` : sql`1`
	const when = and(hasRow(passkeys, isThis), canRemove) ?? canRemove
	const { audit, mail, ...after } = afterRemoving(context, { factor: 'passkey', passkey: row.name, when })
	const { gone } = await write({
		...{ audit, mail },
		gone: db().delete(passkeys).where(and(isThis, canRemove)).returning({ id: passkeys.id }),
		...after,
	})
	if (gone.length === 0) throw httpError(errors.last)
}
