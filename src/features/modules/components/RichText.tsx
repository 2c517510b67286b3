import { withLineBreaks } from './rich-text.ts'

/** Rich text from the server, which sanitised it when it was written and again when it was read. */
export function RichText({ html }: { html: string }) {
	// biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on write and on read, see modules/server/sanitise.ts
	return <div className="prose" dangerouslySetInnerHTML={{ __html: withLineBreaks(html) }} />
}
