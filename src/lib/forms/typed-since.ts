/**
 * What stays in a field once its text was posted: what was typed while it was on its way. What was posted goes, so that
 * it is not posted again; a text that is another by now stays whole.
 */
export function typedSince(now: string, posted: string): string {
	const text = now.trimStart()
	return text.startsWith(posted) ? text.slice(posted.length).trimStart() : now
}
