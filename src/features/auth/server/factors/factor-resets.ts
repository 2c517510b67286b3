import { and, eq, type SQL } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { factorResets } from '#db/schema/security.ts'
import { recordAudit } from '#src/platform/audit.ts'
import { actions } from '../audit-actions.ts'

interface Person {
	id: string
	name: string
}

/** Returns the statements that stop a requested reset of a person's second factors. */
export function stopReset(person: Person, actor: Parameters<typeof recordAudit>[0]['actor'], when: SQL | undefined) {
	const isRequested = and(eq(factorResets.userId, person.id), when)
	const subject = { type: 'user', id: person.id, name: person.name }
	return {
		audit: recordAudit({ actor, action: actions['factor-reset.stopped'], subject }, hasRow(factorResets, isRequested)),
		stopped: db().delete(factorResets).where(isRequested),
	}
}
