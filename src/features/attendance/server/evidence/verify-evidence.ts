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

/** Checks the certificates that evidence names. One that is gone was deleted when its keeping period was over. */
async function certificateFaults(links: readonly Link[]): Promise<Fault[]> {
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
	return links.flatMap(({ attendanceId, json }) =>
		parseStored(issued, json, { certificates: [] })
			.certificates.filter(({ number, sha256 }) => (stored.get(number) ?? sha256) !== sha256)
			.map(({ number }) => ({ attendanceId, what: `has another certificate ${number} than was issued` })),
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
		faults.push(...(await certificateFaults(links)))
		records += links.length
		if (links.length < AT_ONCE) break
	}
	return { records, faults: [...faults, ...(await attendancesWithout())] }
}
