import { and, eq, isNull, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { attendanceEvidence, certificates } from '#db/schema/attendance.ts'
import { write } from '#db/write.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { dayInZone } from '#src/lib/dates/calendar-day.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../../admin-contract.ts'
import { actions } from '../audit-actions.ts'
import { awardsOf } from '../awards.ts'
import { gainable, mayGain } from '../gain.ts'
import { barsAsOpened, compose, creditsOf, insertCertificate } from '../issue.ts'
import type { Attending } from '../rows.ts'
import { detailOf } from './detail.ts'
import { findAny, rowView } from './list.ts'

async function evidenceOf(attendanceId: string) {
	const [found] = await db()
		.select({ completedOn: attendanceEvidence.completedOn, keptUntil: attendanceEvidence.keptUntil })
		.from(attendanceEvidence)
		.where(eq(attendanceEvidence.attendanceId, attendanceId))
	return found
}

/** Reads the jurisdictions with a valid certificate of an attendance. */
async function certified(attendanceId: string): Promise<Set<string>> {
	const rows = await db()
		.select({ code: certificates.jurisdiction })
		.from(certificates)
		.where(and(eq(certificates.attendanceId, attendanceId), isNull(certificates.revokedAt)))
	return new Set(rows.map(({ code }) => code))
}

type Evidence = NonNullable<Awaited<ReturnType<typeof evidenceOf>>>

/** Composes the certificates that an attendance lacks. */
async function missingOf(attending: Attending & { name: string }, { completedOn }: Evidence) {
	const { row, activity, name } = attending
	const [bars, has] = await Promise.all([barsAsOpened(attending, completedOn), certified(row.id)])
	const lacking = awardsOf(bars, activity, completedOn).filter(
		({ admission }) => !has.has(admission?.jurisdiction ?? ''),
	)
	const awards = await gainable(lacking, row, completedOn)
	const openedOn = dayInZone(row.openedAt.getTime(), 'UTC')
	const startedOn = openedOn < completedOn ? openedOn : completedOn
	return compose(awards, attending, { name, days: { startedOn, completedOn }, now: Date.now() })
}

/** Issues certificates and credits of a complete attendance that it lacks. The evidence stays as it is. */
export const issueCertificates: Service<typeof contracts.issueCertificates> = async ({ params, body }, { user }) => {
	const { errors } = contracts.issueCertificates
	const attending = await findAny(params.id)
	if (!attending) throw httpError(errors.unknown)
	const { row, activity, name } = attending
	const evidence = row.state === 'complete' ? await evidenceOf(row.id) : undefined
	if (!evidence) throw httpError(errors.incomplete)
	const issued = await missingOf(attending, evidence)
	if (issued.length === 0) throw httpError(errors.none)
	const of = { attendanceId: row.id, userId: row.userId, activityId: activity.id, keptUntil: evidence.keptUntil }
	const subject = { type: 'user', id: row.userId, name }
	const detail = { activity: activity.title, reason: body.reason }
	const statements = issued.flatMap((one) => {
		const isIssued = sql`exists (select 1 from ${certificates} where number = ${one.record.number})`
		return [
			insertCertificate(one, of, mayGain(one.award, row, evidence.completedOn)),
			recordAudit(
				{
					...{ actor: user, action: actions['certificate.issued'], subject },
					detail: { ...detail, certificate: one.record.number },
				},
				isIssued,
			),
			...creditsOf([one], attending, isIssued),
		]
	})
	await write(...statements)
	const after = (await findAny(row.id)) ?? attending
	return { ...rowView(after, after.name), ...(await detailOf(after)) }
}
