import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { certificates } from '#db/schema/attendance.ts'
import { creditStatements, type NewCredit } from '#src/features/cle/server/award.ts'
import { addMonths } from '#src/lib/dates/calendar-day.ts'
import type { CertificateRecord } from '../../paper.ts'
import type { Award } from '../awards.ts'
import { type Bars, barsOf, rulesOf } from '../bars.ts'
import { cycleOf } from '../gain.ts'
import { type Attending, ruleVersionsOf } from '../rows.ts'
import { readIssuer } from './issuer.ts'
import { recordJson, recordOf } from './record.ts'

/** Years for which records are kept if no rule applies. */
const DEFAULT_KEEP_YEARS = 4

/** Returns the last day on which a record must be kept, by the rules with the longest period. */
export function keptUntilOf(completedOn: string, rules: Bars['rules']): string {
	const years = [...rules.values()].map(({ keepYears }) => keepYears.provider)
	return addMonths(completedOn, 12 * Math.max(...(years.length > 0 ? years : [DEFAULT_KEEP_YEARS])))
}

/** Returns the boards with the versions of their rules that applied when the attendance was opened. */
export async function barsAsOpened({ row, activity }: Attending, day: string): Promise<Bars> {
	const bars = await barsOf(activity.id, row.userId, day)
	return { ...bars, rules: await rulesOf([...bars.rules.keys()], day, ruleVersionsOf(row)) }
}

/** Keeps the admissions whose rules applied when the attendance was opened. Admins can issue the other certificates. */
export function openedFor({ row }: Attending, bars: Bars): Bars {
	const versions = ruleVersionsOf(row)
	return { ...bars, admissions: bars.admissions.filter(({ jurisdiction }) => Object.hasOwn(versions, jurisdiction)) }
}

export interface Issued {
	award: Award
	record: CertificateRecord
	json: string
}

export interface Days {
	startedOn: string
	completedOn: string
}

/** Composes the certificates of awards. */
export async function compose(
	awards: readonly Award[],
	{ row, activity }: Attending,
	about: { name: string; days: Days; now: number },
): Promise<Issued[]> {
	const issuer = await readIssuer()
	const completion = { activity, mode: row.mode, name: about.name, ...about.days }
	return awards.map((award) => {
		const record = recordOf(award, completion, issuer, about)
		return { award, record, json: recordJson(record) }
	})
}

interface IssuedFor {
	attendanceId: string
	userId: string
	activityId: string
	keptUntil: string
}

/** Returns the statement that inserts a certificate, if its attendance has no valid one for the jurisdiction. */
export function insertCertificate({ record, json }: Omit<Issued, 'award'>, of: IssuedFor, when: SQL) {
	const code = record.jurisdiction.code
	const isSame = and(eq(certificates.attendanceId, of.attendanceId), eq(certificates.jurisdiction, code))
	return db().run(sql`
		insert into ${certificates}
			(number, attendance_id, user_id, activity_id, jurisdiction, json, completed_on, issued_at, kept_until)
		select ${record.number}, ${of.attendanceId}, ${of.userId}, ${of.activityId}, ${code}, ${json},
			${record.activity.completedOn}, ${record.issuedAt}, ${of.keptUntil}
		where ${when} and not exists (select 1 from ${certificates} where ${and(isSame, isNull(certificates.revokedAt))})`)
}

/** Returns the credit of a certificate; undefined if there is no admission. */
function creditOf({ award, record }: Issued): NewCredit | undefined {
	const { admission, rules, accreditation, credits } = award
	if (!admission || !rules) return undefined
	return {
		...{ admissionId: admission.id, certificateNumber: record.number, credits, repeat: rules.repeat },
		accreditation: accreditation?.number ?? null,
		cycle: cycleOf(award, record.activity.completedOn),
	}
}

/** Returns the statements that insert the credits of certificates, for the same `write`. */
export const creditsOf = (issued: readonly Issued[], { row, activity }: Attending, when: SQL) => {
	const [first] = issued
	const credits = issued.map(creditOf).filter((credit) => credit !== undefined)
	const date = first?.record.activity.completedOn ?? ''
	const provider = first?.record.provider.name ?? ''
	return creditStatements(credits, { userId: row.userId, activity, provider, date }, when)
}
