import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { users } from '#db/schema/users.ts'
import { confirmIdentity as contract } from '#src/features/auth/password-contract.ts'
import { verifyPassword } from '#src/features/auth/server/passwords/passwords.ts'
import { confirmation, wrongCurrent } from '#src/features/auth/server/step-up.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { countTriesAndRead, resetAttempts } from '#src/platform/limits/rate-limit.ts'
import { checkPasskey } from './passkeys.ts'
import { useProof } from './proof.ts'
import { proofByApp } from './totp.ts'

async function checkPassword(userId: string, password: string): Promise<void> {
	const { errors } = contract
	const current = db().select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId))
	const { wait, rows } = await countTriesAndRead([[wrongCurrent, userId]], current)
	if (wait !== undefined) throw httpError(errors.tooMany, { retryAfter: wait })
	const [row] = rows
	if (!row) throw httpError(errors.changed)
	if (!(await verifyPassword(row.hash, password))) throw httpError(errors.wrong)
	await resetAttempts(wrongCurrent, userId)
}

/** Checks a password or second factor, and gives this browser a confirmation cookie that is valid for ten minutes. */
export const confirmIdentity: Service<typeof contract> = async ({ body }, context) => {
	const { user, authSession, clientAddress } = context
	if ('currentPassword' in body) await checkPassword(user.id, body.currentPassword)
	else if ('code' in body) await useProof(await proofByApp(user.id, body.code, clientAddress))
	else if ((await checkPasskey(body.passkey, context)).userId !== user.id)
		throw httpError(contract.errors.unknownPasskey)
	const { until, cookie } = confirmation(authSession)
	context.setHeader('Set-Cookie', cookie)
	return { until }
}
