import { isDay } from './calendar-day.ts'

/** The first valid year. */
const FIRST_YEAR = 1950

/** Returns a day as `YYYY-MM-DD`; null if it does not exist, such as June 31. */
function dayOf(...[year, ...rest]: [year: number, month: number, day: number]): string | null {
	const day = [year, ...rest.map((number) => String(number).padStart(2, '0'))].join('-')
	return year >= FIRST_YEAR && isDay(day) ? day : null
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Parses a day in the formats of spreadsheets and membership software: `2019-03-04`, optionally with a time, `3/4/2019`
 * with the month first, `4.3.2019` with the day first, `Mar 4, 2019` and `4 March 2019`. Null for anything else.
 * @returns `YYYY-MM-DD`.
 */
export function parseDay(text: string): string | null {
	const numbers = (...parts: (string | undefined)[]) => parts.map(Number) as [number, number, number]
	const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/.exec(text)
	if (iso) return dayOf(...numbers(iso[1], iso[2], iso[3]))
	const slashes = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/.exec(text)
	if (slashes) return dayOf(...numbers(slashes[3], slashes[1], slashes[2]))
	const periods = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/.exec(text)
	if (periods) return dayOf(...numbers(periods[3], periods[2], periods[1]))
	const written = /^(?:([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?|(\d{1,2})\.? ([a-z]{3,9})\.?),? (\d{4})(?!\d)/i.exec(
		text,
	)
	if (!written) return null
	const month = MONTHS.indexOf((written[1] ?? written[4] ?? '').slice(0, 3).toLowerCase()) + 1
	return month === 0 ? null : dayOf(...numbers(written[5], String(month), written[2] ?? written[3]))
}

/** Parses a day that is not in the future, such as the day of joining. Returns the start of the day in UTC, or null. */
export function parsePastDay(text: string): Date | null {
	const date = new Date(parseDay(text) ?? Number.NaN)
	return date.getTime() <= Date.now() ? date : null
}
