import { setTimeout as pause } from 'node:timers/promises'
import {
	type Client,
	createClient,
	type InStatement,
	type InValue,
	LibsqlError,
	type Transaction,
} from '@libsql/client'
import type { DatabaseAddress } from '../address.ts'
import { asDatabaseError } from '../errors.ts'
import { type Cell, cellBytes, type Row, Text } from './cells.ts'
import type { RowSource, Writer } from './sides.ts'
import { insertInto, quote, readPlan, type Table } from './tables.ts'

/** Response timeout, in milliseconds. A page of rows takes longer than a statement for a visitor. */
const RESPONSE_TIMEOUT_MS = 60_000
/** Maximum rows and approximate bytes per read. sqld limits responses to 10 MB. */
const PAGE_ROWS = 1_000
const PAGE_BYTES = 1_500_000
/** Maximum approximate bytes per write, and values per statement. SQLite allows 32,766 values per statement. */
const BATCH_BYTES = 1_000_000
const STATEMENT_VALUES = 2_000
/** Delay before each retry of a failed request, in milliseconds. */
const RETRY_DELAYS_MS = [500, 2_000, 5_000]

export type { Client }

/** Opens a separate connection with exact integers and a longer timeout than the site's statements have. */
export function openServer({ url, authToken }: DatabaseAddress): Client {
	return createClient({
		url,
		intMode: 'bigint',
		...(authToken ? { authToken } : {}),
		fetch: (request: Request) => fetch(request, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) }),
	})
}

export async function withDatabaseErrors<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work()
	} catch (error) {
		throw asDatabaseError(error)
	}
}

type Execute = (statement: InStatement) => Promise<{ rows: unknown[] }>

const rowsOf = async (execute: Execute, statement: InStatement) =>
	(await execute(statement)).rows.map((row) => Array.from(row as ArrayLike<unknown>))

const plainCell = (value: unknown): Cell =>
	value instanceof ArrayBuffer ? new Uint8Array(value) : (value as Exclude<Cell, Text>)

function numberOf(text: string): number {
	if (text.endsWith('Inf')) return text.startsWith('-') ? -Infinity : Infinity
	return Number(text)
}

/** Converts a value read with `pageOf`; `type` is the first letter of SQLite's type name. */
function cellOf(value: unknown, type: string | undefined): Cell {
	if (type === 't') return new Text(new Uint8Array(value as ArrayBuffer))
	return type === 'r' ? numberOf(String(value)) : plainCell(value)
}

/**
 * Returns the query of the next page: at least one row, limited by number of rows and response size. Reads text as
 * bytes and reals as digits: the server cannot encode invalid UTF-8 or infinite numbers as JSON, and either would end
 * the transaction.
 */
function pageOf(table: Table, isFirst: boolean): string {
	const inner = table.columns.map((column, index) => `${quote(column)} as c${index}`)
	const names = table.columns.map((_, index) => `c${index}`)
	const keys = table.key.map((index) => quote(table.columns[index] ?? ''))
	const order = table.key.map((index) => `c${index}`).join(',')
	const after = isFirst ? '' : `where (${keys.join(',')}) > (${keys.map(() => '?').join(',')})`
	const exact = names.map(
		(name) =>
			`case typeof(${name}) when 'text' then cast(${name} as blob) when 'real' then printf('%!.17g', ${name}) else ${name} end`,
	)
	const size = names.map((name) => `coalesce(octet_length(${name}), 0)`).join('+')
	const types = names.map((name) => `substr(typeof(${name}), 1, 1)`).join('||')
	return `select ${exact.join(',')}, ${types}, upto from (
		select *, ${size} as size, sum(${size}) over (order by ${order} rows unbounded preceding) as upto from (
			select ${inner.join(',')} from ${quote(table.name)} ${after} order by ${keys.join(',')} limit ${PAGE_ROWS}))
		where upto - size <= ${PAGE_BYTES} order by ${order}`
}

/**
 * Returns a reader of a snapshot of a server's database. One transaction, so nodes can keep writing. The server ends a
 * transaction after about ten idle seconds; reads then throw and never return mixed data.
 */
export async function serverReader(client: Client): Promise<RowSource> {
	const transaction: Transaction = await withDatabaseErrors(() => client.transaction('read'))
	const execute: Execute = (statement) => transaction.execute(statement)
	return {
		plan: () => withDatabaseErrors(() => readPlan((sql) => rowsOf(execute, sql))),
		count: async ({ name }) =>
			Number((await withDatabaseErrors(() => rowsOf(execute, `select count(*) from ${quote(name)}`)))[0]?.[0]),
		async *pages(table) {
			const width = table.columns.length
			for (let after: readonly Cell[] | undefined, isLast = false; !isLast; ) {
				const statement = { sql: pageOf(table, after === undefined), args: (after ?? []).map(argument) }
				const values = await withDatabaseErrors(() => rowsOf(execute, statement))
				const rows = values.map((row) => {
					const types = String(row[width])
					return table.columns.map((_, index) => cellOf(row[index], types[index]))
				})
				if (rows.length > 0) yield rows
				isLast = rows.length < PAGE_ROWS && Number(values.at(-1)?.[width + 1] ?? 0) <= PAGE_BYTES
				const last = rows.at(-1) ?? []
				after = table.key.map((index) => last[index] ?? null)
			}
		},
		close: () => transaction.close(),
	}
}

function argument(cell: Cell): InValue {
	return cell instanceof Text ? (cell.string ?? cell.bytes) : cell
}

/** Returns the placeholder for a value. Infinite numbers become literals: the driver would bind them as NULL. */
function placeholderFor(cell: Cell): string {
	if (cell instanceof Text && cell.string === undefined) return 'cast(? as text)'
	if (typeof cell === 'number' && !Number.isFinite(cell)) return cell > 0 ? '9e999' : '-9e999'
	return '?'
}

function insertStatement(table: Table, rows: readonly Row[]): InStatement {
	const cells = rows.flat()
	const placeholders = cells.map(placeholderFor)
	return {
		sql: insertInto(table, rows.length, (index) => placeholders[index] ?? '?'),
		args: cells.filter((_, index) => placeholders[index]?.includes('?')).map(argument),
	}
}

function batchesOf({ columns }: Table, rows: readonly Row[]): Row[][][] {
	const perStatement = Math.max(1, Math.floor(STATEMENT_VALUES / columns.length))
	const batches: Row[][][] = []
	let bytes = Infinity
	for (const row of rows) {
		const size = row.reduce<number>((sum, cell) => sum + cellBytes(cell), 0)
		if (bytes + size > BATCH_BYTES) {
			batches.push([[]])
			bytes = 0
		}
		const batch = batches.at(-1) ?? []
		if ((batch.at(-1)?.length ?? 0) >= perStatement) batch.push([])
		batch.at(-1)?.push(row)
		bytes += size
	}
	return batches
}

/** Returns whether a retry may succeed. Writes are idempotent: see `insertInto`. */
const isRetryable = (error: unknown) =>
	!(error instanceof LibsqlError) || /^(SQLITE_BUSY|SQLITE_LOCKED|SERVER_ERROR|HRANA)/.test(error.code)

async function send(client: Client, statements: InStatement[]): Promise<void> {
	for (const delay of RETRY_DELAYS_MS) {
		try {
			// `migrate` turns foreign keys off: tables come in any order, and dangling references are copied as they are.
			await client.migrate(statements)
			return
		} catch (error) {
			if (!isRetryable(error)) throw asDatabaseError(error)
			await pause(delay)
		}
	}
	await withDatabaseErrors(() => client.migrate(statements))
}

export function serverWriter(client: Client): Writer {
	return {
		async execute(statements) {
			// One request without retries: an existing table must raise an error.
			if (statements.length > 0) await withDatabaseErrors(() => client.migrate([...statements]))
		},
		async add(table, rows, isFirst) {
			const clears = isFirst && table.isShadow ? [`delete from ${quote(table.name)}`] : []
			const batches = batchesOf(table, rows)
			for (const [index, batch] of batches.entries())
				await send(client, [...(index === 0 ? clears : []), ...batch.map((group) => insertStatement(table, group))])
			if (batches.length === 0 && clears.length > 0) await send(client, clears)
		},
	}
}
