/** Longer than any date, with a full day name, white space and a comment. */
const MAX_DATE = 100

const WEEKDAY = String.raw`^(?:[a-z]{2,9}(?:\.?,\s*|\.?\s+))?`
/** `25 Nov 2026`, `Wed, 25-Nov-26`. */
const DAY_FIRST = new RegExp(
	String.raw`${WEEKDAY}(?<day>\d{1,2})(?:st|nd|rd|th|\.)?[\s-](?<month>[a-z]{3,9})\.?,?[\s-](?<year>(?:19|20|21)\d{2}|\d{2})(?=[\s,]|$)`,
	'i',
)
/** `Nov 25, 2026`, `Wednesday, November 25 2026`. */
const MONTH_FIRST = new RegExp(
	String.raw`${WEEKDAY}(?<month>[a-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>(?:19|20|21)\d{2})(?=[\s,]|$)`,
	'i',
)
/** `2026-11-25`, also with `/`. */
const YEAR_FIRST = /^(?<year>\d{4})(?<sign>[-/])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})(?=[T\s,]|$)/i
const TIME =
	/^(?:[\s,]*(?:at\s+)?|T)(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?<part>\.\d+)?)?(?!\d)(?:\s*(?<half>[ap])\.?m\.?(?![a-z]))?/i
const ZONE = /^(?<name>[a-z]{1,5}(?:\/[a-z_]{1,20})?)?\s*(?:(?<sign>[+-])(?<hours>\d{1,2}):?(?<minutes>\d{2})?)?$/i

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Hours from UTC of the zones that feeds name. Any other is taken as UTC: a date some hours off says more than none. */
const ZONES: Readonly<Record<string, number>> = {
	...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7, akst: -9, akdt: -8, hst: -10 },
	...{ bst: 1, west: 1, cet: 1, cest: 2, mez: 1, mesz: 2, eet: 2, eest: 3, msk: 3, jst: 9, aest: 10, aedt: 11 },
	...{ nzst: 12, nzdt: 13 },
}

type Parts = Record<string, string | undefined>

/** Counted from 1; 0 for what is none. */
const monthOf = (text: string) => (/^\d/.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1)

/** RFC 822: two digits are of this century up to 49. */
const yearOf = (text: string) => (text.length > 2 ? Number(text) : Number(text) + (Number(text) < 50 ? 2000 : 1900))

/** Milliseconds of the day; undefined where the time is none. */
function timeOf({ hour = '0', minute = '0', second = '0', part = '', half }: Parts): number | undefined {
	const isHalf = half !== undefined
	const hours = isHalf ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
	if (hours > 24 || (isHalf && Number(hour) > 12) || Number(minute) > 59 || Number(second) > 60) return undefined
	return ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1000 + Math.floor(Number(`0${part}`) * 1000)
}

/** Milliseconds that a zone is ahead of UTC. */
function zoneOf({ name = '', sign, hours = '0', minutes = '0' }: Parts): number {
	if (sign === undefined) return (ZONES[name.toLowerCase()] ?? 0) * 3_600_000
	return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/**
 * Epoch milliseconds of a feed's date, RFC 822, ISO 8601 or as people write one; null where it is none.
 * A date without a zone is taken as UTC. `Date.parse` is no judge of it: to V8 `Episode 12` is a day in 2001.
 */
export function parseDate(text: string): number | null {
	if (text.length > MAX_DATE) return null // also keeps the expressions above quick
	const trimmed = text.trim()
	const date = YEAR_FIRST.exec(trimmed) ?? DAY_FIRST.exec(trimmed) ?? MONTH_FIRST.exec(trimmed)
	if (!date) return null
	const afterDate = trimmed.slice(date[0].length)
	const time = TIME.exec(afterDate)
	const afterTime = afterDate.slice(time?.[0].length ?? 0).replace(/\(.*\)$/, '')
	const zone = ZONE.exec(afterTime.trim())
	const ofDay = timeOf(time?.groups ?? {})
	if (!zone || ofDay === undefined) return null
	const { year = '', month = '', day = '' } = date.groups ?? {}
	const midnight = Date.UTC(yearOf(year), monthOf(month) - 1, Number(day))
	// What rolled over is no date: the thirtieth of February, the month 0.
	const isDay =
		new Date(midnight).getUTCDate() === Number(day) && new Date(midnight).getUTCMonth() === monthOf(month) - 1
	if (!isDay || yearOf(year) < 1900 || yearOf(year) >= 2200) return null
	return midnight + ofDay - zoneOf(zone.groups ?? {})
}
