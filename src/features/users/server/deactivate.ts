import { and, eq, or, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { actions } from '#src/features/auth/server/audit-actions.ts'
import { endSessions } from '#src/features/auth/server/end-sessions.ts'
import { isInvited } from '#src/features/auth/server/link-state.ts'
import { deleteResetLinks } from '#src/features/auth/server/passwords/set-password.ts'
import { isStillAdmin } from '#src/features/auth/server/still-admin.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { changedSince, isVersion, nextVersion } from '#src/platform/endpoint/version.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { enqueueMail } from '#src/platform/mail/mail.ts'
import * as contracts from '../member-contract.ts'
import { userFields } from './directory.ts'
import { stopListsOf } from './import-job.ts'
import { accountDeactivated } from './mails.ts'
import { addNote } from './notes.ts'

/**
 * Deactivates an account: ends its sessions, invalidates password links, audits it and stores the reason as a note in
 * one transaction, and mails the owner. For an invited person, withdraws the invitation without an email.
 */
export const deactivateUser: Service<typeof contracts.deactivateUser> = async ({ params, body }, { user: actor }) => {
	const { errors } = contracts.deactivateUser
	const { id } = params
	if (id === actor.id) throw httpError(errors.own)
	const [before] = await db().select({ name: users.name, email: users.email }).from(users).where(eq(users.id, id))
	if (!before) throw httpError(errors.unknown)
	// Checked in the transaction, so only one of two concurrent deactivations succeeds.
	const canDeactivate = and(
		eq(users.id, id),
		isVersion(users.version, body.version),
		or(eq(users.status, 'active'), isInvited()),
		isStillAdmin(actor),
	)
	const when = hasRow(users, canDeactivate)
	const wasActive = hasRow(users, and(canDeactivate, eq(users.status, 'active')))
	const subject = { type: 'user', id, name: before.name }
	// The audit entry records the status at the time of the change: active or invited.
	const detail = sql`(select case status when 'active' then '{"status":["active","inactive"]}'
		else '{"status":["invited","inactive"]}' end from ${users} where id = ${id})`
	const {
		deactivated: [row],
	} = await write({
		audit: recordAudit({ actor, action: actions['user.status'], subject, detail }, when),
		note: addNote({ userId: id, author: actor, body: `Deactivated: ${body.reason}` }, when).statement,
		mail: enqueueMail({ to: before.email, mail: accountDeactivated, data: { name: before.name } }, { when: wasActive }),
		sessions: endSessions({ of: id, when }),
		links: deleteResetLinks(id, when),
		imports: stopListsOf(id, when),
		deactivated: db()
			.update(users)
			.set({ status: 'inactive', invitedAt: null, updatedAt: new Date(), version: nextVersion(users.version) })
			.where(canDeactivate)
			.returning(userFields),
	})
	if (row) {
		wake('imports')
		return row
	}
	const [present] = await db().select(userFields).from(users).where(eq(users.id, id))
	if (!present) throw httpError(errors.unknown)
	const changed = changedSince(contracts.deactivateUser, body.version, present)
	if (changed) throw changed
	throw httpError(present.status === 'inactive' && present.invitedAt === null ? errors.inactive : errors.notAdmin)
}
