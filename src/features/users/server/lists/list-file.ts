import { setImmediate } from 'node:timers/promises'
import { httpError, isApiError } from '#src/lib/api/errors.ts'
import { checkImport, LIST_COLUMNS, LIST_ROWS } from '../../import-contract.ts'
import { type Line, type Table, tableOf } from './list-table.ts'

const { errors } = checkImport

/** Characters per chunk: a few milliseconds of work, with other requests in between. */
const CHUNK_LENGTH = 8 * 1024
/** Maximum length of a line in characters, in case a quotation mark is never closed. */
const MAX_LINE = 100_000

/**
 * Detects UTF-16 by its BOM or its zero bytes, otherwise assumes UTF-8. Some spreadsheets write UTF-16 without a BOM.
 */
function encodingOf(bytes: Uint8Array): string {
	const [first, second] = bytes
	if (first === 0xff && second === 0xfe) return 'utf-16le'
	if (first === 0xfe && second === 0xff) return 'utf-16be'
	const head = bytes.subarray(0, 200)
	const zeros = [0, 1].map((odd) => head.filter((byte, at) => byte === 0 && at % 2 === odd).length)
	const [even = 0, odd = 0] = zeros
	if (odd > head.length / 4) return 'utf-16le'
	if (even > head.length / 4) return 'utf-16be'
	return 'utf-8'
}

/** Decodes a spreadsheet's file and removes the BOM. Invalid UTF-8 is read as Windows-1252. */
function textOf(bytes: Uint8Array): string {
	try {
		return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
	} catch {
		return new TextDecoder('windows-1252').decode(bytes)
	}
}

/** Checks whether a file is really a workbook or other binary file, despite a name ending in .csv. */
function isBinary(text: string): boolean {
	const head = text.slice(0, 1_000)
	return head.startsWith('PK\u0003\u0004') || (head.match(/[^\P{Cc}\s]/gu)?.length ?? 0) > head.length / 20 + 10
}

/** Matches Excel's first line with the separator, `sep=;`. Spreadsheets count it as a line. */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?(?=[\r\n])/i

const SAMPLED_LINES = 50

/**
 * Detects the separator: the one of three with the same count in most lines. The first line is not enough: it may
 * be a title with a comma.
 */
function delimiterOf(text: string): string {
	const lines = text
		.slice(0, MAX_LINE)
		.replaceAll(/"[^"]*"/g, '')
		.split(/[\r\n]+/)
		.filter((line) => line.trim() !== '')
		.slice(0, SAMPLED_LINES)
	function scoreOf(separator: string): number {
		const linesByCount = new Map<number, number>()
		for (const line of lines) {
			const count = line.split(separator).length - 1
			if (count > 0) linesByCount.set(count, (linesByCount.get(count) ?? 0) + 1)
		}
		// On a tie, the separator with more columns wins, since many countries write decimals as 4,5.
		return Math.max(0, ...[...linesByCount].map(([count, lineCount]) => lineCount + count / (count + 1)))
	}
	return [';', '\t'].reduce((best, separator) => (scoreOf(separator) > scoreOf(best) ? separator : best), ',')
}

async function* chunksOf(text: string): AsyncGenerator<string> {
	for (let at = 0; at < text.length; at += CHUNK_LENGTH) {
		yield text.slice(at, at + CHUNK_LENGTH)
		await setImmediate()
	}
}

// Control characters are never part of a name, and the database truncates text at the first NUL. Zero-width spaces,
// which email clients copy with an address, would make it invalid without a visible reason.
const clean = (value: string) =>
	value
		.replaceAll(/[\u200b\u2060\ufeff]/g, '')
		.replaceAll(/\p{Cc}+/gu, ' ')
		.normalize('NFC')
		.trim()

/**
 * Parses the table of people in a list, in chunks.
 * @throws {ApiError} 400 if the file is not a list or is too long.
 */
export async function readLines(bytes: Uint8Array): Promise<Table> {
	// Loaded on demand to keep startup fast (docs/decisions/007).
	const { CsvError, parse } = await import('csv-parse')
	const decoded = textOf(bytes)
	if (isBinary(decoded)) throw httpError(errors.unreadable)
	const separator = SEPARATOR_LINE.exec(decoded)
	const text = decoded.slice(separator?.[0].length ?? 0)
	const parser = parse({
		delimiter: separator?.[1] ?? delimiterOf(text),
		// All three, because two concatenated lists may have different line endings.
		record_delimiter: ['\r\n', '\n', '\r'],
		relax_column_count: true,
		relax_quotes: true,
		max_record_size: MAX_LINE,
	})
	const lines: Line[] = []
	let line = 0
	try {
		const feeding = (async () => {
			for await (const chunk of chunksOf(text)) parser.write(chunk)
			parser.end()
		})()
		for await (const record of parser as AsyncIterable<string[]>) {
			line++
			const values = record.slice(0, LIST_COLUMNS).map(clean)
			if (values.some(Boolean)) lines.push({ line, values })
			if (lines.length > LIST_ROWS + 1) throw httpError(errors.tooLong)
		}
		await feeding
	} catch (error) {
		parser.destroy()
		if (isApiError(error)) throw error
		if (!(error instanceof CsvError)) throw error
		throw httpError(
			error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE'
				? errors.unclosed
				: errors.unreadable,
		)
	}
	const table = tableOf(lines)
	if (table === 'noHeadings') throw httpError(errors.noHeadings)
	if (table.lines.length === 0) throw httpError(errors.empty)
	return table
}
