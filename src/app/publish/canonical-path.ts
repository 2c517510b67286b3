// It stands among the first lines of the head, after the style sheet.
const CANONICAL = /<link rel="canonical" href="https?:\/\/[^/"]+(\/[^"?#]*)"/
const HEAD_BYTES = 16_384

/**
 * The address that a page names as its own, as a path; undefined where it names none. A page is served there too, from
 * the same bytes: whoever has the page, after a restart without the database too, knows its other address.
 */
export const canonicalPath = (html: Buffer): string | undefined =>
	CANONICAL.exec(html.toString('utf8', 0, HEAD_BYTES))?.[1]
