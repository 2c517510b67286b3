import { withLineBreaks } from './rich-text.ts'

/**
 * Rich text from the server, sanitized when it was saved and again when it was read.
 * @param below level of the preceding heading.
 */
export function RichText({ html, below = 1 }: { html: string; below?: number | undefined }) {
	// biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized on write and on read, see server/sanitize.ts
	return <div className="prose" dangerouslySetInnerHTML={{ __html: withLineBreaks(html, below) }} />
}
