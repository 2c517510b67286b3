import { and, eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { attendances } from '#db/schema/attendance.ts'
import { write } from '#db/write.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../../admin-contract.ts'
import { actions } from '../audit-actions.ts'
import { reviewsOf } from '../rows.ts'
import { findAny, readDetail } from './list.ts'

/** Decides a review: the member may continue, or the attendance is over. The evidence does not change. */
export const decideAttendance: Service<typeof contracts.decideAttendance> = async ({ params, body }, { user }) => {
	const { errors } = contracts.decideAttendance
	const attending = await findAny(params.id)
	if (!attending) throw httpError(errors.unknown)
	const { row, activity, name } = attending
	if (row.userId === user.id) throw httpError(errors.own)
	const { isAccepted, reason } = body
	const now = new Date()
	const reviews = [...reviewsOf(row), { isAccepted, reason, at: now.getTime(), by: user.name }]
	const isWaiting = and(
		...[eq(attendances.id, row.id), eq(attendances.state, 'review'), eq(attendances.reviews, row.reviews)],
	)
	const entry = {
		actor: user,
		action: actions[isAccepted ? 'attendance.accepted' : 'attendance.refused'],
		subject: { type: 'user', id: row.userId, name },
		detail: { activity: activity.title, reason },
	}
	const { change } = await write({
		audit: recordAudit(entry, hasRow(attendances, isWaiting)),
		change: db()
			.update(attendances)
			.set({
				reviews: JSON.stringify(reviews),
				...(isAccepted ? { state: 'open' as const, wrongTries: 0 } : { state: 'refused' as const, endedAt: now }),
			})
			.where(isWaiting),
	})
	if (change.rowsAffected === 0) throw httpError(errors.decided)
	return readDetail(row.id)
}
