import type { Row } from './tools.ts'

const HEAD = ['what', 'against', 'aim', 'value', 'reached'] as const
const number = (value: number) => value.toLocaleString('en')

/** Formats a ratio with its two values, or the value alone. */
function shownValue({ ours, unit, against }: Row): string {
	const own = `${number(ours)} ${unit}`
	return against ? `${against.ratio} times (${own}, ${number(against.value)})` : own
}

/** Formats rows as a Markdown table like those in docs/benchmarks.md. */
export function markdownTable(rows: readonly Row[]): string {
	const lines = rows.map((row) => [
		row.what,
		row.against?.name ?? '',
		row.aim,
		shownValue(row),
		row.reached ? 'yes' : '**no**',
	])
	const widths = HEAD.map((name, column) => Math.max(name.length, ...lines.map((cells) => cells[column]?.length ?? 0)))
	const line = (cells: readonly string[]) =>
		`| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`
	const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |\n`
	return [line(HEAD), rule, ...lines.map(line)].join('')
}
