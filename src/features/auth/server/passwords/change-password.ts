import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { users } from '#db/schema/users.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { countTriesAndRead, resetAttemptsStatement } from '#src/platform/limits/rate-limit.ts'
import * as contracts from '../../password-contract.ts'
import { actions } from '../audit-actions.ts'
import { openAuthSession } from '../auth-sessions.ts'
import { SessionRefusedError } from '../lucia.ts'
import { wrongCurrent } from '../step-up.ts'
import { isCommonPassword } from './common-passwords.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { setPassword } from './set-password.ts'

/**
 * Changes the password, ends all of the user's sessions and opens a new one for this browser. Only one of two
 * concurrent changes succeeds: the statements require the hash that the current password was checked against.
 */
export const changePassword: Service<typeof contracts.changePassword> = async ({ body }, context) => {
	const { user, authSession } = context
	const { errors } = contracts.changePassword
	if (isCommonPassword(body.newPassword)) throw httpError(errors.common)
	const current = db().select({ hash: users.passwordHash }).from(users).where(eq(users.id, user.id))
	const { wait, rows } = await countTriesAndRead([[wrongCurrent, user.id]], current)
	if (wait !== undefined) throw httpError(errors.tooMany, { retryAfter: wait })
	const [row] = rows
	if (!row) throw httpError(errors.changed)
	if (!(await verifyPassword(row.hash, body.currentPassword))) throw httpError(errors.wrong)
	if (body.newPassword === body.currentPassword) throw httpError(errors.same)
	const passwordHash = await hashPassword(body.newPassword)
	const isUnchanged = eq(users.passwordHash, row.hash)
	// If a concurrent change was faster, the stored hash differs and no session opens.
	const cookies = await openAuthSession(
		{ ...user, passwordHash },
		{
			userAgent: context.header('user-agent') ?? '',
			clientAddress: context.clientAddress,
			secondFactorAt: authSession.secondFactorAt,
		},
		{
			before: [
				...Object.values(setPassword({ user, passwordHash, action: actions['password.changed'], when: isUnchanged })),
				resetAttemptsStatement(wrongCurrent, user.id),
			],
		},
	).catch((error: unknown) => {
		if (error instanceof SessionRefusedError) throw httpError(errors.changed)
		throw error
	})
	for (const cookie of cookies) context.setHeader('Set-Cookie', cookie)
}
