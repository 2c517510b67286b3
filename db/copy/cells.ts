import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'

/** Text as bytes, so that a copy preserves invalid UTF-8 and NUL. */
export class Text {
	readonly bytes: Uint8Array
	constructor(bytes: Uint8Array) {
		this.bytes = bytes
	}

	/** Returns the text as a string; undefined if a string cannot represent it. */
	get string(): string | undefined {
		return isUtf8(this.bytes) ? Buffer.from(this.bytes).toString() : undefined
	}
}

/** A value exactly as SQLite stores it: `bigint` for integers, `number` for reals, bytes for a blob. */
export type Cell = null | bigint | number | Text | Uint8Array
export type Row = readonly Cell[]

const NULL = 0
const INTEGER = 1
const REAL = 2
const TEXT = 3
const BLOB = 4

/** Returns the approximate size of a cell in transit, in bytes. */
export function cellBytes(cell: Cell): number {
	if (cell instanceof Text) return cell.bytes.length
	return cell instanceof Uint8Array ? cell.length : 8
}

const HEADER_BYTES = 9
const BUFFER_BYTES = 64 * 1024

/**
 * SHA-256 over rows in order, including the type and length of each value. Equal sums mean equal values: the sums of 1,
 * 1.0, '1' and x'31' all differ.
 */
export class RowSum {
	#rows = 0
	readonly #hash = createHash('sha256')
	readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES)
	#used = 0

	add(row: Row): void {
		this.#rows++
		for (const cell of row) this.#addCell(cell)
	}

	get rows(): number {
		return this.#rows
	}

	digest(): string {
		this.#flush()
		return this.#hash.copy().digest('hex')
	}

	#flush(): void {
		this.#hash.update(this.#buffer.subarray(0, this.#used))
		this.#used = 0
	}

	#addCell(cell: Cell): void {
		if (this.#used + HEADER_BYTES > BUFFER_BYTES) this.#flush()
		const at = this.#used
		this.#used += HEADER_BYTES
		if (cell === null) this.#head(at, NULL, 0n)
		else if (typeof cell === 'bigint') this.#head(at, INTEGER, cell)
		else if (typeof cell === 'number') {
			this.#buffer[at] = REAL
			this.#buffer.writeDoubleBE(cell, at + 1)
		} else if (cell instanceof Text) {
			this.#head(at, TEXT, BigInt(cell.bytes.length))
			this.#addBytes(cell.bytes)
		} else {
			this.#head(at, BLOB, BigInt(cell.length))
			this.#addBytes(cell)
		}
	}

	#head(at: number, type: number, value: bigint): void {
		this.#buffer[at] = type
		this.#buffer.writeBigInt64BE(value, at + 1)
	}

	#addBytes(bytes: Uint8Array): void {
		if (this.#used + bytes.length > BUFFER_BYTES) this.#flush()
		if (bytes.length > BUFFER_BYTES) {
			this.#hash.update(bytes)
			return
		}
		this.#buffer.set(bytes, this.#used)
		this.#used += bytes.length
	}
}

export interface TableSum {
	name: string
	rows: number
	sha256: string
}

export function differences(one: readonly TableSum[], other: readonly TableSum[]): string[] {
	const key = ({ name, rows, sha256 }: TableSum) => `${name}\0${rows}\0${sha256}`
	const [left, right] = [new Set(one.map(key)), new Set(other.map(key))]
	const different = [...one.filter((sum) => !right.has(key(sum))), ...other.filter((sum) => !left.has(key(sum)))]
	return [...new Set(different.map(({ name }) => name))]
}
