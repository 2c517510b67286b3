import { sql } from 'drizzle-orm'
import { certificates } from '#db/schema/attendance.ts'
import { write } from '#db/write.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../../admin-contract.ts'
import { actions } from '../audit-actions.ts'
import { compose, creditsOf, insertCertificate } from '../certificates/issue.ts'
import { textHash } from '../evidence/chain.ts'
import { canReceiveAward } from '../gain.ts'
import { detailOf } from './detail.ts'
import { missingAwardsOf } from './lacking.ts'
import { findAny, rowView } from './list.ts'

/** Issues the missing certificates and credits of a complete attendance. The evidence does not change. */
export const issueCertificates: Service<typeof contracts.issueCertificates> = async ({ params, body }, { user }) => {
	const { errors } = contracts.issueCertificates
	const found = await findAny(params.id)
	if (!found) throw httpError(errors.unknown)
	if (found.row.userId === user.id) throw httpError(errors.own)
	const missing = await missingAwardsOf(found)
	if (!missing) throw httpError(errors.incomplete)
	const { attending, days, keptUntil } = missing
	const { row, activity } = attending
	const { name } = found
	const issued = await compose(missing.awards, attending, { name, days, now: Date.now() })
	if (issued.length === 0) throw httpError(errors.none)
	const ids = { attendanceId: row.id, userId: row.userId, activityId: activity.id, keptUntil }
	const subject = { type: 'user', id: row.userId, name }
	const detail = { activity: activity.title, reason: body.reason }
	const statements = issued.flatMap((one) => {
		const isIssued = sql`exists (select 1 from ${certificates} where number = ${one.record.number})`
		return [
			insertCertificate(one, ids, canReceiveAward(one.award, row, days.completedOn)),
			recordAudit(
				{
					...{ actor: user, action: actions['certificate.issued'], subject },
					detail: { ...detail, certificate: one.record.number, sha256: textHash(one.json) },
				},
				isIssued,
			),
			...creditsOf([one], attending, isIssued),
		]
	})
	await write(...statements)
	const after = (await findAny(row.id)) ?? found
	return { ...rowView(after, after.name), ...(await detailOf(after)) }
}
