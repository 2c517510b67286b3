import { and, desc, eq, type SQL } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { certificates } from '#db/schema/attendance.ts'
import { cleAdmissions } from '#db/schema/cle.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import type { Context, Service } from '#src/platform/endpoint/handle.ts'
import { log } from '#src/platform/log.ts'
import { parseStored } from '#src/platform/stored-json.ts'
import type * as adminContracts from '../../admin-contract.ts'
import * as contracts from '../../certificates-contract.ts'
import { type CertificateRecord, certificateRecord } from '../../paper.ts'
import { certificatePdf } from '../pdf/certificate-pdf.ts'

/** Jurisdictions whose certificates must show the attorney's number. */
const NEEDS_BAR_NUMBER = new Set(['US-CA'])

type CertificateRow = typeof certificates.$inferSelect

export interface StoredCertificate {
	row: CertificateRow
	record: CertificateRecord
}

/** Selects certificates, with the member's current bar number for certificates that lack one. */
export const certificatesStatement = (where: SQL | undefined) =>
	db()
		.select({ row: certificates, barNumber: cleAdmissions.barNumber })
		.from(certificates)
		.leftJoin(
			cleAdmissions,
			and(eq(cleAdmissions.userId, certificates.userId), eq(cleAdmissions.jurisdiction, certificates.jurisdiction)),
		)
		.where(where)
		.$dynamic()

type Selected = Awaited<ReturnType<typeof certificatesStatement>>[number]

/** Parses a stored certificate; undefined if its record is invalid. */
export function readCertificate({ row, barNumber }: Selected): StoredCertificate | undefined {
	const record = parseStored(certificateRecord, row.json, undefined)
	if (!record) {
		log.error({ number: row.number }, 'a certificate cannot be read')
		return undefined
	}
	// Other certificates may have been downloaded without a number, so they do not change: an admin can reissue them.
	if (!needsBarNumber(record) || !barNumber) return { row, record }
	return { row, record: { ...record, attorney: { ...record.attorney, barNumber } } }
}

const readAll = (rows: readonly Selected[]): StoredCertificate[] =>
	rows.map(readCertificate).filter((one) => one !== undefined)

/** Returns whether a certificate cannot be downloaded until it shows the attorney's number. */
export const needsBarNumber = ({ jurisdiction, attorney }: CertificateRecord) =>
	NEEDS_BAR_NUMBER.has(jurisdiction.code) && attorney.barNumber === null

/** Returns a certificate as lists show it. */
export const certificateView = ({ row, record }: StoredCertificate): contracts.Certificate => ({
	...{ number: row.number, attendanceId: row.attendanceId, title: record.activity.title },
	...{ jurisdiction: record.jurisdiction.code, jurisdictionName: record.jurisdiction.name, paper: record.paper },
	...{ completedOn: row.completedOn, minutes: record.activity.minutes, credits: record.totalHundredths },
	...{ revokedAt: row.revokedAt?.toISOString() ?? null, reason: row.reason, replacedBy: row.replacedBy },
	needsBarNumber: needsBarNumber(record),
})

export const listCertificatesFor = async (userId: string): Promise<contracts.Certificate[]> =>
	readAll(
		await certificatesStatement(eq(certificates.userId, userId)).orderBy(
			desc(certificates.completedOn),
			desc(certificates.issuedAt),
			certificates.number,
		),
	).map(certificateView)

export const listCertificates: Service<typeof contracts.listCertificates> = (_, { user }) =>
	listCertificatesFor(user.id)

/** Reads the certificates of an attendance, newest first. */
export const certificatesOf = async (attendanceId: string): Promise<StoredCertificate[]> =>
	readAll(
		await certificatesStatement(eq(certificates.attendanceId, attendanceId)).orderBy(
			desc(certificates.issuedAt),
			certificates.number,
		),
	)

/** Reads the certificate that matches a condition. */
export async function findCertificate(where: SQL | undefined): Promise<StoredCertificate | undefined> {
	const [found] = await certificatesStatement(where)
	return found && readCertificate(found)
}

/** Returns the revocation as it is printed on the certificate. */
export const revokedOf = ({ revokedAt, reason, replacedBy }: CertificateRow) =>
	revokedAt && {
		on: clubDay(revokedAt.getTime()),
		reason: replacedBy === null ? (reason ?? '') : `${reason ?? ''} Issued again as ${replacedBy}.`.trim(),
	}

/** Draws a certificate. It is private to the member, so no cache may store it. @throws {ApiError} */
async function fileOf(where: SQL | undefined, context: Pick<Context, 'setHeader'>): Promise<Buffer<ArrayBuffer>> {
	const { errors } = contracts.getCertificateFile
	const found = await findCertificate(where)
	if (!found) throw httpError(errors.unknown)
	const { row, record } = found
	if (needsBarNumber(record)) throw httpError(errors.barNumber)
	const { bytes, missingLetter } = await certificatePdf({ record, revoked: revokedOf(row) })
	const [status, text] = errors.letter
	if (missingLetter !== undefined) throw httpError([status, `${text}: ${missingLetter}`])
	context.setHeader('Content-Disposition', `inline; filename="certificate-${row.number}.pdf"`)
	context.setHeader('Cache-Control', 'private, no-store')
	return Buffer.from(bytes)
}

export const getCertificateFile: Service<typeof contracts.getCertificateFile> = ({ params }, context) =>
	fileOf(and(eq(certificates.number, params.number), eq(certificates.userId, context.user.id)), context)

export const getIssuedCertificateFile: Service<typeof adminContracts.getIssuedCertificateFile> = (
	{ params },
	context,
) => fileOf(eq(certificates.number, params.number), context)
