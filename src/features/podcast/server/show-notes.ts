import { sanitizeContent } from '#src/features/rich-text/server/sanitize.ts'
import { escapeHtml } from '#src/lib/text/html.ts'
import { plainToHtml } from '../episodes/episode-text.ts'
import { type Fields, textOf } from './feed/parse/feed-fields.ts'
import { htmlToText, unescapeDoubleEscaped } from './feed/parse/html-to-text.ts'

/** Maximum length in characters; no real notes are this long. */
const MAX_NOTES = 100_000

/** Converts notes written as plain lines instead of HTML. */
const linesAsHtml = (text: string) => plainToHtml(htmlToText(text.slice(0, MAX_NOTES)))

/** Matches the URL of a link in HTML. */
const HREF = /(<a\s(?:[^<>]{0,500}?\s)?href\s*=\s*)(?:"([^"<>]{0,4000})"|'([^'<>]{0,4000})')/gi

/** Makes links absolute and https. Relative links refer to the feed's site, not to this one. */
const withAbsoluteLinks = (html: string, toLink: (link: string) => string | null) =>
	html.replaceAll(HREF, (link: string, before: string, double?: string, single = '') => {
		const url = (double ?? single).trim().replaceAll('&amp;', '&')
		return /^(?:mailto:|#)/i.test(url) ? link : `${before}"${escapeHtml(toLink(url) ?? '')}"`
	})

/** Sanitizes show notes like module content, and removes pictures, which would reveal readers to the pictures' host. */
export function cleanNotes(html: string): string | null {
	const clean = sanitizeContent(html)
		.replaceAll(/<img\b[^>]*>/gi, '')
		.replaceAll(/<p>(?:\s|&nbsp;|<br ?\/?>)*<\/p>/g, '')
		.trim()
	return clean === '' ? null : clean
}

/** Returns the show notes of an item, or null. */
export function notesOf(item: Fields, toLink: (link: string) => string | null): string | null {
	const [encoded = '', ...others] = [item['our:content:encoded'], item.content, item['our:description']].map(
		(element) => unescapeDoubleEscaped(textOf(element)),
	)
	const html = [encoded, ...others].find((text) => /<[a-z]/i.test(text)) ?? linesAsHtml(encoded)
	return cleanNotes(withAbsoluteLinks(html.slice(0, MAX_NOTES), toLink))
}
