// Separate imports: the main module has 300 files, which Node would resolve at startup.
import { format } from 'date-fns/format'
import { isValid } from 'date-fns/isValid'

/** An instant in the API's format (ISO-8601), a Date, or nothing. */
export type When = string | number | Date | null | undefined

type Options = {
	/**
	 * `utc` gives the same text everywhere, for static pages. Default: the local zone, which in a browser is the reader's
	 * zone.
	 */
	zone?: 'utc' | 'local'
	invalid?: string
	missing?: string
}

const PATTERNS = {
	/** Nov 18, 2026 */
	day: 'MMM d, yyyy',
	/** 9:12 AM */
	time: 'h:mm a',
	/** Nov 18, 2026 at 9:12 AM */
	dayTime: "MMM d, yyyy 'at' h:mm a",
	/** November 18th, 2026 at 9:12 AM */
	session: "PPP 'at' p",
} as const

/** Returns a date whose local fields are the UTC fields of `date`: date-fns only supports the local zone. */
const withUtcFields = (date: Date) =>
	new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes())

function formatDate(when: When, pattern: keyof typeof PATTERNS, options: Options): string {
	if (when === null || when === undefined || when === '') return options.missing ?? 'N/A'
	const date = new Date(when)
	if (!isValid(date)) return options.invalid ?? 'Invalid date'
	return format(options.zone === 'utc' ? withUtcFields(date) : date, PATTERNS[pattern])
}

/** Formats as `Nov 18, 2026`. */
export const formatDay = (when: When, options: Options = {}) => formatDate(when, 'day', options)

/** Formats as `9:12 AM`, for places that already show the day. */
export const formatTime = (when: When, options: Options = {}) => formatDate(when, 'time', options)

/** Formats as `Nov 18, 2026 at 9:12 AM`, for questions and comments. */
export const formatDayTime = (when: When, options: Options = {}) => formatDate(when, 'dayTime', options)

/** Formats as `November 18th, 2026 at 9:12 AM`, for coaching sessions. */
export const formatSession = (when: When, options: Options = {}) => formatDate(when, 'session', options)
