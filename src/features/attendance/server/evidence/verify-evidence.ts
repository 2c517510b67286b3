import { asc, eq, gt, inArray, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.ts'
import { attendanceEvidence, attendances, certificates } from '#db/schema/attendance.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { parseStored } from '#src/platform/stored-json.ts'
import { faultOf, type Link, textHash } from './chain.ts'

const AT_ONCE = 200

/** Something that is not as it was written. */
export interface Fault {
	attendanceId: string
	what: string
}

/** Certificates that evidence names, with the hash of what they say. */
const issued = z.object({ certificates: z.array(z.object({ number: z.string(), sha256: z.string() })) })

/** Checks the certificates that evidence names. One whose keeping period is over may be gone. */
async function certificateFaults(links: readonly Link[], today: string): Promise<Fault[]> {
	const rows = await db()
		.select({ number: certificates.number, json: certificates.json })
		.from(certificates)
		.where(
			inArray(
				certificates.attendanceId,
				links.map(({ attendanceId }) => attendanceId),
			),
		)
	const stored = new Map(rows.map(({ number, json }) => [number, textHash(json)]))
	return links.flatMap(({ attendanceId, json, keptUntil }) =>
		parseStored(issued, json, { certificates: [] }).certificates.flatMap(({ number, sha256 }) => {
			const found = stored.get(number)
			if (found === sha256 || (found === undefined && keptUntil < today)) return []
			const what = found ? `has another certificate ${number} than was issued` : `has lost its certificate ${number}`
			return [{ attendanceId, what }]
		}),
	)
}

/** Finds completed attendances whose evidence is gone, as after the end of the chain was cut off. */
async function attendancesWithout(): Promise<Fault[]> {
	const rows = await db()
		.select({ id: attendances.id })
		.from(attendances)
		.leftJoin(attendanceEvidence, eq(attendanceEvidence.attendanceId, attendances.id))
		.where(sql`${attendances.state} = 'complete' and ${attendanceEvidence.sequence} is null`)
	return rows.map(({ id }) => ({ attendanceId: id, what: 'has no evidence' }))
}

/** Checks every link of the chain, the certificates in it, and that each completed attendance has its own. */
export async function verifyEvidence(today = clubDay()): Promise<{ records: number; faults: Fault[] }> {
	const faults: Fault[] = []
	let records = 0
	let before: { sequence: number; hash: string } | undefined
	for (;;) {
		const links = await db()
			.select()
			.from(attendanceEvidence)
			.where(gt(attendanceEvidence.sequence, before?.sequence ?? 0))
			.orderBy(asc(attendanceEvidence.sequence))
			.limit(AT_ONCE)
		for (const link of links) {
			const what = faultOf(link, before?.hash, today)
			if (what) faults.push({ attendanceId: link.attendanceId, what })
			before = link
		}
		faults.push(...(await certificateFaults(links, today)))
		records += links.length
		if (links.length < AT_ONCE) break
	}
	return { records, faults: [...faults, ...(await attendancesWithout())] }
}
