import { and, asc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.ts'
import { attendanceEvidence, certificates } from '#db/schema/attendance.ts'
import { parseStored } from '#src/platform/stored-json.ts'
import type { RecordFilters } from '../../records-contract.ts'
import { certificatesStatement, readCertificate, type StoredCertificate } from '../certificates/certificates.ts'

const time = z.optional(z.number())
/** Fields of the evidence that records show. */
const facts = z.object({
	attendance: z.object({ mode: z.enum(['watch', 'spoken', 'live']), openedAt: z.number() }),
	completed: z.object({ at: z.number(), timeZone: z.string() }),
	codes: z.array(z.object({ enteredAt: z.nullable(z.number()) })),
	live: z.object({
		checkedInAt: time,
		signedOutAt: time,
		codes: z.array(z.object({ code: z.string() })),
		listedMinutes: z.optional(z.number()),
	}),
	reviews: z.array(z.object({ reason: z.string() })),
})
export type EvidenceFacts = z.output<typeof facts>

/** A certificate with its evidence, whose `json` is empty once its retention period is over. */
export interface AuditRecord extends StoredCertificate {
	evidence: { json: string; hash: string; previousHash: string; facts: EvidenceFacts | undefined } | undefined
}

const BATCH_SIZE = 200

export const withFilters = ({ jurisdiction, from, to }: RecordFilters): SQL | undefined =>
	and(
		jurisdiction ? eq(certificates.jurisdiction, jurisdiction) : undefined,
		from ? gte(certificates.completedOn, from) : undefined,
		to ? lte(certificates.completedOn, to) : undefined,
	)

async function evidenceOf(attendanceIds: readonly string[]): Promise<Map<string, AuditRecord['evidence']>> {
	const rows = await db()
		.select({
			id: attendanceEvidence.attendanceId,
			json: attendanceEvidence.json,
			hash: attendanceEvidence.hash,
			previousHash: attendanceEvidence.previousHash,
		})
		.from(attendanceEvidence)
		.where(inArray(attendanceEvidence.attendanceId, [...attendanceIds]))
	return new Map(
		rows.map(({ id, ...row }) => [
			id,
			{ ...row, facts: row.json ? parseStored(facts, row.json, undefined) : undefined },
		]),
	)
}

/** Selects certificates after a position in the order of issue. The query plan is tested. */
export const sliceStatement = ([at, number]: [at: number, number: string], where: SQL | undefined) =>
	certificatesStatement(and(sql`(${certificates.issuedAt}, ${certificates.number}) > (${at}, ${number})`, where))
		.orderBy(asc(certificates.issuedAt), asc(certificates.number))
		.limit(BATCH_SIZE)

/** Reads certificates with their evidence, in the order of issue and in batches. */
export async function* readRecords(where: SQL | undefined): AsyncGenerator<AuditRecord> {
	for (let after: [at: number, number: string] = [-1, '']; ; ) {
		const rows = await sliceStatement(after, where)
		const last = rows.at(-1)
		if (!last) return
		const evidence = await evidenceOf(rows.map(({ row }) => row.attendanceId))
		for (const each of rows) {
			const stored = readCertificate(each)
			if (stored) yield { ...stored, evidence: evidence.get(each.row.attendanceId) }
		}
		after = [last.row.issuedAt.getTime(), last.row.number]
	}
}
