import { eq, not, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { hasRow } from '#db/rows.ts'
import { memberStatus, users } from '#db/schema/users.ts'
import { createAccount } from '#src/features/auth/server/accounts.ts'
import { actions } from '#src/features/auth/server/audit-actions.ts'
import { readInvitationTexts } from '#src/features/auth/server/invitation.ts'
import { sendInvitation } from '#src/features/auth/server/links.ts'
import { UNKNOWN_PASSWORD_HASH } from '#src/features/auth/server/passwords/passwords.ts'
import { emailKey } from '#src/features/auth/server/service.ts'
import { assertConfirmedIfProtected } from '#src/features/auth/server/step-up.ts'
import { isStillAdmin } from '#src/features/auth/server/still-admin.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { mailWaits } from '#src/platform/mail/mail.ts'
import * as contracts from '../import-contract.ts'
import { findUser } from './directory.ts'

export const inviteUser: Service<typeof contracts.inviteUser> = async ({ body }, context) => {
	const { errors } = contracts.inviteUser
	const actor = context.user
	if (body.role === 'admin') assertConfirmedIfProtected(context)
	if (mailWaits()) throw httpError(errors.noMail)
	const { name, email, role } = body
	const allowed = isStillAdmin(actor)
	const words = await readInvitationTexts()
	const account = {
		...{ name, email, passwordHash: UNKNOWN_PASSWORD_HASH, role, status: 'inactive' as const },
		invited: { by: actor.name, at: new Date() },
	}
	try {
		const row = await createAccount(account, ({ id }) => {
			const subject = { type: 'user', id, name }
			return [
				// If the admin was demoted concurrently, removes the account again.
				db()
					.delete(users)
					.where(sql`${eq(users.id, id)} and ${not(allowed)}`),
				...sendInvitation({ id, name, email }, { by: actor.name, role, words, when: userExists(id) }),
				recordAudit({ actor, action: actions['user.invited'], subject, detail: { role } }, userExists(id)),
			]
		})
		const invited = await findUser(row.id)
		if (!invited) throw httpError(errors.notAdmin)
		return invited
	} catch (error) {
		if (isUniqueViolation(error, 'users.email_key')) throw httpError(await existingAccountError(email))
		throw error
	}
}

/** Returns the error for an email address that has an account, by the account's status. */
async function existingAccountError(email: string) {
	const { errors } = contracts.inviteUser
	const [known] = await db()
		.select({ memberStatus })
		.from(users)
		.where(eq(users.emailKey, emailKey(email)))
	if (!known) return errors.taken
	return errors[known.memberStatus === 'active' ? 'member' : known.memberStatus]
}

const userExists = (id: string) => hasRow(users, eq(users.id, id))
