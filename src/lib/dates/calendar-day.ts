// Calendar days as `YYYY-MM-DD`, without `Date`: a day has no time and no zone, so clock changes do not affect it.

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

type Parts = [year: number, month: number, day: number]

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

/** Returns the number of days in a month from 1 to 12; 0 for any other month. */
const daysIn = (year: number, month: number) => (month === 2 && isLeap(year) ? 29 : (MONTH_DAYS[month - 1] ?? 0))

const formatParts = (year: number, month: number, day: number) =>
	`${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

function parse(text: string): Parts | undefined {
	const match = DAY.exec(text)
	if (!match) return undefined
	const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
	return year > 0 && day >= 1 && day <= daysIn(year, month) ? [year, month, day] : undefined
}

/** Splits a day into year, month from 1, and day of the month. @throws {RangeError} for a day that does not exist. */
export function partsOf(day: string): Parts {
	const parts = parse(day)
	if (!parts) throw new RangeError(`${day} is no day`)
	return parts
}

/** Returns whether the text is an existing day, such as `2028-02-29`. */
export const isDay = (text: string): boolean => parse(text) !== undefined

// Uses years from March to February: the leap day is then the last day, and one formula gives the lengths of the
// months.

/** Days from March 1 to the first of a month; `march` is 0 for March, 11 for February. */
const daysBefore = (march: number) => Math.floor((153 * march + 2) / 5)

/** Number of leap days before March of a year. */
const leapDays = (year: number) => Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400)

/** Days from March 1 of the year 0 to the day before `0001-01-01`, so that the latter is number 1. */
const OFFSET = 305
const DAYS_OF_400_YEARS = 146_097

/** Returns the number of a day, so that consecutive days differ by one. `0001-01-01` is 1. */
export function dayNumber(text: string): number {
	const [year, month, day] = partsOf(text)
	const marchYear = month > 2 ? year : year - 1
	return marchYear * 365 + leapDays(marchYear) + daysBefore((month + 9) % 12) + day - 1 - OFFSET
}

/** Returns the day with a number from `dayNumber`. */
export function dayAt(number: number): string {
	const days = number + OFFSET
	// The average year length gives the right year or the one after it.
	let year = Math.floor((days * 400) / DAYS_OF_400_YEARS) + 1
	while (year * 365 + leapDays(year) > days) year--
	const inYear = days - year * 365 - leapDays(year)
	const march = Math.floor((5 * inYear + 2) / 153)
	const month = march < 10 ? march + 3 : march - 9
	return formatParts(month > 2 ? year : year + 1, month, inYear - daysBefore(march) + 1)
}

/** Returns the day `days` days later; earlier for a negative number. */
export const addDays = (day: string, days: number): string => dayAt(dayNumber(day) + days)

/** Returns the number of days between two days; negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)

/**
 * Returns the day `months` months later: the anchor day of that month, or its last day if the month is shorter. With
 * the anchor 31, January 31 is followed by February 28 and March 31.
 * @param anchor day of the month to keep; by default the day of the month of `day`.
 */
export function addMonths(day: string, months: number, anchor = partsOf(day)[2]): string {
	const [year, month] = partsOf(day)
	const index = year * 12 + (month - 1) + months
	const [newYear, newMonth] = [Math.floor(index / 12), (index % 12) + 1]
	return formatParts(newYear, newMonth, Math.min(anchor, daysIn(newYear, newMonth)))
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns the calendar day at an instant in an IANA zone. */
export function dayInZone(instant: number, zone: string): string {
	let formatter = formatters.get(zone)
	if (!formatter) {
		// The Swedish format is `YYYY-MM-DD`.
		formatter = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
		formatters.set(zone, formatter)
	}
	return formatter.format(instant)
}

export const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** Formats a day as `March 14, 2027`. */
export function formatDay(text: string): string {
	const [year, month, day] = partsOf(text)
	return `${MONTHS[month - 1]} ${day}, ${year}`
}
