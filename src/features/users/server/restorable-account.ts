import { and, eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { users } from '#db/schema/users.ts'
import { actions } from '#src/features/auth/server/audit-actions.ts'
import { endDues, restoreDues } from '#src/features/dues/server/leaving.ts'
import { recordAudit } from '#src/platform/audit.ts'
import { nextVersion } from '#src/platform/endpoint/version.ts'
import type { Restorable } from '#src/platform/trash.ts'
import { eraseAccount } from './erase-account.ts'

/**
 * Restores an account with its password and status, but without sessions or password links. An admin or moderator is
 * restored as a regular member: promoting them again is a visible, audited decision.
 */
export const restorableAccount: Restorable = {
	table: users,
	exists: (id) => sql`exists (select 1 from ${users} where id = ${id})`,
	afterRestore: (id, actor, _row, when) => {
		const subject = { type: 'user', id, name: sql`(select name from ${users} where id = ${id})` }
		const lostRoles = [
			{ was: 'admin', is: and(eq(users.id, id), eq(users.role, 'admin'), when) },
			{ was: 'moderator', is: and(eq(users.id, id), eq(users.isModerator, true), when) },
		]
		const roles = lostRoles.flatMap(({ was, is }) => [
			recordAudit({ actor, action: actions['user.role'], subject, detail: { role: [was, 'user'] } }, hasRow(users, is)),
			db()
				.update(users)
				.set({ role: 'user', isModerator: false, version: nextVersion(users.version) })
				.where(is),
		])
		return [...roles, ...restoreDues(id, when)]
	},
	async eraseEverywhere(id, { name, email }) {
		if (typeof name === 'string' && typeof email === 'string') await eraseAccount({ id, name, email })
	},
	erase: (id, when) => [endDues(id, true, sql`${when} and not ${hasRow(users, eq(users.id, id))}`)],
	href: () => '/admin/users',
}
