import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { memberRecords, rowNumber } from '#src/platform/member-records.ts'
import { changeText } from '../entry-text.ts'

/** What was done to an account, and by whom. Titles are the names of the actions: the roof knows what they are called. */
export const auditRecords = memberRecords({
	table: audit,
	owner: audit.subjectId,
	async read(where, order, limit) {
		const rows = await db()
			.select({
				row: rowNumber(audit),
				at: audit.at,
				action: audit.action,
				actorName: audit.actorName,
				detail: audit.detail,
			})
			.from(audit)
			.where(where)
			.orderBy(order)
			.limit(limit)
		return rows.map(({ action, actorName, detail, ...each }) => ({
			...each,
			title: action,
			text: null,
			facts: [`by ${actorName}`, changeText(JSON.parse(detail) as Record<string, unknown>)].filter(Boolean),
			href: null,
		}))
	},
})
