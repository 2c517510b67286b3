import { sanitizeContent } from '#src/features/rich-text/server/sanitize.ts'
import { escapeHtml } from '#src/lib/text/html.ts'
import { plainToHtml } from '../episodes/episode-text.ts'
import { type Fields, textOf } from './feed/parse/feed-fields.ts'
import { htmlToText, unescapedOnce } from './feed/parse/html-to-text.ts'

/** Longer notes are cut before they are read: nobody writes so much about an episode. */
const MAX_NOTES = 100_000

/** Notes that some write as lines of text where HTML is expected. */
const linesAsHtml = (text: string) => plainToHtml(htmlToText(text.slice(0, MAX_NOTES)))

/** The address of a link in HTML. */
const HREF = /(<a\s(?:[^<>]{0,500}?\s)?href\s*=\s*)(?:"([^"<>]{0,4000})"|'([^'<>]{0,4000})')/gi

/** Links start where the feed was found, and are of https as the sound file is: of this site none is meant. */
const withWholeLinks = (html: string, toLink: (link: string) => string | null) =>
	html.replaceAll(HREF, (whole: string, before: string, double?: string, single = '') => {
		const address = (double ?? single).trim().replaceAll('&amp;', '&')
		return /^(?:mailto:|#)/i.test(address) ? whole : `${before}"${escapeHtml(toLink(address) ?? '')}"`
	})

/** Show notes as module content is sanitized, without pictures: those would tell their host who reads. */
export function cleanNotes(html: string): string | null {
	const clean = sanitizeContent(html)
		.replaceAll(/<img\b[^>]*>/gi, '')
		.replaceAll(/<p>(?:\s|&nbsp;|<br ?\/?>)*<\/p>/g, '')
		.trim()
	return clean === '' ? null : clean
}

/** The show notes of an item; null where it has none. */
export function notesOf(item: Fields, toLink: (link: string) => string | null): string | null {
	const [encoded = '', ...others] = [item['our:content:encoded'], item.content, item['our:description']].map(
		(element) => unescapedOnce(textOf(element)),
	)
	const html = [encoded, ...others].find((text) => /<[a-z]/i.test(text)) ?? linesAsHtml(encoded)
	return cleanNotes(withWholeLinks(html.slice(0, MAX_NOTES), toLink))
}
