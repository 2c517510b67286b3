import { type Fields, textOf } from './feed-fields.ts'

/** Longer than any date with a full weekday, white space and a comment. */
const MAX_DATE = 100

const NAME = String.raw`[\p{L}\p{M}]`
const WEEKDAY = String.raw`^(?:${NAME}[\p{L}\p{M}-]{0,20}(?:\.?[,،]\s*|\.?\s+))?(?:(?:den|le|el)\s)?`
/** A month in letters, or a number with the East Asian character for month. */
const MONTH = String.raw`(?<month>${NAME}{3,15}|(?:\d{1,2}|[一二三四五六七八九十]{1,2})[月월])`
/** `25 Nov 2026`, `Wed, 25-Nov-26`, `5. Mai 2024`, `5 de mayo de 2024`. */
const DAY_FIRST = new RegExp(
	String.raw`${WEEKDAY}(?<day>\d{1,2})(?:st|nd|rd|th|er|[.º])?[\s-]\s?(?:(?:de|of)\s)?${MONTH}\.?,?[\s-](?:de\s)?(?<year>(?:19|20|21)\d{2}|\d{2})(?=[\s,]|$)`,
	'iu',
)
/** `Nov 25, 2026`, `Wednesday, November 25 2026`. */
const MONTH_FIRST = new RegExp(
	String.raw`${WEEKDAY}(?<month>${NAME}{3,15})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>(?:19|20|21)\d{2})(?=[\s,]|$)`,
	'iu',
)
/** `25.11.2026`: with dots the day always comes first. With slashes the order is ambiguous. */
const DOTTED = new RegExp(
	String.raw`${WEEKDAY}(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>(?:19|20|21)\d{2})(?=[\s,]|$)`,
	'iu',
)
/** `2026-11-25` or `2026/11/25`. */
const YEAR_FIRST = /^(?<year>\d{4})(?<sign>[-/])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})(?=[T\s,]|$)/i
const EAST_ASIAN = /^(?<year>\d{4})\s?[年년]\s?(?<month>\d{1,2})\s?[月월]\s?(?<day>\d{1,2})\s?[日일]/
/** `Wed Nov 25 10:00:00 UTC 2026`, as Unix and Java print it. */
const YEAR_LAST = /^(\p{L}{3} \p{L}{3} {1,2}\d{1,2}) (\d{2}:\d{2}:\d{2}(?: [A-Z]{1,5})?) (\d{4})$/u
/** Words after a date: a weekday, or an abbreviation of `year`. */
const AFTER_DATE = /^\s*(?:г\.?|р\.|[月火水木金土日]曜日?|[월화수목금토일]요일)(?=[\s,]|$)/u
const TIME =
	/^(?:[\s,]*(?:(?:at|um|om|kl\.?|à|às|a las|alle|ore)\s+)?|T)(?<hour>\d{1,2})[:h](?<minute>\d{2})(?::(?<second>\d{2})(?<part>\.\d+)?)?(?!\d)(?:\s*(?<half>[ap])\.?m\.?(?![a-z]))?/i
const ZONE = /^(?<name>[a-z]{1,5}(?:\/[a-z_]{1,20})?)?\s*(?:(?<sign>[+-])(?<hours>\d{1,2}):?(?<minutes>\d{2})?)?$/i

const ENGLISH = [
	...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october'],
	...['november', 'december'],
]
/** Languages in which servers write feed dates. */
const LANGUAGES = [
	...['de', 'es', 'fr', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'fi', 'is', 'pl', 'cs', 'sk', 'hu', 'ro', 'tr', 'ca'],
	...['id', 'ru', 'uk', 'bg', 'el', 'et', 'lv', 'lt', 'sl', 'hr', 'de-AT', 'ar', 'ar-LB', 'he', 'fa-u-ca-gregory'],
	...['hi', 'th', 'zh', 'ja', 'ko', 'ka', 'hy'],
]
/** Abbreviations from blog software that `Intl` does not have. */
const MORE_MONTHS: ReadonlyArray<[name: string, month: number]> = [['mrz', 3]]

/** UTC offsets of zone names in hours. Unknown ones count as UTC: a date off by hours is better than none. */
const ZONES: Readonly<Record<string, number>> = {
	...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7, akst: -9, akdt: -8, hst: -10 },
	...{ bst: 1, west: 1, cet: 1, cest: 2, mez: 1, mesz: 2, eet: 2, eest: 3, msk: 3, jst: 9, aest: 10, aedt: 11 },
	...{ nzst: 12, nzdt: 13 },
}

type Parts = Record<string, string | undefined>

const normalizedName = (name: string) =>
	name
		.normalize('NFD')
		.replaceAll(/[^\p{L}]/gu, '')
		.toLowerCase()

/** Returns a language's month names, long and short, standalone and in dates, with their number from 1. */
function monthNames(language: string): Array<[name: string, month: number]> {
	const formatters = (['long', 'short'] as const).flatMap((month) =>
		[{ month }, { month, day: 'numeric' as const }].map(
			(options) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }),
		),
	)
	return ENGLISH.flatMap((_, at) =>
		formatters.map((formatter): [string, number] => {
			const part = formatter.formatToParts(Date.UTC(2026, at, 1)).find(({ type }) => type === 'month')
			return [normalizedName(part?.value ?? ''), at + 1]
		}),
	)
}

/** Month numbers by name in all languages; 0 for an ambiguous name. */
let allMonths: ReadonlyMap<string, number> | undefined
function namesInAllLanguages(): ReadonlyMap<string, number> {
	if (!allMonths) {
		const months = new Map<string, number>()
		for (const [name, month] of [...LANGUAGES.flatMap(monthNames), ...MORE_MONTHS])
			months.set(name, (months.get(name) ?? month) === month ? month : 0)
		allMonths = months
	}
	return allMonths
}

/** Returns the month of an abbreviation in any language; 0 if it is unknown or ambiguous. */
function monthByPrefix(name: string): number {
	const months = [...namesInAllLanguages()].flatMap(([fullName, month]) => (fullName.startsWith(name) ? [month] : []))
	return new Set(months).size === 1 ? (months[0] ?? 0) : 0
}

/** Month numbers by name in the last feed's language, cached because a feed has many dates. */
let feedMonths: { language: string; months: ReadonlyMap<string, number> } | undefined
function monthInFeedLanguage(name: string, language: string): number | undefined {
	if (feedMonths?.language !== language) {
		let names: Array<[string, number]> = []
		try {
			names = monthNames(language)
		} catch {
			// Some feeds have an invalid language tag.
		}
		feedMonths = { language, months: new Map(names) }
	}
	return feedMonths.months.get(name)
}

/** Returns the number of a month from 1; 0 for an unknown name. */
function monthOf(text: string, language: string | null): number {
	if (/^\d/.test(text)) return Number.parseInt(text, 10)
	const name = normalizedName(text)
	return (
		(language === null ? undefined : monthInFeedLanguage(name, language)) ||
		ENGLISH.findIndex((month) => month.startsWith(name)) + 1 ||
		namesInAllLanguages().get(name) ||
		monthByPrefix(name) ||
		ENGLISH.findIndex((month) => month.slice(0, 3) === name.slice(0, 3)) + 1
	)
}

/** Parses a year. As in RFC 822, two digits up to 49 mean this century. */
const yearOf = (text: string) => (text.length > 2 ? Number(text) : Number(text) + (Number(text) < 50 ? 2000 : 1900))

/** Returns the milliseconds of a time of day; undefined for an invalid one. */
function timeOf({ hour = '0', minute = '0', second = '0', part = '', half }: Parts): number | undefined {
	const is12Hour = half !== undefined
	const hours = is12Hour ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
	if (hours > 24 || (is12Hour && Number(hour) > 12) || Number(minute) > 59 || Number(second) > 60) return undefined
	return ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1000 + Math.floor(Number(`0${part}`) * 1000)
}

/** Returns a zone's offset from UTC in milliseconds. */
function zoneOf({ name = '', sign, hours = '0', minutes = '0' }: Parts): number {
	if (sign === undefined) return (ZONES[name.toLowerCase()] ?? 0) * 3_600_000
	return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/**
 * Parses a feed's date: RFC 822, ISO 8601 or a written date in many languages; UTC if it has no zone. Does not use
 * `Date.parse`, which reads `Episode 12` as a day in 2001.
 * @param language the feed's language, whose month names take precedence.
 * @returns epoch milliseconds, or null.
 */
export function parseDate(text: string, language: string | null = null): number | null {
	if (text.length > MAX_DATE) return null // also keeps the regular expressions fast
	const trimmed = text.trim().replace(YEAR_LAST, '$1 $3 $2')
	const patterns = [YEAR_FIRST, DAY_FIRST, MONTH_FIRST, DOTTED, EAST_ASIAN]
	const date = patterns.map((pattern) => pattern.exec(trimmed)).find((match) => match !== null)
	if (!date) return null
	const afterDate = trimmed.slice(date[0].length).replace(AFTER_DATE, '')
	const time = TIME.exec(afterDate)
	const afterTime = afterDate.slice(time?.[0].length ?? 0).replace(/\(.*\)$/, '')
	const zone = ZONE.exec(afterTime.trim())
	const timeOfDay = timeOf(time?.groups ?? {})
	if (!zone || timeOfDay === undefined) return null
	const { year = '', month = '', day = '' } = date.groups ?? {}
	const monthNumber = monthOf(month, language)
	const midnight = Date.UTC(yearOf(year), monthNumber - 1, Number(day))
	// Reject overflows: February 30, month 0.
	const isDay = new Date(midnight).getUTCDate() === Number(day) && new Date(midnight).getUTCMonth() === monthNumber - 1
	if (!isDay || yearOf(year) < 1900 || yearOf(year) >= 2200) return null
	return midnight + timeOfDay - zoneOf(zone.groups ?? {})
}

/** Returns an item's date strings from all elements that feeds use for dates. */
export const datesOf = (item: Fields) =>
	[item.pubDate, item.date, item['our:published'], item['our:updated']].map(textOf)

/** Returns the first valid date. */
export function dateOf(item: Fields, language: string | null): number | null {
	for (const text of datesOf(item)) {
		const date = parseDate(text, language)
		if (date !== null) return date
	}
	return null
}
