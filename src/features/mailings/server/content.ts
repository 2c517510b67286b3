import sanitizeHtml from 'sanitize-html'
import { httpError } from '#src/lib/api/errors.ts'
import { isOwnPath, isSafeLink } from '#src/lib/site/links.ts'
import { richTags } from '#src/platform/mail/rich-tokens.ts'
import * as contracts from '../contract.ts'

const SPANS = ['colspan', 'rowspan']

const isAllowedHref = (href: string) => isSafeLink(href) || /^mailto:[^\s?]+$/i.test(href) || isOwnPath(href)

const renameTo = (tag: string) => sanitizeHtml.simpleTransform(tag, {})

/** Keeps these attributes if they are numbers that `rich-tokens.ts` can parse. */
const number = (given: sanitizeHtml.Attributes, names: string[]): sanitizeHtml.Attributes =>
	Object.fromEntries(names.flatMap((name) => (/^\d{1,3}$/.test(given[name] ?? '') ? [[name, given[name] ?? '']] : [])))

const OPTIONS: sanitizeHtml.IOptions = {
	allowedTags: [...richTags],
	allowedAttributes: { a: ['href'], ol: ['start'], td: SPANS, th: SPANS },
	allowedSchemes: ['https', 'http', 'mailto'],
	allowProtocolRelative: false,
	nestingLimit: 30,
	transformTags: {
		// The subject is the only heading above `h3`.
		h1: renameTo('h3'),
		h2: renameTo('h3'),
		h5: renameTo('h4'),
		h6: renameTo('h4'),
		b: renameTo('strong'),
		i: renameTo('em'),
		strike: renameTo('s'),
		del: renameTo('s'),
		div: renameTo('p'),
		aside: renameTo('blockquote'),
		// A callout of the editor.
		section: (tagName, given) => ({ tagName: given['data-callout'] ? 'blockquote' : tagName, attribs: {} }),
		a: (tagName, { href = '' }) => {
			const attribs: sanitizeHtml.Attributes = isAllowedHref(href.trim()) ? { href: href.trim() } : {}
			return { tagName, attribs }
		},
		ol: (tagName, given) => ({ tagName, attribs: number(given, ['start']) }),
		td: (tagName, given) => ({ tagName, attribs: number(given, SPANS) }),
		th: (tagName, given) => ({ tagName, attribs: number(given, SPANS) }),
	},
}

/** Removes content that an email cannot contain. Runs twice: a transformed tag may end up where it is not allowed. */
const clean = (html: string) => sanitizeHtml(sanitizeHtml(html, OPTIONS), OPTIONS)

const hasText = (html: string) => /[^\s\p{Cf}]/u.test(html.replaceAll(/<[^>]*>|&nbsp;|\u00a0/g, ''))

/**
 * Returns sanitized text to store and send: no scripts, no external content, no forged layout.
 * @throws {ApiError} 400 for content that an email cannot contain, and for empty text.
 */
export function mailContent(html: string): string {
	const { errors } = contracts.previewMailing
	// Reject rather than remove: the author would notice the loss only after the mailing was sent.
	if (/<(img|picture|video|audio|iframe|svg|object|embed|source)\b/i.test(html)) throw httpError(errors.picture)
	const content = clean(html)
	if (!hasText(content)) throw httpError(errors.empty)
	if (content.length > contracts.MAX_CONTENT) throw httpError(errors.tooLong)
	return content
}

/** Sanitizes stored text, which may come from elsewhere or predate a stricter rule. Removes instead of rejecting. */
export const storedContent = (html: string): string => clean(html)
