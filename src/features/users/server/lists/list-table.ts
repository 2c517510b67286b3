import { readAddress } from '#src/lib/mail-address.ts'
import { FIELDS } from '../../import-contract.ts'
import { guessColumns, isMailHeading } from './list-columns.ts'

/** One line of a list: its number as in a spreadsheet, and its values. */
export interface Line {
	line: number
	values: string[]
}

export interface Table {
	headings: string[]
	lines: Line[]
	/** Lines with an email address in another table of the file, such as a meeting's hosts. */
	otherTables: Line[]
}

/** Headings of a single table are within this many lines. */
const MAX_LINES_ABOVE = 10

/** Checks whether a value is only an email address. The check is rough, to be fast for thousands of lines. */
const isAddress = (value: string) =>
	value.includes('@') && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(readAddress(value).address)
const addressIn = ({ values }: Line) => values.find(isAddress)?.toLowerCase()
const hasAddress = (line: Line) => addressIn(line) !== undefined
/** Counts each person once: a report may have a table with a line per visit. */
const peopleIn = (lines: readonly Line[]) => new Set(lines.map(addressIn).filter(Boolean)).size
const nonEmptyValues = ({ values }: Line) => values.filter(Boolean)
const widthOf = ({ values }: Line) => values.findLastIndex(Boolean) + 1

/**
 * Parses a list of only addresses, one per line or all in one line as copied from an email client. Needs no headings.
 */
function addressesOf(lines: readonly Line[]): Table | undefined {
	const [first] = lines
	const isColumn = lines.every((line) => nonEmptyValues(line).length === 1) && first !== undefined && hasAddress(first)
	const isRow = lines.length === 1 && first !== undefined && nonEmptyValues(first).every(isAddress)
	if (!isColumn && !isRow) return undefined
	const values = lines.flatMap((line) => nonEmptyValues(line).map((value) => ({ line: line.line, value })))
	return {
		headings: [FIELDS.email],
		lines: values.map(({ line, value }, at) => ({ line: isRow ? at + 1 : line, values: [value] })),
		otherTables: [],
	}
}

/** Checks whether a line starts a table of people: it has an email heading, and the line above is not a person. */
function startsTable(lines: readonly Line[], at: number): boolean {
	const line = lines[at]
	if (!line?.values.some(isMailHeading) || hasAddress(line)) return false
	const above = lines[at - 1]
	const isApart = above === undefined || above.line < line.line - 1 || above.values.length !== line.values.length
	return isApart || !hasAddress(above)
}

/**
 * Returns the table with the most people: meeting reports have a table of hosts above the attendees. Merges tables with
 * the same headings, as in concatenated lists.
 */
function largestTable(lines: readonly Line[], heads: readonly number[]) {
	const tables = new Map<string, { head: Line; own: Line[] }>()
	for (const [index, at] of heads.entries()) {
		const head = lines[at] as Line
		const below = lines.slice(at + 1, heads[index + 1])
		const headings = head.values.join('\t').toLowerCase()
		const table = tables.get(headings) ?? { head, own: [] }
		table.own.push(...below)
		tables.set(headings, table)
	}
	const { head, own } = [...tables.values()].reduce((best, table) =>
		peopleIn(table.own) > peopleIn(best.own) ? table : best,
	)
	const inTable = new Set(own)
	return { head, own, otherLines: lines.filter((line) => !inTable.has(line)) }
}

/**
 * Finds the headings if no line names an email column: of the lines before the first person, the one with the most
 * known headings, or if none are known, the most columns.
 */
function headingsOf(lines: readonly Line[]): number {
	const person = lines.findIndex(hasAddress)
	const before = lines.slice(0, person < 0 ? MAX_LINES_ABOVE : Math.min(person, MAX_LINES_ABOVE))
	const knownHeadings = before.map(({ values }) => Object.keys(guessColumns(values)).length)
	const indexOfMax = (counts: readonly number[]) => Math.max(0, counts.indexOf(Math.max(...counts)))
	if (knownHeadings.some((count) => count > 0)) return indexOfMax(knownHeadings)
	return person < 0 ? 0 : indexOfMax(before.map((line) => nonEmptyValues(line).length))
}

/**
 * Finds the people on a list and their headings. Spreadsheets can have a title or a date above the headings, and
 * reports can contain other tables. Returns `noHeadings` if a person would be mistaken for headings.
 */
export function tableOf(lines: readonly Line[]): Table | 'noHeadings' {
	const addressList = addressesOf(lines)
	if (addressList) return addressList
	const heads = lines.flatMap((_, at) => (startsTable(lines, at) ? [at] : []))
	const at = headingsOf(lines)
	const { head, own, otherLines } =
		heads.length > 0
			? largestTable(lines, heads)
			: { head: lines[at], own: lines.slice(at + 1), otherLines: lines.slice(0, at + 1) }
	const listed = new Set(own.map(addressIn))
	const otherTables = otherLines.filter((line) => hasAddress(line) && !listed.has(addressIn(line)))
	// A person in the first line would be mistaken for headings and silently left out.
	const isPersonAsHeadings = (line: Line) =>
		heads.length < 2 && (line === head || (head && widthOf(line) === widthOf(head)))
	if (otherTables.some(isPersonAsHeadings)) return 'noHeadings'
	// Adds empty headings, so that columns without a heading can be chosen too.
	const width = Math.max(0, ...own.map(widthOf))
	const headings = head?.values ?? []
	const unnamed = Array.from({ length: Math.max(0, width - headings.length) }, () => '')
	return { headings: [...headings, ...unnamed], lines: own, otherTables }
}
