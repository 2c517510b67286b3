/**
 * Returns what stays in a field after its text was posted: only what was typed since, so that nothing is posted
 * twice. A text that no longer starts with the posted one stays whole.
 */
export function typedSince(now: string, posted: string): string {
	const text = now.trimStart()
	return text.startsWith(posted) ? text.slice(posted.length).trimStart() : now
}
