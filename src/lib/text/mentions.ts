/** Maximum number of members that a post can mention, across all edits. */
export const MAX_MENTIONS = 10
/** Maximum number of mention emails per hour from one member to another; further mentions send only a notification. */
export const MAX_MENTION_MAILS_PER_HOUR = 10

// Does not match inside a word, an address or another name, as in `mail@ruth.example` and `https://blog.example/@ruth`.
// Ends with a letter or digit, which excludes a period after the name. The lookbehind is bounded, so a long post of
// only `@` stays fast.
export const MENTION = /(?<![\p{L}\p{N}_@.+-])(?<!:\/\/\S{0,200})@([a-z0-9](?:[a-z0-9._-]{0,38}[a-z0-9])?)/giu

/**
 * Returns each distinct username mentioned in `text`, in lower case and in order. Does not check that the member
 * exists.
 */
export function mentionedNames(text: string): string[] {
	return [...new Set([...text.matchAll(MENTION)].map(([, name]) => String(name).toLowerCase()))]
}

/** Returns the unfinished mention before the caret: the index of its `@` and the text after it. */
export function mentionAt(text: string, caret: number): { start: number; typed: string } | undefined {
	const match = /(?<![\p{L}\p{N}_@.+-])(?<!:\/\/\S{0,200})@([a-z0-9._-]{0,40})$/iu.exec(text.slice(0, caret))
	return match ? { start: match.index, typed: String(match[1]).toLowerCase() } : undefined
}
