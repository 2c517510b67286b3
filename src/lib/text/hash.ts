/** Hashes text (FNV-1a). */
export function hashOf(text: string): number {
	let state = 0x811c9dc5
	for (const character of text.normalize('NFC')) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
	return state
}

/** Returns a short version string that changes with the text. Not for secrets. */
export const versionOf = (text: string): string => (hashOf(text) >>> 0).toString(36)
