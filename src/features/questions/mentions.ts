/** Most members that one post can call, however often it is edited. */
export const MAX_MENTIONS = 10
/** Most mails about mentions that one member can cause another in an hour; further ones are only shown. */
export const MAX_MENTION_MAILS_PER_HOUR = 10

// Not inside a word, an address or another name: `mail@ruth.example` and `https://blog.example/@ruth` mention nobody.
// Ends with a letter or digit, so that the full stop of a sentence is not part of the name. Looks back no further than
// needed: a long post of nothing but `@` must not take long.
const MENTION = /(?<![\p{L}\p{N}_@.+-])(?<!:\/\/\S{0,200})@([a-z0-9](?:[a-z0-9._-]{0,38}[a-z0-9])?)/giu

/** A piece of a post: plain text, or a mention with its username in lower case. */
export type Piece = { text: string; username?: string }

/** Every `@username` of a text, lower case, each once, in order. Whether such a member exists is another question. */
export function mentionedNames(text: string): string[] {
	return [...new Set([...text.matchAll(MENTION)].map(([, name]) => String(name).toLowerCase()))]
}

/** Splits a text so that the mentions of `known` usernames can be shown as such. */
export function splitMentions(text: string, known: readonly string[]): Piece[] {
	const pieces: Piece[] = []
	let from = 0
	for (const match of text.matchAll(MENTION)) {
		const username = String(match[1]).toLowerCase()
		if (!known.includes(username)) continue
		if (match.index > from) pieces.push({ text: text.slice(from, match.index) })
		pieces.push({ text: match[0], username })
		from = match.index + match[0].length
	}
	if (from < text.length) pieces.push({ text: text.slice(from) })
	return pieces
}

/** The unfinished mention before the caret, for completion: where its `@` stands and what follows it. */
export function mentionAt(text: string, caret: number): { start: number; typed: string } | undefined {
	const match = /(?<![\p{L}\p{N}_@.+-])(?<!:\/\/\S{0,200})@([a-z0-9._-]{0,40})$/iu.exec(text.slice(0, caret))
	return match ? { start: match.index, typed: String(match[1]).toLowerCase() } : undefined
}
