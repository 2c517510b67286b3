import { formatNumber } from '#src/lib/text/format-number.ts'
/** Formats a share as a whole percentage, with 0% and 100% only if exact; empty if `whole` is 0. */
export function percentText(part: number, whole: number): string {
	if (whole === 0) return ''
	const percent = Math.round((100 * part) / whole)
	if (percent === 0 && part > 0) return 'below 1%'
	if (percent === 100 && part < whole) return 'above 99%'
	return `${percent}%`
}

/** Formats a count with its share: `412 (38%)`. */
export const shareText = (part: number, whole: number): string => {
	const percent = percentText(part, whole)
	return percent === '' ? formatNumber(part) : `${formatNumber(part)} (${percent})`
}

/** Formats `3.5 days` or `1 day`; `None yet` if no member has finished. */
export const daysText = (days: number | null): string => {
	if (days === null) return 'None yet'
	return `${formatNumber(days)} ${days === 1 ? 'day' : 'days'}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Splits `2026-11` into `Nov` and `2026`. */
export function monthText(month: string): { name: string; year: string } {
	const [year = '', number = ''] = month.split('-')
	return { name: MONTHS[Number(number) - 1] ?? month, year }
}
