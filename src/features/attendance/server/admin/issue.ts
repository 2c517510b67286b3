import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.ts'
import { attendanceEvidence, certificates } from '#db/schema/attendance.ts'
import { write } from '#db/write.ts'
import { format } from '#src/features/cle/rules-schema.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { parseStored } from '#src/platform/stored-json.ts'
import * as contracts from '../../admin-contract.ts'
import { actions } from '../audit-actions.ts'
import { awardsOf } from '../awards.ts'
import { barsAsOpened, compose, creditsOf, insertCertificate } from '../certificates/issue.ts'
import { gainable, mayGain } from '../gain.ts'
import { detailOf } from './detail.ts'
import { findAny, rowView } from './list.ts'

/** What the evidence says that was attended, and since when. */
const attended = z.object({
	activity: z.object({
		...{ title: z.string(), minutes: z.number(), format },
		/** Evidence of earlier releases does not have it. */
		minutesByCategory: z.optional(z.nullable(z.record(z.string(), z.number()))),
	}),
	completed: z.object({ startedOn: z.string() }),
})

async function evidenceOf(attendanceId: string) {
	const [found] = await db()
		.select({
			json: attendanceEvidence.json,
			completedOn: attendanceEvidence.completedOn,
			keptUntil: attendanceEvidence.keptUntil,
		})
		.from(attendanceEvidence)
		.where(eq(attendanceEvidence.attendanceId, attendanceId))
	const frozen = found && parseStored(attended, found.json, undefined)
	return frozen && { ...found, ...frozen }
}

type Found = NonNullable<Awaited<ReturnType<typeof findAny>>>
type Evidence = NonNullable<Awaited<ReturnType<typeof evidenceOf>>>

/** Returns an attendance with its activity as it was when it was attended. */
const asAttended = ({ activity, ...found }: Found, { activity: frozen }: Evidence): Found => ({
	...found,
	activity: {
		...activity,
		...frozen,
		minutesByCategory: frozen.minutesByCategory === undefined ? activity.minutesByCategory : frozen.minutesByCategory,
	},
})

/** Reads the jurisdictions with a valid certificate of an attendance. */
async function certified(attendanceId: string): Promise<Set<string>> {
	const rows = await db()
		.select({ code: certificates.jurisdiction })
		.from(certificates)
		.where(and(eq(certificates.attendanceId, attendanceId), isNull(certificates.revokedAt)))
	return new Set(rows.map(({ code }) => code))
}

/** Composes the certificates that an attendance lacks. */
async function missingOf(attending: Found, { completedOn, completed: { startedOn } }: Evidence) {
	const { row, activity, name } = attending
	const [bars, has] = await Promise.all([barsAsOpened(attending, completedOn), certified(row.id)])
	const lacking = awardsOf(bars, activity, completedOn).filter(
		({ admission }) => !has.has(admission?.jurisdiction ?? ''),
	)
	const awards = await gainable(lacking, row, completedOn)
	return compose(awards, attending, { name, days: { startedOn, completedOn }, now: Date.now() })
}

/** Issues certificates and credits of a complete attendance that it lacks. The evidence stays as it is. */
export const issueCertificates: Service<typeof contracts.issueCertificates> = async ({ params, body }, { user }) => {
	const { errors } = contracts.issueCertificates
	const found = await findAny(params.id)
	if (!found) throw httpError(errors.unknown)
	if (found.row.userId === user.id) throw httpError(errors.own)
	const evidence = found.row.state === 'complete' ? await evidenceOf(found.row.id) : undefined
	if (!evidence) throw httpError(errors.incomplete)
	const attending = asAttended(found, evidence)
	const { row, activity, name } = attending
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
	const after = (await findAny(row.id)) ?? found
	return { ...rowView(after, after.name), ...(await detailOf(after)) }
}
