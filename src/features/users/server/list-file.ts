import { setImmediate } from 'node:timers/promises'
import * as z from 'zod/mini'
import { isApiError, refusal } from '#src/lib/errors.ts'
import { emailAddress } from '#src/lib/fields.ts'
import { checkImport, type Field, LIST_COLUMNS, LIST_ROWS } from '../import-contract.ts'

const { errors } = checkImport
const anAddress = emailAddress('faulty')
const isAddress = (value: string) => z.safeParse(anAddress, value).success

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

/** So many lines say what stands between columns, and the headings are among the first ten of them. */
const LOOKED_AT = 50
const HEADINGS_WITHIN = 10

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

/** One line of a list: its number, as spreadsheets count, and its values. */
export interface Line {
	line: number
	values: string[]
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
 * The headings of a list, and its lines with something on them. It is read in pieces.
 * @throws {ApiError} 400 for what is no list, or too long.
 */
export async function readLines(bytes: Uint8Array): Promise<{ headings: string[]; lines: Line[] }> {
	// A start does not need it (docs/decisions/036).
	const { CsvError, parse } = await import('csv-parse')
	const whole = textOf(bytes)
	if (isNoText(whole)) throw refusal(errors.unreadable)
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
			if (lines.length > LIST_ROWS + 1) throw refusal(errors.tooLong)
		}
		await feed
	} catch (error) {
		parser.destroy()
		if (isApiError(error)) throw error
		if (!(error instanceof CsvError)) throw error
		throw refusal(
			error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE'
				? errors.unclosed
				: errors.unreadable,
		)
	}
	const at = headingsOf(lines)
	const head = lines[at]
	const rest = lines.slice(at + 1)
	// Whoever stands in the first line would be taken for headings, and left out without a word.
	if (lines.slice(0, at + 1).some(hasAddress)) throw refusal(errors.noHeadings)
	if (!head || rest.length === 0) throw refusal(errors.empty)
	// A column without a heading can be chosen, too.
	const width = Math.max(...rest.map(({ values }) => values.findLastIndex(Boolean) + 1))
	const unnamed = Array.from({ length: Math.max(0, width - head.values.length) }, () => '')
	return { headings: [...head.values, ...unnamed], lines: rest }
}

const hasAddress = ({ values }: Line) => values.some(isAddress)

/**
 * Which line has the headings: spreadsheets often have a title or a date above them. It is the one, before the first
 * person, that has most of the names by which columns go, or where none has, most columns.
 */
function headingsOf(lines: readonly Line[]): number {
	const person = lines.findIndex(hasAddress)
	const before = lines.slice(0, person < 0 ? HEADINGS_WITHIN : Math.min(person, HEADINGS_WITHIN))
	const named = before.map(({ values }) => Object.keys(guessColumns(values)).length)
	const most = (counts: readonly number[]) => Math.max(0, counts.indexOf(Math.max(...counts)))
	if (named.some((count) => count > 0)) return most(named)
	return person < 0 ? 0 : most(before.map(({ values }) => values.filter(Boolean).length))
}

/**
 * What headings are usually called, in small letters and without signs; what is more certain stands first. An address
 * book has ten columns of phones, and an assistant's is among them.
 */
const NAMES: Readonly<Record<Field, readonly RegExp[]>> = {
	email: [
		/^(primary |main )?(e ?mail|mail)( address| adresse| id)?( ?1)?( value)?$/,
		/^(work|business|office|home|personal|other|secondary) e ?mail( address)?$/,
		/\be ?mail(?!ing|.*(type|label|display|status|opt|permission|name|list|sent|consent|count|date))/,
	],
	firstName: [/^(first|given|fore) ?name$|^vorname$|^prenom$|^nombre$/, /^first$|^given$/],
	lastName: [/^(last|family|sur) ?names?$|^nachname$|^surname$|^apellidos?$/, /^last$/],
	name: [
		/^(full |member |display |contact |client )?names?$|^name first last$|^first (and )?last name$/,
		/^members?$|^attorney( name)?$|^lawyer( name)?$|^contact$/,
	],
	phoneNumber: [
		/^(primary |main )?(tele)?phone( number| no)?( ?1)?( value)?$/,
		/^(business|work|office) (tele)?phone( number)?$/,
		/^(mobile|cell|tel)(?!.*(type|label))/,
		/^(?!.*(assistant|phonetic|type|label|fax|radio|car|tty)).*phone/,
	],
	firmName: [/^(law )?(firm|company|organi[sz]ation|office|employer|practice)( ?1)?( name)?$/],
	practiceAreas: [/practice areas?|^areas?( of (law|practice))?$|specialt/],
	yearsOfExperience: [/experience|years/],
}

const plain = (heading: string) =>
	heading
		.normalize('NFD')
		.replaceAll(/\p{M}/gu, '')
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()

export type Columns = Partial<Record<Field, number>>

/** Which column has what, by the headings. A column is one thing alone. */
export function guessColumns(headings: readonly string[]): Columns {
	const taken = new Set<number>()
	const columns: Columns = {}
	const names = headings.map(plain)
	for (const [field, patterns] of Object.entries(NAMES) as [Field, readonly RegExp[]][]) {
		const places = patterns.map((pattern) => names.findIndex((name, at) => !taken.has(at) && pattern.test(name)))
		const at = places.find((place) => place >= 0)
		if (at === undefined) continue
		taken.add(at)
		columns[field] = at
	}
	// Both halves are there: a third column with all of it says nothing more.
	if (columns.firstName !== undefined && columns.lastName !== undefined) delete columns.name
	return columns
}
