import { write } from '#db/write.ts'
import { site } from '#src/lib/site/site.ts'
import { type AddFile, archivePieces } from '#src/platform/archive.ts'
import { recordAudit } from '#src/platform/audit.ts'
import { csvFile } from '#src/platform/csv.ts'
import { type Context, Pieces, type Service } from '#src/platform/endpoint/handle.ts'
import type * as contracts from '../../records-contract.ts'
import { actions } from '../audit-actions.ts'
import { revokedOf } from '../certificates/certificates.ts'
import { certificatePdf } from '../pdf/certificate-pdf.ts'
import { listHead, listLine } from './attendance-list.ts'
import { type AuditRecord, readRecords, withFilters } from './read-records.ts'

/** Adds the download to the audit log before the first record is sent. */
async function auditDownload(
	{ user }: Pick<Context<'admin'>, 'user'>,
	title: string,
	filters: contracts.RecordFilters,
) {
	const subject = { type: 'records', id: title, name: title }
	await write(recordAudit({ actor: user, action: actions['records.taken'], subject, detail: { ...filters } }))
}

export const exportAttendances: Service<typeof contracts.exportAttendances> = async ({ query }, context) => {
	await auditDownload(context, 'Attendance list', query)
	const lines = [listHead]
	for await (const record of readRecords(withFilters(query))) lines.push(listLine(record))
	return csvFile(context, 'attendance', lines)
}

/** Adds the PDF of a certificate. Returns its entry in the manifest. */
async function addPaper(add: AddFile, { row, record }: AuditRecord) {
	const { bytes, missingLetter } = await certificatePdf({ record, revoked: revokedOf(row) })
	const file = `certificates/${row.number}.pdf`
	if (missingLetter !== undefined) return { file: null, missing: `No font has the letter ${missingLetter}` }
	return { file, ...(await add(file, bytes, { isPacked: false })) }
}

interface Files {
	/** Files of evidence that were already added, since the certificates of an attendance share its evidence. */
	evidence: Set<string>
	manifest: object[]
	lines: string[]
}

async function addRecord(add: AddFile, one: AuditRecord, { evidence, manifest, lines }: Files): Promise<void> {
	const { row } = one
	lines.push(listLine(one))
	const paper = await addPaper(add, one)
	const file = `evidence/${row.attendanceId}.json`
	if (one.evidence?.json && !evidence.has(file)) {
		evidence.add(file)
		await add(file, one.evidence.json, { isPacked: true })
	}
	manifest.push({
		certificate: row.number,
		paper,
		evidence: one.evidence && {
			file: one.evidence.json ? file : null,
			...{ hash: one.evidence.hash, previousHash: one.evidence.previousHash },
		},
	})
}

/** Writes the archive for an auditor. Each hash is computed from the previous hash and the evidence file. */
async function fillRecords(add: AddFile, filters: contracts.RecordFilters, now: number): Promise<void> {
	const files: Files = { evidence: new Set(), manifest: [], lines: [listHead] }
	for await (const record of readRecords(withFilters(filters))) await addRecord(add, record, files)
	const list = await add('attendance.csv', `\uFEFF${files.lines.join('')}`, { isPacked: true })
	const manifest = {
		...{ provider: site().name, madeAt: new Date(now).toISOString(), filters },
		hash: 'SHA-256 of the previous hash, a line feed and the bytes of the evidence file',
		list: { file: 'attendance.csv', ...list },
		records: files.manifest,
	}
	await add('manifest.json', `${JSON.stringify(manifest, null, '\t')}\n`, { isPacked: true })
}

export const exportRecords: Service<typeof contracts.exportRecords> = async ({ query }, context) => {
	const now = Date.now()
	await auditDownload(context, 'Records for audit', query)
	const name = `records-${new Date(now).toISOString().slice(0, 10)}.zip`
	context.setHeader('Content-Disposition', `attachment; filename="${name}"`)
	context.setHeader('Cache-Control', 'private, no-store')
	return new Pieces(archivePieces((add) => fillRecords(add, query, now)))
}
