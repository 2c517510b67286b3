import { parseTime } from '../dates/link-time.ts'

/** A link of a text to something of this site that others may ask for: who links it. */
export interface ContentLink {
	toKind: 'episode' | 'course'
	/** As the address has it: the readable part, or an id. */
	toId: string
	/** The second that it leads to; null where it names none. */
	start: number | null
}

/** Links of one text that are kept: nobody means more. */
export const MAX_LINKS = 100

/** Addresses below that are no episode and no course. */
const RESERVED = new Set(['page', 'player'])

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const patterns = new Map<string, RegExp>()

/**
 * A path below `/podcast/` or `/courses/`, by itself or behind this site's address, with what follows it. What stands
 * before it must not make it a part of another address.
 */
function patternFor(host: string): RegExp {
	const known = patterns.get(host)
	if (known) return known
	const made = new RegExp(
		`(?<![\\w/.:@%~=&?#-])(?:https?://${escaped(host)})?/(podcast|courses)/([\\w-]{1,100})(?![\\w-])([^\\s"'<>()\\[\\]\\\\]*)`,
		'gi',
	)
	patterns.set(host, made)
	return made
}

/** The second in what follows the path: `?t=`, `#t=` or the anchor of a paragraph, `#t-`. */
function startIn(rest: string): number | null {
	const plain = rest.replaceAll('&amp;', '&')
	const anchor = /#t-(\d{1,6})(?!\d)/.exec(plain)?.[1]
	const asked = /[?&#]t=([^&#]*)/.exec(plain)?.[1] ?? anchor
	// A sentence ends behind the address.
	return asked === undefined ? null : (parseTime(asked.replace(/[.,;:!?…]+$/, '')) ?? null)
}

/**
 * What of this site a text links, each place once: plain text or HTML, whose addresses stand in it as they are.
 * @param siteUrl the site's own address; a link may also be one without a host.
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
