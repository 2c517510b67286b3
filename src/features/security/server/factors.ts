import { and, not, type SQL, sql } from 'drizzle-orm'
import { recoveryCodes } from '#db/schema/security.ts'
import { forgetProofs, hasSecondFactor, keepProven } from '#src/features/auth/server/factors/second-factor.ts'
import { endTrust } from '#src/features/auth/server/factors/trusted-devices.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Context } from '#src/platform/endpoint/handle.ts'
import { actions } from './audit-actions.ts'
import { mailOwner } from './notices.ts'
import { deleteRecoveryCodes, newRecoveryCodes } from './recovery-codes.ts'

interface Change {
	factor: 'app' | 'passkey'
	/** Name of the passkey. */
	passkey?: string
	/** Condition of the change. */
	when: SQL
}

export const userSubject = ({ user: { id, name } }: Context<'account'>) => ({ type: 'user', id, name })

/**
 * Returns the statements to run after adding a factor, in the same `write`: they mark this session as proven, end
 * password-only sessions, and create recovery codes with the first factor.
 */
export function afterAdding(context: Context<'account'>, { factor, passkey, when }: Change) {
	const { user, authSession } = context
	const hasCodes = sql`exists (select 1 from ${recoveryCodes} rc where rc.user_id = ${user.id} and rc.used_at is null)`
	const { codes, row } = newRecoveryCodes(user.id, and(when, not(hasCodes)) ?? when)
	const audit = { actor: user, action: actions['factor.added'], subject: userSubject(context), detail: { factor } }
	return {
		codes,
		statements: {
			newCodes: row,
			sessions: keepProven(user.id, authSession.id, when),
			trust: endTrust(user.id, when),
			audit: recordAudit(audit, when),
			mail: mailOwner(user, `${factor}-added`, { when, ...(passkey === undefined ? {} : { passkey }) }),
		},
	}
}

/**
 * Returns the statements to run after removing a factor. If it was the last one, they delete the recovery codes too.
 */
export function afterRemoving(context: Context<'account'>, { factor, passkey, when }: Change) {
	const { user } = context
	const audit = { actor: user, action: actions['factor.removed'], subject: userSubject(context), detail: { factor } }
	return {
		audit: recordAudit(audit, when),
		mail: mailOwner(user, `${factor}-removed`, { when, ...(passkey === undefined ? {} : { passkey }) }),
		trust: endTrust(user.id),
		sessions: forgetProofs(user.id),
		codes: deleteRecoveryCodes(user.id, not(hasSecondFactor(user.id))),
	}
}
