import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { memberRecords, rowNumber } from '#src/platform/member-records.ts'
import { parseStored, storedDetail } from '#src/platform/stored-json.ts'
import { changeText, type ValueNames } from '../entry-text.ts'

/**
 * What was done to an account, and by whom.
 * @param titles of the actions by their names. An entry outlives the release that wrote it: others are shown as they are.
 * @param names what other screens call the values in an entry.
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
