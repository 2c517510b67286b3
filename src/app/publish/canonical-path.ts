// It stands among the first lines of the head, after the style sheet.
const CANONICAL = /<link rel="canonical" href="https?:\/\/[^/"]+(\/[^"?#]*)"/
const START = '<link rel="canonical" href="'
const HEAD_BYTES = 16_384
const LINE_BYTES = 4_096

/**
 * The address that a page names as its own, as a path; undefined where it names none. A page is served there too, from
 * the same bytes: whoever has the page, after a restart without the database too, knows its other address.
 */
export function canonicalPath(html: Buffer): string | undefined {
	const at = html.subarray(0, HEAD_BYTES).indexOf(START)
	if (at === -1) return undefined
	// Only the tag is decoded: a match keeps the whole string that it was found in in memory.
	const end = html.subarray(0, at + LINE_BYTES).indexOf('"', at + START.length) + 1
	return CANONICAL.exec(html.toString('utf8', at, end))?.[1]
}
