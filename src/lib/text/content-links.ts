import { parseTime } from '../dates/link-time.ts'

/** A link in text to an item of this site, stored as a backlink. */
export interface ContentLink {
	toKind: 'episode' | 'course'
	/** Slug or id, as in the URL. */
	toId: string
	/** Position in seconds; null if it has none. */
	start: number | null
}

/** Maximum number of links kept per text. */
export const MAX_LINKS = 100

/** Names below `/podcast/` that are not episodes. */
const RESERVED = new Set(['page', 'player'])

const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const patterns = new Map<string, RegExp>()

/**
 * Matches a path below `/podcast/` or `/courses/`, relative or with this site's host, with its query and fragment. The
 * character before the path must not be part of another URL.
 */
function patternFor(host: string): RegExp {
	const known = patterns.get(host)
	if (known) return known
	const pattern = new RegExp(
		`(?<![\\w/.:@%~=&?#-])(?:https?://${escapeRegExp(host)})?/(podcast|courses)/([\\w-]{1,100})(?![\\w-])([^\\s"'<>()\\[\\]\\\\]*)`,
		'gi',
	)
	patterns.set(host, pattern)
	return pattern
}

/** Parses the position in seconds after the path: `?t=`, `#t=` or a paragraph's anchor `#t-`. */
function startIn(rest: string): number | null {
	const plain = rest.replaceAll('&amp;', '&')
	const anchor = /#t-(\d{1,6})(?!\d)/.exec(plain)?.[1]
	const time = /[?&#]t=([^&#]*)/.exec(plain)?.[1] ?? anchor
	// Punctuation may follow the URL.
	return time === undefined ? null : (parseTime(time.replace(/[.,;:!?…]+$/, '')) ?? null)
}

/**
 * Returns the links to this site in plain text or HTML, without duplicates.
 * @param siteUrl the site's URL; links may also have no host.
 */
export function contentLinks(text: string, siteUrl: string): ContentLink[] {
	const found = new Map<string, ContentLink>()
	for (const [, area = '', name = '', rest = ''] of text.matchAll(patternFor(new URL(siteUrl).host))) {
		const toKind = area.toLowerCase() === 'podcast' ? 'episode' : 'course'
		if (toKind === 'episode' && RESERVED.has(name.toLowerCase())) continue
		const link: ContentLink = { toKind, toId: name, start: toKind === 'episode' ? startIn(rest) : null }
		found.set(`${toKind} ${name} ${link.start}`, link)
		if (found.size >= MAX_LINKS) break
	}
	return [...found.values()]
}
