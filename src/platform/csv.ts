/**
 * Escapes a value for spreadsheets. Prefixes formulas with an apostrophe: otherwise a member named `=HYPERLINK(...)`
 * would run in the admin's spreadsheet.
 */
export function csvValue(value: string | null): string {
	const text = value ?? ''
	const safe = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text
	return `"${safe.replaceAll('"', '""')}"`
}

/** Formats a line of a CSV file. Numbers are written as is, null as an empty value. */
export const csvLine = (values: ReadonlyArray<string | number | null>): string =>
	`${values.map((value) => (typeof value === 'number' ? String(value) : csvValue(value))).join(',')}\r\n`

/** UTF-8 byte order mark for the start of a CSV file, for spreadsheets. */
export const CSV_MARK = '\uFEFF'
