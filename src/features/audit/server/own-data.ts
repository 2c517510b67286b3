import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { fromJson, ownData } from '#src/platform/own-data.ts'

/** What was done to the account. The actor is left out: it is another person's name. */
export const auditData = [
	ownData({
		name: 'audit',
		title: 'Your account history',
		about: 'The club’s record of changes to your account, without the names of who made them.',
		table: audit,
		owner: audit.subjectId,
		// Notes of admins are private to them (028), and so is their existence.
		only: sql`${audit.action} not like 'note.%'`,
		cursor: audit.id,
		async read(where, order, limit) {
			const rows = await db()
				.select({
					cursor: audit.id,
					at: audit.at,
					action: audit.action,
					name: audit.subjectName,
					detail: audit.detail,
				})
				.from(audit)
				.where(where)
				.orderBy(order)
				.limit(limit)
			return rows.map((row) => ({ ...row, detail: fromJson(row.detail) }))
		},
	}),
]
