// Calendar days as `YYYY-MM-DD`, without `Date`: a day has no time and no zone, so no change of the clocks moves it.

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/** Returns the number of days of a month; `month` from 1. */
const daysIn = (year: number, month: number) =>
	month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

const write = (year: number, month: number, day: number) =>
	`${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** Splits a day into year, month from 1, and day of the month. @throws {RangeError} for a day that does not exist. */
export function partsOf(day: string): [year: number, month: number, day: number] {
	if (!isDay(day)) throw new RangeError(`${day} is no day`)
	return day.split('-').map(Number) as [number, number, number]
}

/** Tells whether the text is a day that exists, such as `2028-02-29`. */
export function isDay(text: string): boolean {
	const [, year, month, day] = (DAY.exec(text) ?? []).map(Number)
	if (year === undefined || month === undefined || day === undefined) return false
	return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

/** Returns the number of a day, so that consecutive days differ by one. `0001-01-01` is 1. */
export function dayNumber(text: string): number {
	const [year, month, day] = partsOf(text)
	const before = year - 1
	let days = before * 365 + Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400)
	for (let past = 1; past < month; past++) days += daysIn(year, past)
	return days + day
}

/** Returns the day of a number by `dayNumber`. */
export function dayAt(number: number): string {
	// At least the year wanted, and two more at most in our centuries.
	let year = Math.floor(number / 365) + 1
	while (dayNumber(write(year, 1, 1)) > number) year--
	let month = 12
	while (dayNumber(write(year, month, 1)) > number) month--
	return write(year, month, number - dayNumber(write(year, month, 1)) + 1)
}

/** Returns the day that many days later; earlier for a negative number. */
export const addDays = (day: string, days: number): string => dayAt(dayNumber(day) + days)

/** Returns the number of days from one day to a later one; negative if it is earlier. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)

/**
 * Returns the day that many months later: the anchor day of that month, or its last day if the month is shorter.
 * From January 31 with the anchor 31: February 28, March 31.
 * @param anchor day of the month to keep; by default that of `day`.
 */
export function addMonths(day: string, months: number, anchor = partsOf(day)[2]): string {
	const [year, month] = partsOf(day)
	const index = year * 12 + (month - 1) + months
	const [newYear, newMonth] = [Math.floor(index / 12), (index % 12) + 1]
	return write(newYear, newMonth, Math.min(anchor, daysIn(newYear, newMonth)))
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
