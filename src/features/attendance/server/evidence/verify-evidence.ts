import { asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.ts'
import { attendanceEvidence, attendances, certificates } from '#db/schema/attendance.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { detailsOf } from '#src/platform/audit.ts'
import { parseStored } from '#src/platform/stored-json.ts'
import { actions } from '../audit-actions.ts'
import { faultOf, type Link, textHash } from './chain.ts'

const BATCH_SIZE = 200

/** A deviation from the records as they were written. */
interface Fault {
	attendanceId: string
	what: string
}

/** Certificates that evidence names, with the hash of their content. */
const issued = z.object({ certificates: z.array(z.object({ number: z.string(), sha256: z.string() })) })

/** Certificates that an admin issued later: the audit log names them, but no evidence does. */
const issuedLater = z.object({ certificate: z.string(), again: z.optional(z.string()), sha256: z.string() })

/** Reads the hashes of certificates that were issued later, by number. */
async function readLaterHashes(): Promise<Map<string, string>> {
	const details = await detailsOf([actions['certificate.issued'], actions['certificate.reissued']])
	const found = details.map((detail) => parseStored(issuedLater, detail, undefined))
	return new Map(found.flatMap((each) => (each ? [[each.again ?? each.certificate, each.sha256] as const] : [])))
}

/** Checks the certificates of evidence. A certificate may be missing once its retention period is over. */
async function certificateFaults(
	links: readonly Link[],
	later: ReadonlyMap<string, string>,
	today: string,
): Promise<Fault[]> {
	const rows = await db()
		.select({ number: certificates.number, json: certificates.json, attendanceId: certificates.attendanceId })
		.from(certificates)
		.where(
			inArray(
				certificates.attendanceId,
				links.map(({ attendanceId }) => attendanceId),
			),
		)
	const stored = new Map(rows.map(({ number, json }) => [number, textHash(json)]))
	const named = new Set<string>()
	const faults = links.flatMap(({ attendanceId, json, keptUntil }) =>
		parseStored(issued, json, { certificates: [] }).certificates.flatMap(({ number, sha256 }) => {
			named.add(number)
			const found = stored.get(number)
			if (found === sha256 || (found === undefined && keptUntil < today)) return []
			const what = found ? `has another certificate ${number} than was issued` : `has lost its certificate ${number}`
			return [{ attendanceId, what }]
		}),
	)
	const emptied = new Set(links.filter(({ json }) => json === '').map(({ attendanceId }) => attendanceId))
	const others = rows.filter(({ number, attendanceId }) => !named.has(number) && !emptied.has(attendanceId))
	const mismatched = others.filter(({ number }) => later.get(number) !== stored.get(number))
	return [
		...faults,
		...mismatched.map(({ number, attendanceId }) => ({
			...{ attendanceId, what: `has a certificate ${number} that was not issued so` },
		})),
	]
}

/** Finds certificates of attendances that have no evidence. */
async function findCertificatesWithoutEvidence(): Promise<Fault[]> {
	const rows = await db()
		.select({ number: certificates.number, id: certificates.attendanceId })
		.from(certificates)
		.leftJoin(attendanceEvidence, eq(attendanceEvidence.attendanceId, certificates.attendanceId))
		.where(isNull(attendanceEvidence.sequence))
	return rows.map(({ number, id }) => ({ attendanceId: id, what: `has a certificate ${number} and no evidence` }))
}

/** Finds completed attendances without evidence, for example after the end of the chain was cut off. */
async function findAttendancesWithoutEvidence(): Promise<Fault[]> {
	const rows = await db()
		.select({ id: attendances.id })
		.from(attendances)
		.leftJoin(attendanceEvidence, eq(attendanceEvidence.attendanceId, attendances.id))
		.where(sql`${attendances.state} = 'complete' and ${attendanceEvidence.sequence} is null`)
	return rows.map(({ id }) => ({ attendanceId: id, what: 'has no evidence' }))
}

/** Result of checking the chain. */
interface Verified {
	records: number
	/** Hash of the newest link, which depends on all earlier links; empty if there are none. */
	head: string
	/** Whether the chain contains the given head. */
	hasHead: boolean
	faults: Fault[]
}

/**
 * Checks every link of the chain, its certificates, and that each completed attendance has a link.
 * @param knownHead an earlier head that was recorded outside the database.
 */
export async function verifyEvidence(today = clubDay(), knownHead = ''): Promise<Verified> {
	const faults: Fault[] = []
	const later = await readLaterHashes()
	let records = 0
	let hasHead = knownHead === ''
	let previous: { sequence: number; hash: string } | undefined
	for (;;) {
		const links = await db()
			.select()
			.from(attendanceEvidence)
			.where(gt(attendanceEvidence.sequence, previous?.sequence ?? 0))
			.orderBy(asc(attendanceEvidence.sequence))
			.limit(BATCH_SIZE)
		for (const link of links) {
			const what = faultOf(link, previous?.hash, today)
			if (what) faults.push({ attendanceId: link.attendanceId, what })
			hasHead ||= link.hash === knownHead
			previous = link
		}
		faults.push(...(await certificateFaults(links, later, today)))
		records += links.length
		if (links.length < BATCH_SIZE) break
	}
	faults.push(...(await findAttendancesWithoutEvidence()), ...(await findCertificatesWithoutEvidence()))
	return { records, head: previous?.hash ?? '', hasHead, faults }
}
