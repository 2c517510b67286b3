import { hasRealHost, isLocal, LINK_LIMIT } from '#src/lib/links.ts'

/** No episode lasts a week; what claims to is counted in something else. */
const MAX_DURATION = 7 * 24 * 60 * 60

/**
 * Seconds of a feed's duration: `6384`, `1:46:24`, `62:10` or `00:45`.
 * Null for everything else, and for 0, with which feeds say that they do not know.
 */
export function parseDuration(text: string): number | null {
	const trimmed = text.trim()
	if (!/^\d{1,7}(\.\d+)?$|^(\d{1,3}:)?\d{1,4}:\d{1,2}(\.\d+)?$/.test(trimmed)) return null
	const parts = trimmed.split(':').map(Number)
	// Only the first part may run over: `62:10` is an hour and two minutes, `1:75:00` is nothing.
	if (parts.slice(1).some((part) => part >= 60)) return null
	const seconds = Math.round(parts.reduce((total, part) => total * 60 + part, 0))
	return seconds > 0 && seconds <= MAX_DURATION ? seconds : null
}

/** Longer than any date, with a full day name, white space and a comment. */
const MAX_DATE = 100

const RFC_822 =
	/^(?:[a-z]{2,9}(?:\.?,\s*|\.?\s+))?\d{1,2}[\s-][a-z]{3,9}\.?[\s-](?:(?:19|20|21)\d{2}|\d{2})(?:\s+\d{1,2}:\d{2}(?::\d{2})?)?(?=\s|$)/i
const ISO_8601 = /^(\d{4}-\d{2}-\d{2})(?:[T\s](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?/
const ZONE = /^(?:[A-Z]{1,5})?(?:[+-]\d{2}:?\d{2})?$/i

/** The form that `Date.parse` reads the same everywhere, or undefined for what is no date. */
function dateForm(text: string): string | undefined {
	const [iso, day, time] = ISO_8601.exec(text) ?? []
	const form = iso ?? RFC_822.exec(text)?.[0]
	if (form === undefined) return undefined
	const zone = text
		.slice(form.length)
		.replace(/\(.*\)$/, '')
		.trim()
	if (!ZONE.test(zone)) return undefined
	// Without a zone it would depend on where the server stands.
	if (iso === undefined) return `${form} ${zone || 'Z'}`
	return time === undefined ? day : `${day}T${time}${(zone || 'Z').replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`
}

/**
 * Epoch milliseconds of a feed's date, RFC 822 or ISO 8601; null where it is none.
 * A date without a zone is taken as UTC.
 */
export function parseDate(text: string): number | null {
	if (text.length > MAX_DATE) return null // also keeps the expressions above quick
	// V8 takes nearly anything for a date (`Episode 12` is a day in 2001 to it), so the form is checked first.
	const time = Date.parse(dateForm(text.trim()) ?? '')
	if (Number.isNaN(time)) return null
	const year = new Date(time).getUTCFullYear()
	return year >= 1900 && year < 2200 ? time : null
}

/**
 * A link of a feed that a page may carry, absolute, or null: https, without user name, at most 2,048 characters.
 * Plain http stays so on this machine and on our own site. Elsewhere it becomes https rather than being dropped:
 * many old feeds still name http enclosures, and a browser would refuse or upgrade them on our https pages anyway.
 */
export function safeLink(link: string, base: string, ownOrigin: string): string | null {
	const trimmed = link.trim()
	if (trimmed === '' || trimmed.length > LINK_LIMIT || !URL.canParse(trimmed, base)) return null
	const url = new URL(trimmed, base)
	if (url.username || url.password || !hasRealHost(url, `${trimmed} ${base}`)) return null
	if (url.protocol === 'http:' && !isLocal(url) && url.origin !== ownOrigin) url.protocol = 'https:'
	if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
	return url.href.length <= LINK_LIMIT ? url.href : null
}

const AUDIO_FILE = /\.(?:mp3|m4a|m4b|aac|ogg|oga|opus|wav|flac|weba)(?:$|[?#])/i

/** Whether an enclosure is audio: it says so, or its file name does (feeds also say `x-audio/mp3`, or nothing). */
export const isAudio = (url: string, type: string) => /^audio\//i.test(type.trim()) || AUDIO_FILE.test(url)
