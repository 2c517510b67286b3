import sanitizeHtml from 'sanitize-html'
import { isOwnPath, isSafeLink } from '#src/lib/site/links.ts'
import { ALT_LIMIT, isCallout, isPictureSource, isPixels } from '../rich-content.ts'
import { DEEPEST, isCleanContent, isSpan, TAGS } from './clean-content.ts'

/** Returns whether a link is allowed: `https`, `mailto`, or a path of this site. `//host` is another site. */
const isAllowedHref = (href: string) => isSafeLink(href) || /^mailto:[^\s?]+$/i.test(href) || isOwnPath(href)

const heading = (tag: string) => sanitizeHtml.simpleTransform(tag, {})

function linkAttributes(href: string): sanitizeHtml.Attributes {
	if (!isAllowedHref(href)) return {}
	return href.startsWith('/') ? { href } : { href, target: '_blank', rel: 'noopener noreferrer' }
}

const SPANS = ['colspan', 'rowspan']

/** Keeps column and row spans, up to what a page can show. */
const cell: sanitizeHtml.Transformer = (tagName, given) => ({
	tagName,
	attribs: Object.fromEntries(SPANS.flatMap((name) => (isSpan(given[name]) ? [[name, given[name] as string]] : []))),
})

/** Keeps the alternative text, which is empty for a decorative picture, and the size if known. */
const picture: sanitizeHtml.Transformer = (tagName, { src = '', alt = '', width, height }) => {
	if (!isPictureSource(src.trim())) return { tagName, attribs: {} }
	// A single line for screen readers.
	const text = alt.replaceAll(/\s+/g, ' ').trim().slice(0, ALT_LIMIT).trim()
	const size = isPixels(width) && isPixels(height) ? { width, height } : {}
	return { tagName, attribs: { src: src.trim(), alt: text, ...size } as sanitizeHtml.Attributes }
}

const callout: sanitizeHtml.Transformer = (tagName, { 'data-callout': kind }) => {
	const attribs: sanitizeHtml.Attributes = isCallout(kind) ? { 'data-callout': kind } : {}
	return { tagName: isCallout(kind) ? tagName : 'p', attribs }
}

const OPTIONS: sanitizeHtml.IOptions = {
	allowedTags: [...TAGS],
	allowedAttributes: {
		...{ a: ['href', 'target', 'rel'], ol: ['start'], td: SPANS, th: SPANS },
		...{ img: ['src', 'alt', 'width', 'height'], section: ['data-callout'] },
	},
	exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
	allowedSchemes: ['https', 'http', 'mailto'],
	allowProtocolRelative: false,
	disallowedTagsMode: 'discard',
	nestingLimit: DEEPEST,
	transformTags: {
		// The page already has an h1.
		h1: heading('h2'),
		h5: heading('h4'),
		h6: heading('h4'),
		b: heading('strong'),
		i: heading('em'),
		strike: heading('s'),
		// Without the strikethrough a deletion would read as valid text.
		del: heading('s'),
		div: heading('p'),
		img: picture,
		section: callout,
		a: (tagName, { href = '' }) => ({ tagName, attribs: linkAttributes(href.trim()) }),
		td: cell,
		th: cell,
		ol: (tagName, { start }) => ({
			tagName,
			attribs: start && /^\d{1,4}$/.test(start) ? { start } : ({} as sanitizeHtml.Attributes),
		}),
	},
}

/** Returns the attributes of a link as text; empty if the link is not allowed. */
const writtenAttributes = (href: string) =>
	Object.entries(linkAttributes(href))
		.map(([name, value]) => ` ${name}="${value}"`)
		.join('')

/**
 * Returns rich text without scripts, foreign content or misleading layout. Called on write and again on read, so
 * content that predates a stricter rule or was imported is safe too. Idempotent.
 */
export const sanitizeContent = (html: string): string =>
	isCleanContent(html, writtenAttributes) ? html : sanitizeFully(html)

/** Sanitizes without the shortcut for clean input. Exported to test that the shortcut gives the same result. */
export function sanitizeFully(html: string): string {
	const once = sanitizeHtml(html, OPTIONS)
	// A transformed tag may be invalid in its place, such as a paragraph in a paragraph.
	return isCleanContent(once, writtenAttributes) ? once : sanitizeHtml(once, OPTIONS)
}
