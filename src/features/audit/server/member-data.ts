import { sql } from 'drizzle-orm'
import { audit } from '#db/schema/audit.ts'
import { fromJson, memberRecords, ownData } from '#src/platform/member-data.ts'
import { parseStored, storedDetail } from '#src/platform/stored-json.ts'
import { changeText, type ValueNames } from '../entry-text.ts'

const entries = { table: audit, owner: audit.subjectId }

/** Changes to the account. Omits the actor, which is another person's name. */
export const auditData = [
	ownData({
		...entries,
		name: 'audit',
		title: 'Your account history',
		about: 'The club’s record of changes to your account, without the names of who made them.',
		// Admins' notes are private to admins (028), and so is the existence of a note.
		only: sql`${audit.action} not like 'note.%'`,
		cursor: audit.id,
		fields: { at: audit.at, action: audit.action, name: audit.subjectName, detail: audit.detail },
		toRow: (row) => ({ ...row, detail: fromJson(row.detail) }),
	}),
]

/**
 * Returns the audit part of a member's record: changes to the account, and who made them.
 * @param titles titles of actions by name. Unknown actions from other releases are shown unchanged.
 * @param names labels that other screens use for the values in an entry.
 */
export const auditRecords = (titles: Readonly<Record<string, string>>, names: ValueNames) =>
	memberRecords({
		...entries,
		fields: { at: audit.at, action: audit.action, actorName: audit.actorName, detail: audit.detail },
		toRecord: ({ at, action, actorName, detail }) => ({
			...{ at, title: titles[action] ?? action, text: null },
			facts: [`by ${actorName}`, changeText(parseStored(storedDetail, detail, {}), names)].filter(Boolean),
			href: null,
		}),
	})
