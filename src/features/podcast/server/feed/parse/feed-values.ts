import { hasRealHost, isLocal, LINK_LIMIT } from '#src/lib/site/links.ts'

/** No episode lasts a week; what claims to is counted in something else. */
const MAX_DURATION = 7 * 24 * 60 * 60

const CLOCK = /^\d{1,7}(\.\d+)?$|^(\d{1,3}:)?\d{1,4}:\d{1,2}(\.\d+)?$|^(\d{1,3}:){2}\d{1,2}(:\d{1,3})+$/
const UNITS =
	/^(?:pt)?(?:(\d{1,3})\s*h(?:(?:ou)?rs?)?)?[\s,]*(?:(\d{1,5})\s*m(?:in(?:ute)?s?)?\.?)?[\s,]*(?:(\d{1,7})(?:\.\d+)?\s*s(?:ec(?:ond)?s?)?\.?)?$/i

/** What is counted in 60s, largest first; undefined for what is no duration. */
function partsOf(text: string): number[] | undefined {
	// Any part may run over, as apps read it: `62:10` is an hour and two minutes, `1:75:00` two hours and a quarter.
	if (CLOCK.test(text)) return text.split(':').slice(0, 3).map(Number)
	return UNITS.exec(text)
		?.slice(1)
		.map((part) => Number(part ?? 0))
}

/** Normalizes separators: no comma in thousands, a point before fractions of a second. */
const withPoint = (text: string) =>
	/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text.replace(/(\d),(\d{1,3})$/, '$1.$2')

/**
 * Seconds of a feed's duration: `6384`, `1:46:24`, `62:10`, `00:45`, `1h 46m`, `45 min` or `PT1H46M24S`.
 * Of more than three numbers the first three count, as Apple reads them. Null for everything else, and for 0, which feeds
 * write for an unknown length.
 */
export function parseDuration(text: string): number | null {
	const parts = partsOf(withPoint(text.trim()).replace(/\.$/, ''))
	const seconds = Math.round(parts?.reduce((total, part) => total * 60 + part, 0) ?? 0)
	return seconds > 0 && seconds <= MAX_DURATION ? seconds : null
}

/** Whether a feed says how long an episode lasts in a form that is not read. Zero says nothing. */
export const isUnreadDuration = (text: string) => /[1-9]/.test(text) && parseDuration(text) === null

/** A web address of a feed, without user name and at most 2,048 characters. */
function webAddress(link: string, base: string): URL | null {
	const trimmed = link.trim()
	if (trimmed === '' || trimmed.length > LINK_LIMIT || !URL.canParse(trimmed, base)) return null
	const url = new URL(trimmed, base)
	if (url.username || url.password || !hasRealHost(url, `${trimmed} ${base}`)) return null
	return url.protocol === 'https:' || url.protocol === 'http:' ? url : null
}

const withinLimit = ({ href }: URL) => (href.length <= LINK_LIMIT ? href : null)

/**
 * A link of a feed that a page may carry, absolute, or null: https, without user name, at most 2,048 characters.
 * Plain http stays so on this machine and on our own site. Elsewhere it becomes https rather than being dropped:
 * many old feeds still name http enclosures, and a browser would refuse or upgrade them on our https pages anyway.
 */
export function safeLink(link: string, base: string, ownOrigin: string): string | null {
	const url = webAddress(link, base)
	if (url?.protocol === 'http:' && !isLocal(url) && url.origin !== ownOrigin) url.protocol = 'https:'
	return url && withinLimit(url)
}

/** The same of a file that is for us alone to read: plain http is read as a feed over it is. */
export function fileLink(link: string, base: string): string | null {
	const url = webAddress(link, base)
	return url && withinLimit(url)
}

const AUDIO_FILE = /\.(?:mp3|m4a|m4b|aac|ogg|oga|opus|wav|flac|weba|mka|amr|wma|aiff?)(?:$|[?#])/i
const OTHER_FILE =
	/\.(?:jpe?g|png|gif|webp|avif|svg|pdf|epub|docx?|pptx?|zip|html?|txt|vtt|srt|json|xml|mp4|m4v|mov|webm|mkv|avi|mpe?g)(?:$|[?#])/i
const OTHER_TYPE =
	/^(?:image|video|text|font|model|message|document|executable)\b|\b(?:pdf|epub|zip|html|json|xml|msword|officedocument|torrent|flash)\b/i

/** Classifies an enclosure by its type, which may be `mp3` or empty, and its file name. */
export function soundOf(url: string, type: string): 'sound' | 'unknown' | 'other' {
	const told = type.trim()
	if (/^audio\b/i.test(told) || AUDIO_FILE.test(url)) return 'sound'
	if (OTHER_TYPE.test(told)) return 'other'
	if (/\b(?:mp3|mpeg3?|m4a|aac|ogg|opus|flac|wav)\b/i.test(told)) return 'sound'
	return OTHER_FILE.test(url) ? 'other' : 'unknown'
}
