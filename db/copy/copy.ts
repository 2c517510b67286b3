import { differences, RowSum, type TableSum } from './cells.ts'
import { fileReader } from './file-side.ts'
import type { RowSource, Writer } from './sides.ts'
import type { Plan } from './tables.ts'

export type Progress = (table: string, rows: number) => void

/** Source and target of a copy differ. The message lists the tables. */
export class CopyDiffersError extends Error {
	override name = 'CopyDiffersError'
	readonly from: readonly TableSum[]
	readonly to: readonly TableSum[]

	constructor(from: readonly TableSum[], to: readonly TableSum[]) {
		super(`The copy differs from its source in: ${differences(from, to).join(', ')}`)
		this.from = from
		this.to = to
	}
}

export async function sumsOf(reader: RowSource): Promise<TableSum[]> {
	const { tables } = await reader.plan()
	const sums: TableSum[] = []
	for (const table of tables) {
		const sum = new RowSum()
		for await (const rows of reader.pages(table)) for (const row of rows) sum.add(row)
		sums.push({ name: table.name, rows: sum.rows, sha256: sum.digest() })
	}
	return sums
}

export async function sumsOfFile(file: string): Promise<TableSum[]> {
	const reader = fileReader(file)
	try {
		return await sumsOf(reader)
	} finally {
		reader.close()
	}
}

async function copyTable(
	table: Plan['tables'][number],
	{ from, to, progress }: { from: RowSource; to: Writer; progress: Progress },
): Promise<TableSum> {
	const sum = new RowSum()
	const rows = await from.count(table)
	let isFirst = true
	for await (const page of from.pages(table)) {
		for (const row of page) sum.add(row)
		await to.add(table, page, isFirst)
		isFirst = false
		progress(table.name, sum.rows)
	}
	if (sum.rows !== rows) throw new Error(`The table ${table.name} has ${rows} rows, and ${sum.rows} of them were read`)
	if (isFirst && table.isShadow) await to.add(table, [], true)
	return { name: table.name, rows, sha256: sum.digest() }
}

/**
 * Copies everything from `from` to `to`: rows with their rowids, the raw content of full-text indexes and AUTOINCREMENT
 * counters; then indexes and triggers.
 * @returns counts and checksums of the rows that were read. The caller reads the target and compares.
 */
export async function copyAll(from: RowSource, to: Writer, progress: Progress = () => undefined): Promise<TableSum[]> {
	const plan = await from.plan()
	await to.execute(plan.before)
	const sums: TableSum[] = []
	for (const table of plan.tables) sums.push(await copyTable(table, { from, to, progress }))
	await to.execute(plan.after)
	return sums
}

/** Checks that both sides are equal. @throws {CopyDiffersError} */
export function assertSame(from: readonly TableSum[], to: readonly TableSum[]): void {
	if (differences(from, to).length > 0) throw new CopyDiffersError(from, to)
}

/** Formats a comparison as text: each table with both row counts, and whether the contents are equal. */
export function comparison(from: readonly TableSum[], to: readonly TableSum[]): string {
	const other = new Map(to.map((sum) => [sum.name, sum]))
	const names = [...new Set([...from, ...to].map(({ name }) => name))].toSorted()
	const width = Math.max(...names.map((name) => name.length), 'table'.length)
	const count = (sum: TableSum | undefined) => (sum ? sum.rows.toLocaleString('en') : 'none').padStart(12)
	const lines = names.map((name) => {
		const [first, second] = [from.find((sum) => sum.name === name), other.get(name)]
		const isSame = first && second && first.rows === second.rows && first.sha256 === second.sha256
		const verdict = isSame ? 'same' : 'DIFFERENT'
		return `${name.padEnd(width)}${count(first)}${count(second)}  ${verdict}`
	})
	return [`${'table'.padEnd(width)}${'here'.padStart(12)}${'there'.padStart(12)}`, ...lines].join('\n')
}
