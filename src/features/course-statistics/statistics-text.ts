import { formatNumber } from '#src/lib/text/format-number.ts'
/** A share in whole percent; nothing of nothing. None is said to be all, or nothing, that is not. */
export function percentText(part: number, whole: number): string {
	if (whole === 0) return ''
	const percent = Math.round((100 * part) / whole)
	if (percent === 0 && part > 0) return 'below 1%'
	if (percent === 100 && part < whole) return 'above 99%'
	return `${percent}%`
}

/** `412 (38%)` */
export const shareText = (part: number, whole: number): string => {
	const percent = percentText(part, whole)
	return percent === '' ? formatNumber(part) : `${formatNumber(part)} (${percent})`
}

/** `3.5 days`, `1 day`; `Nobody yet` where nobody finished. */
export const daysText = (days: number | null): string => {
	if (days === null) return 'Nobody yet'
	return `${formatNumber(days)} ${days === 1 ? 'day' : 'days'}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Nov` and `2026` of `2026-11`. */
export function monthText(month: string): { name: string; year: string } {
	const [year = '', number = ''] = month.split('-')
	return { name: MONTHS[Number(number) - 1] ?? month, year }
}
