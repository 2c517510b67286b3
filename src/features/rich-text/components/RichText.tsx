import { withLineBreaks } from './rich-text.ts'

/** Rich text from the server, which sanitized it when it was written and again when it was read. */
export function RichText({ html }: { html: string }) {
	// biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized on write and on read, see modules/server/sanitize.ts
	return <div className="prose" dangerouslySetInnerHTML={{ __html: withLineBreaks(html) }} />
}
