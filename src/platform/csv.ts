import type { Context } from './endpoint/handle.ts'

/**
 * Escapes a value for spreadsheets. Prefixes formulas with an apostrophe: otherwise, a member's name such as
 * `=HYPERLINK(...)` would run as a formula in an admin's spreadsheet.
 */
export function csvValue(value: string | null): string {
	const text = value ?? ''
	const safe = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text
	return `"${safe.replaceAll('"', '""')}"`
}

/** Formats a line of a CSV file. Numbers are not quoted; null becomes an empty value. */
export const csvLine = (values: ReadonlyArray<string | number | null>): string =>
	`${values.map((value) => (typeof value === 'number' ? String(value) : csvValue(value))).join(',')}\r\n`

/** Returns a CSV file and makes the response a download with the day in its name. The BOM is for spreadsheets. */
export function csvFile({ setHeader }: Pick<Context, 'setHeader'>, name: string, lines: string[], day = new Date()) {
	setHeader('Content-Disposition', `attachment; filename="${name}-${day.toISOString().slice(0, 10)}.csv"`)
	setHeader('Cache-Control', 'private, no-store')
	return `\uFEFF${lines.join('')}`
}
