// By their own names: the whole of the package is 300 files, each of which Node looks up at the start.
import { format } from 'date-fns/format'
import { isValid } from 'date-fns/isValid'

/** An instant as the API sends it (ISO-8601), a Date, or nothing. */
export type When = string | number | Date | null | undefined

type Options = {
	/**
	 * `utc` where the same text must come out everywhere: static pages, which are rendered once for all readers.
	 * Otherwise the zone of whoever runs this: the reader's in a browser.
	 */
	zone?: 'utc' | 'local'
	/** Shown for a date that cannot be read. */
	invalid?: string
	/** Shown where there is no date. */
	missing?: string
}

const PATTERNS = {
	/** Nov 18, 2026 */
	day: 'MMM d, yyyy',
	/** Nov 18, 2026 at 9:12 AM */
	dayTime: "MMM d, yyyy 'at' h:mm a",
	/** November 18th, 2026 at 9:12 AM */
	session: "PPP 'at' p",
} as const

/** date-fns knows only the local zone: a date whose local fields are the UTC fields of `date`. */
const withUtcFields = (date: Date) =>
	new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes())

function show(when: When, pattern: keyof typeof PATTERNS, options: Options): string {
	if (when === null || when === undefined || when === '') return options.missing ?? 'N/A'
	const date = new Date(when)
	if (!isValid(date)) return options.invalid ?? 'Invalid date'
	return format(options.zone === 'utc' ? withUtcFields(date) : date, PATTERNS[pattern])
}

/** `Nov 18, 2026`. */
export const formatDay = (when: When, options: Options = {}) => show(when, 'day', options)

/** `Nov 18, 2026 at 9:12 AM`, for questions and comments. */
export const formatDayTime = (when: When, options: Options = {}) => show(when, 'dayTime', options)

/** `November 18th, 2026 at 9:12 AM`, for coaching sessions. */
export const formatSession = (when: When, options: Options = {}) => show(when, 'session', options)
