/** One day, which is longer than any episode. */
const MAX_SECONDS = 86_400

const CLOCK = /^(?:(\d{1,2}):)?(\d{1,3}):(\d{2})$/
const UNITS = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s)?$/

const HALF_OF_DAY = String.raw`(?:(?<=\d)[ap]\b|[ap]m\b(?!['’])|[AP]M\b|[aApP]\.\s?[mM]\.?(?![a-zA-Z]))(?!\s+I\b)`
/** Text that may follow the name of a time zone. In the title `12:30 Central question`, `Central` is not a zone. */
const AFTER_REGION = String.raw`(?:$|\s{0,3}[^\sA-Za-z]|\s+(?:(?:(?:Standard|Daylight)\s+)?[Tt]ime|and|or|on|at|every|each|this|next|today|tonight|tomorrow|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?)\b)`
const REGION = String.raw`(?:Eastern|Central|Mountain|Pacific)\b(?=${AFTER_REGION})`
const PLACE = String.raw`(?:[Ll]ocal|Alaska|Arizona|Hawaii|London|New\s+York|Chicago|Denver|Los\s+Angeles)\s+[Tt]ime\b`
const ZONE = String.raw`(?:${REGION}|${PLACE}|(?:[ECMP][SD]?T(?!\s+scans?\b)|AK[SD]?T|H[SD]T|A[CEW][SD]T|NZ[SD]?T|GMT|UTC|[BIJ]ST|[CEW]ES?T|MES?Z|MSK|SGT|HKT|Uhr|h|hrs)\b)`
const PART_OF_DAY = String.raw`noon\b|midnight\b|o['’]clock\b|(?:in the|this) (?:morning|afternoon|evening)\b|at night\b|tonight\b|sharp\b`
const CLOCK_RANGE = String.raw`(?:\s{0,3}(?:[-–—]|to|until|and)\s{0,3}(?:\d{1,2}:)?\d{1,2}(?::\d{2})?)?`
const CASES = 'adv|ap|bk|bkr|cr|cv|gj|mc|md|mj|ml|misc|po|pt|sw'
/** Matches the rest of a case number such as `1:10-cv-00123`. */
const CASE = `[-‐‑–]?(?:${CASES}|${CASES.toUpperCase()})(?![a-zA-Z])`
/**
 * Rejects times of day and case numbers, which are not positions: `7:00 PM Eastern`, `9:00 to 10:30 a.m.`, `1:10-cv`.
 */
export const NOT_TIME_OF_DAY = String.raw`(?!${CASE}|${CLOCK_RANGE}\s{0,3}(?:${HALF_OF_DAY}|\(?${ZONE}|Z\b|${PART_OF_DAY}))`

/**
 * Parses a position in a link into seconds: `754`, `12:34`, `1:02:03` or `12m34s`. Returns undefined for anything else.
 */
export function parseTime(text: string, limit = MAX_SECONDS): number | undefined {
	const plain = text.trim().toLowerCase()
	if (plain === '') return undefined
	const parts = /^\d{1,15}$/.test(plain) ? ['', '', '', plain] : (CLOCK.exec(plain) ?? UNITS.exec(plain))
	if (!parts) return undefined
	const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part || 0))
	const time = hours * 3600 + minutes * 60 + seconds
	return time < limit ? time : undefined
}

/** Returns the position in a URL. `?t=` takes precedence over `#t=`. */
export function timeInUrl({ search, hash }: Pick<Location, 'search' | 'hash'>): number | undefined {
	const value = new URLSearchParams(search).get('t') ?? new URLSearchParams(hash.slice(1)).get('t')
	// Accept a position past the end, because the player reports it.
	return value === null ? undefined : parseTime(value, Number.POSITIVE_INFINITY)
}
