import { withLineBreaks } from './rich-text.ts'

/** Rich text from the server, sanitized when it was saved and again when it was read. */
export function RichText({ html }: { html: string }) {
	// biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized on write and on read, see server/sanitize.ts
	return <div className="prose" dangerouslySetInnerHTML={{ __html: withLineBreaks(html) }} />
}
