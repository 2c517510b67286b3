// The tag is among the first lines of the head, after the style sheet.
const CANONICAL = /<link rel="canonical" href="https?:\/\/[^/"]+(\/[^"?#]*)"/
const START = '<link rel="canonical" href="'
const HEAD_BYTES = 16_384
const LINE_BYTES = 4_096

/**
 * Reads the canonical path from a page, or returns undefined. The page is also served at that path, with the same
 * bytes. The path comes from the HTML, so that it is known after a restart without the database.
 */
export function canonicalPath(html: Buffer): string | undefined {
	const at = html.subarray(0, HEAD_BYTES).indexOf(START)
	if (at === -1) return undefined
	// Decode only the tag: a match keeps its whole source string in memory.
	const end = html.subarray(0, at + LINE_BYTES).indexOf('"', at + START.length) + 1
	return CANONICAL.exec(html.toString('utf8', at, end))?.[1]
}
