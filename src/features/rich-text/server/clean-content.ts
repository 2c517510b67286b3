import { ALT_LIMIT, isCallout, isPictureSource, isPixels } from '../rich-content.ts'

const INLINE = new Set(['strong', 'em', 'u', 's', 'sup', 'sub', 'code', 'a'])
const BLOCKS = new Set(['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'blockquote', 'pre', 'section'])
/** Allowed parents of table parts. */
const TABLE_PARTS = new Map<string, readonly string[]>([
	['thead', ['table']],
	['tbody', ['table']],
	['tfoot', ['table']],
	['tr', ['thead', 'tbody', 'tfoot']],
	['td', ['tr']],
	['th', ['tr']],
])
const VOID = new Set(['br', 'hr', 'img'])
/** Every tag of stored rich text. */
export const TAGS = new Set([...INLINE, ...BLOCKS, 'li', 'table', ...TABLE_PARTS.keys(), ...VOID])
/** Nesting limit. Deeper nesting is an attack on the parser. */
export const DEEPEST = 40

/** Matches text with entities, or a tag, as the sanitizer writes them. */
const TOKEN = /((?:[^<>&\r\0]|&(?:amp|lt|gt);)+)|<(\/?)([a-z]+\d?)((?: [^<>&]*)?)>/y

/** Returns the attributes of a link as the sanitizer writes them, with a leading space. */
type AttributesOf = (href: string) => string

/** Returns whether the text is a valid column or row span: 2 to 50. */
export const isSpan = (text: string | undefined): boolean => /^([2-9]|[1-4]\d|50)$/.test(text ?? '')

/** Elements that contain only certain elements, and no text. */
const FRAMES = new Set(['ul', 'ol', 'table', 'thead', 'tbody', 'tfoot', 'tr'])
const isList = (tag: string | undefined) => tag === 'ul' || tag === 'ol'
const isFrame = (tag: string | undefined) => tag !== undefined && FRAMES.has(tag)
const BLOCK_HOLDERS = new Set(['blockquote', 'li', 'td', 'th', 'section'])
const holdsBlocks = (tag: string | undefined) => tag === undefined || BLOCK_HOLDERS.has(tag)

/** Returns whether `tag` may be inside the open elements, without a parser closing or moving any. */
function fits(tag: string, open: readonly string[]): boolean {
	if (open.length >= DEEPEST) return false
	const parent = open.at(-1)
	if (tag === 'li') return isList(parent)
	const inTable = TABLE_PARTS.get(tag)
	if (inTable) return parent !== undefined && inTable.includes(parent)
	if (isFrame(parent)) return false
	if (tag === 'table') return holdsBlocks(parent) && !open.includes('table')
	if (tag === 'br' || tag === 'img') return true
	if (tag === 'a') return !open.includes('a')
	return INLINE.has(tag) || (holdsBlocks(parent) && (BLOCKS.has(tag) || tag === 'hr'))
}

/** Returns whether a picture is written as the sanitizer writes it. Entities in its attributes count as unclean. */
function isCleanPicture(attributes: string): boolean {
	const [, src, alt, width, height] =
		/^ src="([\w\-.~:/?#@!$'()*+,;=%]+)" alt="((?:[^"&<>\s]+(?: [^"&<>\s]+)*)?)"(?: width="(\d+)" height="(\d+)")? \/$/.exec(
			attributes,
		) ?? []
	if (src === undefined || alt === undefined || alt.length > ALT_LIMIT || !isPictureSource(src)) return false
	return width === undefined || (isPixels(width) && isPixels(height))
}

/**
 * Returns whether a tag's attributes are as the sanitizer writes them: those of a link equal `attributesOf`, and most
 * other tags have none.
 */
function isCleanTag(tag: string, attributes: string, attributesOf: AttributesOf): boolean {
	if (tag === 'img') return isCleanPicture(attributes)
	if (VOID.has(tag)) return attributes === ' /'
	if (tag === 'section') return isCallout(/^ data-callout="([a-z]+)"$/.exec(attributes)?.[1])
	if (attributes === '') return true
	if (tag === 'td' || tag === 'th') {
		const [, columns, rows] = /^(?: colspan="(\d+)")?(?: rowspan="(\d+)")?$/.exec(attributes) ?? []
		return (columns ?? rows) !== undefined && [columns, rows].every((span) => span === undefined || isSpan(span))
	}
	const href = tag === 'a' ? /^ href="([\w\-.~:/?#@!$'()*+,;=%]+)"/.exec(attributes)?.[1] : undefined
	return href !== undefined && attributes === attributesOf(href)
}

/** Consumes a token and updates `open`. Returns false if the sanitizer would not have written it here. */
function isCleanToken(token: RegExpExecArray, open: string[], attributesOf: AttributesOf): boolean {
	const [, text, slash, tag = '', attributes = ''] = token
	if (text !== undefined) return !isFrame(open.at(-1)) || text.trim() === ''
	if (slash) return attributes === '' && open.pop() === tag
	if (!fits(tag, open) || !isCleanTag(tag, attributes, attributesOf)) return false
	if (!VOID.has(tag)) open.push(tag)
	return true
}

/**
 * Returns whether `html` certainly equals the sanitizer's output: only its tags and entities, nested and closed
 * correctly. False if in doubt. This check is twenty times as fast as sanitizing again, which matters when a thousand
 * courses are rendered.
 */
export function isCleanContent(html: string, attributesOf: AttributesOf): boolean {
	const open: string[] = []
	TOKEN.lastIndex = 0
	while (TOKEN.lastIndex < html.length) {
		const token = TOKEN.exec(html)
		if (!token || !isCleanToken(token, open, attributesOf)) return false
	}
	return open.length === 0
}
