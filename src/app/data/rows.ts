import { type Cell, type Row, Text } from '#db/copy/cells.ts'
import type { Table } from '#db/copy/tables.ts'
import { UNKNOWN_PASSWORD_HASH } from '#src/features/auth/server/passwords/passwords.ts'
import { isExported, privateColumnsOf } from './tables.ts'

// A row is a line of JSON: an object of values by column. Values that JSON cannot represent are tagged objects:
// integers beyond 2^53, reals that look like integers or are infinite, bytes, and text that is not valid UTF-8.

function toJson(cell: Cell): unknown {
	if (cell === null) return null
	if (typeof cell === 'bigint') return Number.isSafeInteger(Number(cell)) ? Number(cell) : { integer: String(cell) }
	if (typeof cell === 'number') return Number.isFinite(cell) && !Number.isInteger(cell) ? cell : { real: String(cell) }
	if (cell instanceof Text) return cell.string ?? { text: Buffer.from(cell.bytes).toString('base64') }
	return { bytes: Buffer.from(cell).toString('base64') }
}

const textOf = (string: string) => new Text(Buffer.from(string))

function cellOf(value: unknown): Cell {
	if (value === null) return null
	if (typeof value === 'string') return textOf(value)
	if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
	const [[kind, content] = [], ...extra] = Object.entries(value ?? {})
	if (extra.length > 0 || typeof content !== 'string') throw new TypeError('A value has an unknown form')
	if (kind === 'integer') return BigInt(content)
	if (kind === 'real') return Number(content)
	if (kind === 'text') return new Text(Buffer.from(content, 'base64'))
	if (kind === 'bytes') return Buffer.from(content, 'base64')
	throw new TypeError('A value has an unknown form')
}

/** The trash table, which contains rows of other tables as JSON. */
const TRASH_TABLE = 'deleted_rows'

/** A row of `deleted_rows`: its original table, and the row. */
function trashRow(values: Record<string, unknown>) {
	const [source = ''] = String(values.source).split('.')
	return { source, isOfUser: values.source === 'users' && typeof values.row === 'string' }
}

/** Serializes a row. Returns undefined for a deleted row of a table that the export leaves out. */
export function lineOf({ name, columns }: Table, row: Row, withCredentials: boolean): string | undefined {
	const values = Object.fromEntries(columns.map((column, at) => [column, toJson(row[at] ?? null)]))
	if (name === TRASH_TABLE) {
		const { source } = trashRow(values)
		if (!isExported(source, withCredentials)) return undefined
		const hidden = withCredentials ? [] : privateColumnsOf(source)
		if (hidden.length > 0 && typeof values.row === 'string') {
			const entries = Object.entries(JSON.parse(values.row) as Record<string, unknown>)
			values.row = JSON.stringify(Object.fromEntries(entries.filter(([column]) => !hidden.includes(column))))
		}
	}
	return `${JSON.stringify(values)}\n`
}

export const columnsToWrite = (name: string, columns: readonly string[]): readonly string[] =>
	name === 'users' && !columns.includes('password_hash') ? [...columns, 'password_hash'] : columns

/** Adds an unusable password hash to accounts exported without one: members reset their password by email. */
function withUnusablePassword(values: Record<string, unknown>): Record<string, unknown> {
	return values.password_hash === undefined ? { ...values, password_hash: UNKNOWN_PASSWORD_HASH } : values
}

/** Parses a line into cells in the order of `columnsToWrite`. @throws if the line does not fit the table. */
export function rowOf(name: string, columns: readonly string[], line: string): Row {
	let values = JSON.parse(line) as Record<string, unknown>
	const names = Object.keys(values)
	if (names.length !== columns.length || names.some((column, at) => column !== columns[at]))
		throw new TypeError('A row does not have the columns of its table')
	if (name === 'users') values = withUnusablePassword(values)
	if (name === TRASH_TABLE && trashRow(values).isOfUser)
		values.row = JSON.stringify(withUnusablePassword(JSON.parse(String(values.row)) as Record<string, unknown>))
	return columnsToWrite(name, columns).map((column) => cellOf(values[column]))
}
