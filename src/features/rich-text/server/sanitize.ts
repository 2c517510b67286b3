import sanitizeHtml from 'sanitize-html'
import { isOwnPath, isSafeLink } from '#src/lib/site/links.ts'
import { ALT_LIMIT, isCallout, isPictureSource, isPixels } from '../rich-content.ts'
import { isCleanContent, isSpan } from './clean-content.ts'

/** `https` links and paths of this site; `//host` is another site in disguise. */
const isAllowedHref = (href: string) => isSafeLink(href) || /^mailto:[^\s?]+$/i.test(href) || isOwnPath(href)

const heading = (tag: string) => sanitizeHtml.simpleTransform(tag, {})

const attributes = (given: sanitizeHtml.Attributes) => given

function linkAttributes(href: string): sanitizeHtml.Attributes {
	if (!isAllowedHref(href)) return {}
	return href.startsWith('/') ? { href } : { href, target: '_blank', rel: 'noopener noreferrer' }
}

const SPANS = ['colspan', 'rowspan']

/** How many columns and rows a cell takes, up to what a page can show. */
const cell: sanitizeHtml.Transformer = (tagName, given) => ({
	tagName,
	attribs: attributes(
		Object.fromEntries(SPANS.flatMap((name) => (isSpan(given[name]) ? [[name, given[name] as string]] : []))),
	),
})

/** With a text that stands for it, which is empty where it only decorates; and its size, where that is known. */
const picture: sanitizeHtml.Transformer = (tagName, { src = '', alt = '', width, height }) => {
	if (!isPictureSource(src.trim())) return { tagName, attribs: {} }
	// A line, so that it reads as one.
	const text = alt.replaceAll(/\s+/g, ' ').trim().slice(0, ALT_LIMIT).trim()
	const size = isPixels(width) && isPixels(height) ? { width, height } : {}
	return { tagName, attribs: attributes({ src: src.trim(), alt: text, ...size } as sanitizeHtml.Attributes) }
}

const callout: sanitizeHtml.Transformer = (tagName, { 'data-callout': kind }) =>
	isCallout(kind)
		? { tagName, attribs: attributes({ 'data-callout': kind }) }
		: { tagName: 'p', attribs: attributes({}) }

const OPTIONS: sanitizeHtml.IOptions = {
	allowedTags: [
		'p',
		'h2',
		'h3',
		'h4',
		'ul',
		'ol',
		'li',
		'blockquote',
		'pre',
		'code',
		'strong',
		'em',
		'u',
		's',
		'sup',
		'sub',
		'a',
		'br',
		'hr',
		'table',
		'thead',
		'tbody',
		'tfoot',
		'tr',
		'th',
		'td',
		'img',
		'section',
	],
	allowedAttributes: {
		...{ a: ['href', 'target', 'rel'], ol: ['start'], td: SPANS, th: SPANS },
		...{ img: ['src', 'alt', 'width', 'height'], section: ['data-callout'] },
	},
	exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
	allowedSchemes: ['https', 'http', 'mailto'],
	allowProtocolRelative: false,
	disallowedTagsMode: 'discard',
	// Nested beyond reason: such content is made to hurt a parser.
	nestingLimit: 40,
	transformTags: {
		// The page has its h1.
		h1: heading('h2'),
		h5: heading('h4'),
		h6: heading('h4'),
		b: heading('strong'),
		i: heading('em'),
		strike: heading('s'),
		// Without its line a deletion would read as if it stood.
		del: heading('s'),
		div: heading('p'),
		img: picture,
		section: callout,
		a: (tagName, { href = '' }) => ({ tagName, attribs: linkAttributes(href.trim()) }),
		td: cell,
		th: cell,
		ol: (tagName, { start }) => ({ tagName, attribs: attributes(start && /^\d{1,4}$/.test(start) ? { start } : {}) }),
	},
}

/** The attributes of a link as text; none where the link is not allowed. */
const writtenAttributes = (href: string) =>
	Object.entries(linkAttributes(href))
		.map(([name, value]) => ` ${name}="${value}"`)
		.join('')

/**
 * Rich text with nothing in it that runs, loads, or dresses up as something else. Called on what is written and again on
 * what is read, so that content from before a stricter rule, or from another hand, is harmless too. Sanitizing twice
 * changes nothing.
 */
export const sanitizeContent = (html: string): string =>
	isCleanContent(html, writtenAttributes) ? html : sanitizeFully(html)

/** The same, by the parser alone. For the test that both agree. */
export function sanitizeFully(html: string): string {
	const once = sanitizeHtml(html, OPTIONS)
	// A tag that became another one may stand where that cannot be, such as a paragraph in a paragraph.
	return isCleanContent(once, writtenAttributes) ? once : sanitizeHtml(once, OPTIONS)
}
