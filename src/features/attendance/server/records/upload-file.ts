import { and, eq, isNull } from 'drizzle-orm'
import { certificates } from '#db/schema/attendance.ts'
import { formatCredits } from '#src/features/cle/cle-text.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { csvFile, csvLine } from '#src/platform/csv.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { barNumberLabel, type CertificateRecord } from '../../paper.ts'
import * as contracts from '../../records-contract.ts'
import { readRecords } from './read-records.ts'

/** Returns the categories of all certificates, without duplicates. */
const categoriesOf = (records: readonly CertificateRecord[]) =>
	new Map(records.flatMap(({ credits }) => credits.map(({ category, name }) => [category, name] as const)))

const PARTICIPATION = { participatory: 'Participatory', 'self-study': 'Self-study' }

function lineOf(record: CertificateRecord, categories: Iterable<string>): string {
	const { attorney, activity, accreditation, participation } = record
	const first = attorney.name.slice(0, attorney.name.lastIndexOf(attorney.lastName)).trim()
	const creditOf = (category: string) => record.credits.find((credit) => credit.category === category)?.hundredths ?? 0
	return csvLine([
		...[attorney.barNumber, attorney.lastName, first, activity.title, activity.completedOn],
		...[participation && PARTICIPATION[participation], accreditation?.number ?? null],
		...[formatCredits(record.totalHundredths), ...[...categories].map((category) => formatCredits(creditOf(category)))],
	])
}

/** Returns the file that a board requires: the attendees with their bar numbers and credits by category. */
export const exportUpload: Service<typeof contracts.exportUpload> = async ({ query }, context) => {
	const { jurisdiction, activity, day } = query
	const records: CertificateRecord[] = []
	for await (const { record } of readRecords(
		and(
			eq(certificates.jurisdiction, jurisdiction),
			eq(certificates.activityId, activity),
			eq(certificates.completedOn, day),
			isNull(certificates.revokedAt),
		),
	))
		if (record.accreditation) records.push(record)
	if (records.length === 0) throw httpError(contracts.exportUpload.errors.none)
	const categories = categoriesOf(records)
	const head = csvLine([
		...[barNumberLabel(jurisdiction), 'Last name', 'First name', 'Title', 'Date'],
		...['Kind', 'Accreditation', 'Total hours', ...categories.values()],
	])
	const lines = records.map((record) => lineOf(record, categories.keys()))
	return csvFile(context, `attendance-${jurisdiction.toLowerCase()}-${day}`, [head, ...lines])
}
