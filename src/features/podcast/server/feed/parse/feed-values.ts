import { hasRealHost, isLocal, LINK_LIMIT } from '#src/lib/site/links.ts'

/** Maximum duration in seconds. Longer values are assumed to be in another unit. */
const MAX_DURATION = 7 * 24 * 60 * 60

const CLOCK = /^\d{1,7}(\.\d+)?$|^(\d{1,3}:)?\d{1,4}:\d{1,2}(\.\d+)?$|^(\d{1,3}:){2}\d{1,2}(:\d{1,3})+$/
const UNITS =
	/^(?:p(?:0d)?t)?(?:(\d{1,3})\s*h(?:(?:ou)?rs?)?)?[\s,]*(?:(\d{1,5})\s*m(?:in(?:ute)?s?)?\.?)?[\s,]*(?:(\d{1,7})(?:\.\d+)?\s*s(?:ec(?:ond)?s?)?\.?)?$/i

/** Splits a duration into base-60 parts, largest first; undefined if invalid. */
function partsOf(text: string): number[] | undefined {
	// Any part may exceed 59, as in podcast apps: `62:10` is 1 h 2 min, `1:75:00` is 2 h 15 min.
	if (CLOCK.test(text)) return text.split(':').slice(0, 3).map(Number)
	return UNITS.exec(text)
		?.slice(1)
		.map((part) => Number(part ?? 0))
}

/** Normalizes separators: no thousands separator, a dot before fractions of a second. */
const normalizeSeparators = (text: string) =>
	/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text.replace(/(\d),(\d{1,3})$/, '$1.$2')

/**
 * Parses a feed's duration to seconds: `6384`, `1:46:24`, `62:10`, `00:45`, `1h 46m`, `45 min` or `PT1H46M24S`.
 * If there are more than three numbers, uses the first three, as Apple does; the rest are a recorder's frames.
 * Returns null for anything else, and for 0, which feeds use for an unknown length.
 */
export function parseDuration(text: string): number | null {
	const parts = partsOf(
		normalizeSeparators(text.trim()).replace(/\.$|;\d{1,2}$|(?<=:\d+) ?(?:min(?:ute)?|h(?:ou)?r)s?\.?$/i, ''),
	)
	const seconds = Math.round(parts?.reduce((total, part) => total * 60 + part, 0) ?? 0)
	return seconds > 0 && seconds <= MAX_DURATION ? seconds : null
}

/** Checks whether a feed states a length that cannot be parsed. Zero means unknown. */
export const isUnparsableDuration = (text: string) => /[1-9]/.test(text) && parseDuration(text) === null

/** Parses a web URL without a user name or password, of at most 2,048 characters. */
function parseWebUrl(link: string, base: string): URL | null {
	const trimmed = link.trim()
	if (trimmed === '' || trimmed.length > LINK_LIMIT || !URL.canParse(trimmed, base)) return null
	const url = new URL(trimmed, base)
	if (url.username || url.password || !hasRealHost(url, `${trimmed} ${base}`)) return null
	return url.protocol === 'https:' || url.protocol === 'http:' ? url : null
}

const withinLimit = ({ href }: URL) => (href.length <= LINK_LIMIT ? href : null)

/**
 * Returns a link of a feed as an absolute https URL that a page may contain; null if it has a user name or more
 * than 2,048 characters. Plain http is kept for this machine and our own site, and upgraded elsewhere: many old feeds
 * still use http enclosures, which a browser would block or upgrade on https pages anyway.
 */
export function safeLink(link: string, base: string, ownOrigin: string): string | null {
	const url = parseWebUrl(link, base)
	if (url?.protocol === 'http:' && !isLocal(url) && url.origin !== ownOrigin) url.protocol = 'https:'
	return url && withinLimit(url)
}

/** Like `safeLink` for files that only the server reads: plain http is allowed, as for feeds. */
export function fileLink(link: string, base: string): string | null {
	const url = parseWebUrl(link, base)
	return url && withinLimit(url)
}

const AUDIO_FILE = /\.(?:mp3|m4a|m4b|aac|ogg|oga|opus|wav|flac|weba|mka|amr|wma|aiff?)(?:$|[?#])/i
const OTHER_FILE =
	/\.(?:jpe?g|png|gif|webp|avif|svg|pdf|epub|docx?|pptx?|zip|html?|txt|vtt|srt|json|xml|mp4|m4v|mov|webm|mkv|avi|mpe?g)(?:$|[?#])/i
const OTHER_TYPE =
	/^(?:image|video|text|font|model|message|document|executable)\b|\b(?:pdf|epub|zip|html|json|xml|msword|officedocument|torrent|flash)\b/i

/** Classifies an enclosure by its type, which may be `mp3` or empty, and its file name. */
export function audioOf(url: string, type: string): 'audio' | 'unknown' | 'other' {
	const statedType = type.trim()
	if (/^audio\b/i.test(statedType) || AUDIO_FILE.test(url)) return 'audio'
	if (OTHER_TYPE.test(statedType)) return 'other'
	if (/\b(?:mp3|mpeg3?|m4a|aac|ogg|opus|flac|wav)\b/i.test(statedType)) return 'audio'
	return OTHER_FILE.test(url) ? 'other' : 'unknown'
}
