import { createHash } from 'node:crypto'

/** Matches the significant characters in a tag: quotes of values, and the end of the tag. */
const QUOTE_OR_END = /["'>]/g
const ENDS = { script: /<\/script\s*>/gi, style: /<\/style\s*>/gi }
const SOURCE = /\ssrc\s*=/i
const TYPE = /\stype\s*=\s*["']?([^"'\s>]+)/i
const EXECUTABLE_TYPE = /^(module|text\/javascript|application\/javascript)$/i

interface RawText {
	attributes: string
	code: string
}

/** Returns the end of the tag whose name ends at `from`, ignoring quoted text; -1 if the tag does not end. */
function endOfTag(html: string, from: number): number {
	for (let at = from; at !== -1; ) {
		QUOTE_OR_END.lastIndex = at
		const match = QUOTE_OR_END.exec(html)
		if (!match) return -1
		if (match[0] === '>') return match.index
		at = html.indexOf(match[0], match.index + 1) + 1 || -1
	}
	return -1
}

/**
 * Returns the scripts or styles of a page, in order. A hand-written parser, because attributes contain users' text
 * verbatim, including `<script>`. A regular expression that skips attributes takes quadratic time on unclosed ones.
 */
function elementsOf(html: string, wanted: keyof typeof ENDS): RawText[] {
	const found: RawText[] = []
	for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
		if (html.startsWith('<!--', at)) {
			at = html.indexOf('-->', at + 4)
			if (at === -1) break
			continue
		}
		const name = /^[a-z][a-z\d-]*/i.exec(html.slice(at + 1, at + 40))?.[0].toLowerCase()
		if (name === undefined) {
			at++
			continue
		}
		const end = endOfTag(html, at + 1 + name.length)
		if (end === -1) break
		const attributes = html.slice(at + 1 + name.length, end)
		at = end + 1
		if (name !== 'script' && name !== 'style') continue
		const ends = ENDS[name]
		ends.lastIndex = at
		const close = ends.exec(html)
		if (!close) break
		if (name === wanted) found.push({ attributes, code: html.slice(at, close.index) })
		at = ends.lastIndex
	}
	return found
}

const hashOf = ({ code }: RawText) => `sha256-${createHash('sha256').update(code).digest('base64')}`

/** Returns hashes (`sha256-...`) of the inline scripts that a browser would run. Skips data blocks. */
export const inlineScriptHashes = (html: string): string[] =>
	elementsOf(html, 'script')
		.filter(({ attributes }) => {
			const type = TYPE.exec(attributes)?.[1]
			return !SOURCE.test(attributes) && (type === undefined || EXECUTABLE_TYPE.test(type))
		})
		.map(hashOf)

/** Returns hashes (`sha256-...`) of the inline styles of a page. Astro adds one for islands. */
export const inlineStyleHashes = (html: string): string[] => elementsOf(html, 'style').map(hashOf)

/** Returns the hashes for `directive` from Astro's `_headers.json`, which has one policy per prerendered page. */
export function policyHashes(headersJson: string, directive: 'script-src' | 'style-src'): string[] {
	const pages = JSON.parse(headersJson) as Array<{ headers: Array<{ key: string; value: string }> }>
	const directives = pages
		.flatMap(({ headers }) => headers)
		.filter(({ key }) => /^content-security-policy$/i.test(key))
		.flatMap(({ value }) => value.split(';').map((part) => part.trim()))
	return directives
		.filter((part) => part.startsWith(`${directive} `))
		.flatMap((part) => part.match(/sha256-[A-Za-z0-9+/=]+/g) ?? [])
}
