import { and, asc, eq, ne } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { attendanceEvidence, certificates } from '#db/schema/attendance.ts'
import type { ExportPart } from '#src/features/cle/server/export.ts'
import type { ExportedFile } from '#src/features/cle/server/export-overview.ts'
import { formatDay } from '#src/lib/dates/calendar-day.ts'
import type { AddFile } from '#src/platform/archive.ts'
import { paperTitle } from '../../paper.ts'
import { certificatesStatement, needsBarNumber, readCertificate, revokedOf } from '../certificates/certificates.ts'
import { certificatePdf } from '../pdf/certificate-pdf.ts'

/** Adds a member's certificates. Skips those that cannot be drawn: the certificates screen says what is missing. */
async function addCertificates(userId: string, add: AddFile): Promise<ExportedFile[]> {
	const rows = await certificatesStatement(eq(certificates.userId, userId)).orderBy(
		asc(certificates.completedOn),
		asc(certificates.number),
	)
	const added: ExportedFile[] = []
	for (const each of rows) {
		const stored = readCertificate(each)
		if (!stored || needsBarNumber(stored.record)) continue
		const { row, record } = stored
		const { bytes, missingLetter } = await certificatePdf({ record, revoked: revokedOf(row) })
		if (missingLetter !== undefined) continue
		const path = `certificates/${row.number}.pdf`
		await add(path, bytes, { isPacked: false })
		const revoked = row.revokedAt ? ', revoked' : ''
		added.push({ path, title: `${paperTitle(record.paper)}: ${record.activity.title}${revoked}` })
	}
	return added
}

/** Adds the evidence of a member's attendances, as long as it is kept. */
async function addEvidence(userId: string, add: AddFile): Promise<ExportedFile[]> {
	const rows = await db()
		.select()
		.from(attendanceEvidence)
		.where(and(eq(attendanceEvidence.userId, userId), ne(attendanceEvidence.json, '')))
		.orderBy(asc(attendanceEvidence.sequence))
	const added: ExportedFile[] = []
	for (const { attendanceId, completedOn, json } of rows) {
		const path = `evidence/${attendanceId}.json`
		await add(path, json, { isPacked: true })
		added.push({ path, title: `Evidence of the attendance completed ${formatDay(completedOn)}` })
	}
	return added
}

/** Adds certificates and evidence to a member's download of the ledger. */
export const attendanceFiles: ExportPart = async (userId, add) => [
	...(await addCertificates(userId, add)),
	...(await addEvidence(userId, add)),
]
