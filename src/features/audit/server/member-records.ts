import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { memberRecords, rowNumber } from '#src/platform/member-records.ts'
import { parseStored, storedDetail } from '#src/platform/stored-json.ts'
import { changeText, type ValueNames } from '../entry-text.ts'

/**
 * Returns the audit part of a member's record: what was done to the account and by whom.
 * @param titles of actions by name. Unknown actions of other releases are shown as they are.
 * @param names labels that other screens use for the values in an entry.
 */
export const auditRecords = (titles: Readonly<Record<string, string>>, names: ValueNames) =>
	memberRecords({
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
				title: titles[action] ?? action,
				text: null,
				facts: [`by ${actorName}`, changeText(parseStored(storedDetail, detail, {}), names)].filter(Boolean),
				href: null,
			}))
		},
	})
