/**
 * Returns the rest of a field's text after a post: only newer input, so that no text is posted twice. Returns the whole
 * text if it does not start with the posted text.
 */
export function typedSince(typed: string, posted: string): string {
	const text = typed.trimStart()
	return text.startsWith(posted) ? text.slice(posted.length).trimStart() : typed
}
