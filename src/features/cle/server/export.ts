import { and, inArray } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { media } from '#db/schema/media.ts'
import { mediaStore } from '#src/features/media/server/media-storage.ts'
import { isOwnFile } from '#src/features/media/server/own-files.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { site } from '#src/lib/site/site.ts'
import { plainSlug } from '#src/lib/text/slug.ts'
import { type AddFile, archivePieces } from '#src/platform/archive.ts'
import { csvLine } from '#src/platform/csv.ts'
import { Pieces, type Service } from '#src/platform/endpoint/handle.ts'
import { countAttempts, type RateLimit } from '#src/platform/limits/rate-limit.ts'
import { NotStoredError } from '#src/platform/storage/storage.ts'
import { formatCredits, periodText } from '../cle-text.ts'
import type * as contracts from '../export-contract.ts'
import { exportLedger as contract } from '../export-contract.ts'
import { FORMAT_LABELS, type RuleSet } from '../rules-schema.ts'
import { admissionsOf } from './admissions.ts'
import { type CreditRow, cycleOf, labelOf, rowsOf, splitVoids } from './credit-rows.ts'
import { type ExportedFile, overviewHtml } from './export-overview.ts'
import { ledgerOf } from './ledger.ts'
import { readRules } from './rules.ts'
import { type CycleSet, cyclesFor } from './standing.ts'

/** Adds a member's files to the ZIP, such as certificates. */
export type ExportPart = (userId: string, add: AddFile) => Promise<ExportedFile[]>

/** Limit of downloads per member. */
const downloads: RateLimit = { name: 'cle-export', limit: 20, seconds: 60 * 60 }

const SOURCE_LABELS: Readonly<Record<CreditRow['source'], string>> = {
	ours: 'Our programme',
	outside: 'Other provider',
	speaking: 'Speaking',
	carry: 'Carry-over',
}

const HEADER = [
	...['Jurisdiction', 'Cycle', 'Date', 'Title', 'Provider', 'Format', 'Minutes', 'Category', 'Credits', 'Source'],
	...['Accreditation', 'Certificate', 'Void because'],
]

const categoryLabel = ({ categories }: RuleSet, category: string) =>
	categories.find(({ id }) => id === category)?.label ?? category

/** Returns the CSV lines of a credit, one per category. */
function linesOf(row: CreditRow, { stored, cycles }: CycleSet, voidRow: CreditRow | undefined): string[] {
	const { rules } = stored
	const cycle = cycleOf(row, cycles)
	return Object.entries(row.credits).map(([category, credits]) =>
		csvLine([
			...[rules.name, cycle ? periodText(cycle.from, cycle.lastDay) : '', row.date, row.title, row.provider],
			...[FORMAT_LABELS[row.format], row.minutes, categoryLabel(rules, category), formatCredits(credits)],
			...[SOURCE_LABELS[row.source], labelOf(row), row.certificateNumber ?? ''],
			voidRow?.reason ?? '',
		]),
	)
}

async function creditsCsv(userId: string): Promise<{ csv: string; rows: CreditRow[] }> {
	const [rules, admissions] = await Promise.all([readRules(), admissionsOf(userId)])
	const rows = await rowsOf(admissions.map(({ id }) => id))
	const cycleSets = new Map(admissions.map((admission) => [admission.id, cyclesFor(admission, rules)]))
	const { credits, voids } = splitVoids(rows)
	const lines = credits.flatMap((row) => {
		const cycles = cycleSets.get(row.admissionId)
		return cycles ? linesOf(row, cycles, voids.get(row.id)) : []
	})
	// With a BOM, for spreadsheets.
	return { csv: `\uFEFF${[csvLine(HEADER), ...lines].join('')}`, rows: credits }
}

/** Adds the uploaded certificates. Skips files that are missing from the storage. */
async function addUploads(rows: readonly CreditRow[], userId: string, add: AddFile): Promise<ExportedFile[]> {
	const ids = [...new Set(rows.flatMap(({ mediaId }) => mediaId ?? []))]
	if (ids.length === 0) return []
	const found = await db()
		.select()
		.from(media)
		.where(and(inArray(media.id, ids), isOwnFile(userId)))
	const store = await mediaStore()
	const added: ExportedFile[] = []
	for (const { id, name, files } of found) {
		const [file] = files
		const row = rows.find(({ mediaId }) => mediaId === id)
		const content = file && (await store.read(file.key).catch(ignoreMissing))
		if (!content || !row) continue
		const extension = file.name.slice(file.name.lastIndexOf('.'))
		const path = `uploads/${row.date}-${plainSlug(row.title) || 'certificate'}-${id.slice(-4)}${extension}`
		await add(path, content, { isPacked: false })
		added.push({ path, title: `${row.title}: ${name}` })
	}
	return added
}

function ignoreMissing(error: unknown): undefined {
	if (!(error instanceof NotStoredError)) throw error
}

/** Returns the download service, including the files that other features add. */
export function ledgerExport(parts: readonly ExportPart[]) {
	const exportLedger: Service<typeof contracts.exportLedger> = async (_, context) => {
		const { user } = context
		const wait = await countAttempts([[downloads, user.id]])
		if (wait !== undefined) throw httpError(contract.errors.tooMany, { retryAfter: wait })
		const [{ csv, rows }, ledger] = await Promise.all([creditsCsv(user.id), ledgerOf(user.id)])
		const name = `${plainSlug(site().name) || 'club'}-credits-${clubDay()}.zip`
		context.setHeader('Content-Disposition', `attachment; filename="${name}"`)
		context.setHeader('Cache-Control', 'private, no-store')
		return new Pieces(
			archivePieces(async (add) => {
				await add('credits.csv', csv, { isPacked: true })
				const files = await addUploads(rows, user.id, add)
				for (const part of parts) files.push(...(await part(user.id, add)))
				const html = overviewHtml(ledger, files, user.name)
				await add('overview.html', html, { isPacked: true })
			}),
		)
	}
	return { exportLedger }
}
