/**
 * A value for a spreadsheet. One that begins like a formula gets an apostrophe before it: else a member named
 * `=HYPERLINK(...)` would run in the admin's spreadsheet.
 */
export function csvValue(value: string | null): string {
	const text = value ?? ''
	const safe = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text
	return `"${safe.replaceAll('"', '""')}"`
}

/** A line of a CSV file. Figures stand as they are, and nothing where there is none. */
export const csvLine = (values: ReadonlyArray<string | number | null>): string =>
	`${values.map((value) => (typeof value === 'number' ? String(value) : csvValue(value))).join(',')}\r\n`

/** The mark that spreadsheets read as UTF-8, at the head of a CSV file. */
export const CSV_MARK = '\uFEFF'
