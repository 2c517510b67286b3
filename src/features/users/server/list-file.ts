import { setImmediate } from 'node:timers/promises'
import { httpError, isApiError } from '#src/lib/api/errors.ts'
import { checkImport, LIST_COLUMNS, LIST_ROWS } from '../import-contract.ts'
import { type Line, type Table, tableOf } from './list-table.ts'

const { errors } = checkImport

/** What is read at once: some milliseconds of work, and requests that came meanwhile go in between. */
const PIECE = 8 * 1024
/** Longest line, in characters: a quotation mark that is never closed would take all of the file for one. */
const LONGEST_LINE = 100_000

/** Which encoding bytes without a mark have: spreadsheets write UTF-16 and, on Windows, that of the country. */
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

/** The text of a file, however a spreadsheet saved it. Without its mark at the beginning. */
export function textOf(bytes: Uint8Array): string {
	try {
		return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
	} catch {
		return new TextDecoder('windows-1252').decode(bytes)
	}
}

/** A workbook, or another file that is no text, under a name ending in .csv. */
function isNoText(text: string): boolean {
	const head = text.slice(0, 1_000)
	return head.startsWith('PK\u0003\u0004') || (head.match(/[^\P{Cc}\s]/gu)?.length ?? 0) > head.length / 20 + 10
}

/** The first line by which Excel is told what stands between columns: `sep=;`. Spreadsheets count it. */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?(?=[\r\n])/i

/** So many lines say what stands between columns. */
const LOOKED_AT = 50

/**
 * What stands between two columns: whichever of the three is in as many lines as possible equally often. The first line
 * alone does not say it: it may be a title, and a title may have a comma.
 */
export function delimiterOf(text: string): string {
	const lines = text
		.slice(0, LONGEST_LINE)
		.replaceAll(/"[^"]*"/g, '')
		.split(/[\r\n]+/)
		.filter((line) => line.trim() !== '')
		.slice(0, LOOKED_AT)
	function scoreOf(sign: string): number {
		const times = new Map<number, number>()
		for (const line of lines) {
			const count = line.split(sign).length - 1
			if (count > 0) times.set(count, (times.get(count) ?? 0) + 1)
		}
		// Of two that are in as many lines, the one that makes more columns: years are written 4,5 in many countries.
		return Math.max(0, ...[...times].map(([count, among]) => among + count / (count + 1)))
	}
	return [';', '\t'].reduce((best, sign) => (scoreOf(sign) > scoreOf(best) ? sign : best), ',')
}

async function* piecesOf(text: string): AsyncGenerator<string> {
	for (let at = 0; at < text.length; at += PIECE) {
		yield text.slice(at, at + PIECE)
		await setImmediate()
	}
}

// Control characters are nobody's name, and the database ends a text at the first NUL. Spaces of no width, which mail
// programs copy along with an address, would make it one that nobody sees to be wrong.
const clean = (value: string) =>
	value
		.replaceAll(/[\u200b\u2060\ufeff]/g, '')
		.replaceAll(/\p{Cc}+/gu, ' ')
		.normalize('NFC')
		.trim()

/**
 * Reads the table of people in a list, in pieces.
 * @throws {ApiError} 400 for what is no list, or too long.
 */
export async function readLines(bytes: Uint8Array): Promise<Table> {
	// A start does not need it (docs/decisions/007).
	const { CsvError, parse } = await import('csv-parse')
	const whole = textOf(bytes)
	if (isNoText(whole)) throw httpError(errors.unreadable)
	const separator = SEPARATOR_LINE.exec(whole)
	const text = whole.slice(separator?.[0].length ?? 0)
	const parser = parse({
		delimiter: separator?.[1] ?? delimiterOf(text),
		// All three, whichever comes first: two lists put together may end their lines in two ways.
		record_delimiter: ['\r\n', '\n', '\r'],
		relax_column_count: true,
		relax_quotes: true,
		max_record_size: LONGEST_LINE,
	})
	const lines: Line[] = []
	let line = 0
	try {
		const feed = (async () => {
			for await (const piece of piecesOf(text)) parser.write(piece)
			parser.end()
		})()
		for await (const record of parser as AsyncIterable<string[]>) {
			line++
			const values = record.slice(0, LIST_COLUMNS).map(clean)
			if (values.some(Boolean)) lines.push({ line, values })
			if (lines.length > LIST_ROWS + 1) throw httpError(errors.tooLong)
		}
		await feed
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
