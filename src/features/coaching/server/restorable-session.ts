import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { coachingSessions } from '#db/schema/coaching.ts'
import type { Restorable } from '#src/platform/trash.ts'
import { notifyMembers } from './session-changes.ts'

/** A deleted session stays as canceled until it is purged, so that calendars receive the cancellation. */
export const restorableSession: Restorable = {
	exists: (id) => sql`exists (select 1 from ${coachingSessions} where id = ${id})`,
	afterRestore: (id, actor, _, when) => [
		...notifyMembers(
			id,
			'planned',
			actor,
			sql`exists (select 1 from ${coachingSessions} where id = ${id} and cancelled_at is not null and scheduled_at > ${Date.now()}) and ${when}`,
		),
		db().run(sql`
			update ${coachingSessions} set cancelled_at = null, updated_at = ${Date.now()}, sequence = sequence + 1
			where id = ${id} and cancelled_at is not null and ${when}`),
	],
	erase: (id, when) => [
		db().run(sql`delete from ${coachingSessions} where id = ${id} and cancelled_at is not null and ${when}`),
	],
	href: () => '/admin/coaching',
}
