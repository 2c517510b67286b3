import { and, eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { memberImportRows } from '#db/schema/members.ts'
import { users } from '#db/schema/users.ts'
import { actions } from '#src/features/auth/server/audit-actions.ts'
import { recordAudit } from '#src/platform/audit.ts'
import { nextVersion } from '#src/platform/endpoint/version.ts'
import type { Restorable } from '#src/platform/trash.ts'

/**
 * Restores an account with its password and status, but without sessions or password links. An admin returns as a
 * regular member: promoting them again is a visible, audited decision on their page.
 */
export const restorableAccount: Restorable = {
	table: users,
	isThere: (id) => sql`exists (select 1 from ${users} where id = ${id})`,
	restored: (id, actor, _row, when) => {
		const isAdmin = and(eq(users.id, id), eq(users.role, 'admin'), when)
		return [
			recordAudit(
				{
					actor,
					action: actions['user.role'],
					subject: { type: 'user', id, name: sql`(select name from ${users} where id = ${id})` },
					detail: { role: ['admin', 'user'] },
				},
				hasRow(users, isAdmin),
			),
			db()
				.update(users)
				.set({ role: 'user', version: nextVersion(users.version) })
				.where(isAdmin),
		]
	},
	isErasedEverywhere: true,
	// Also from invitation lists.
	forgotten: ({ email }, when) => [
		db()
			.delete(memberImportRows)
			.where(sql`lower(${memberImportRows.email}) = lower(${String(email ?? '')}) and ${when}`),
	],
	href: () => '/admin/users',
}
