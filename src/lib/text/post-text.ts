import { hasRealHost, LINK_LIMIT } from '../site/links.ts'
import { MENTION } from './mentions.ts'

// Posts are stored and sent as typed. This file parses a post into a tree of paragraphs, lists, emphasis, links and
// mentions, which pages and emails render. The text of a post is never treated as HTML.

export type Inline =
	| { kind: 'text'; text: string }
	| { kind: 'mention'; text: string }
	| { kind: 'link'; text: string; href: string }
	| { kind: 'em'; parts: Inline[] }
	| { kind: 'strong'; parts: Inline[] }

export type PostBlock =
	| { kind: 'paragraph'; lines: Inline[][] }
	/** Items keep the typed number; null in a bulleted list. */
	| { kind: 'list'; items: { number: number | null; parts: Inline[] }[] }

// Excludes quotes, control characters and direction marks, which could hide the target of a link.
const WEB_URL =
	/(?<![\p{L}\p{N}_@/.-])(?:https?:\/\/|www\.)[^\s<>"“”„`|\\^{}\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069]+/u
const TOKEN = new RegExp(`(${WEB_URL.source})|${MENTION.source}|(\\*+)`, 'giu')

/** Removes punctuation after a URL, and a closing parenthesis whose opening one is before the URL. */
function trimPunctuation(run: string): string {
	let open = run.split('(').length - run.split(')').length
	let end = run.length
	for (; end > 0; end--) {
		const last = run[end - 1] ?? ''
		if (last === ')' && open < 0) open++
		else if (!/[.,;:!?'’»*_\]]/.test(last)) break
	}
	return run.slice(0, end)
}

/** Returns the link at the start of `run`; undefined if it is not a web URL, or is truncated. */
function linkIn(run: string): Extract<Inline, { kind: 'link' }> | undefined {
	const text = trimPunctuation(run)
	const candidate = /^www\./i.test(text) ? `https://${text}` : text
	if (text.length > LINK_LIMIT || run.includes('…')) return undefined
	const url = URL.parse(candidate)
	if (!url || url.username || url.password || !hasRealHost(url, text)) return undefined
	return { kind: 'link', text, href: url.href }
}

const isWord = (text: string) => /[\p{L}\p{N}]/u.test(text)

/** Builds the tree of a line. At most one `*` and one `**` are open at a time, so the depth is bounded. */
class Line {
	readonly #open: { mark: string; parts: Inline[] }[] = [{ mark: '', parts: [] }]

	add(part: Inline): void {
		const parts = (this.#open.at(-1) as { parts: Inline[] }).parts
		const last = parts.at(-1)
		if (part.kind === 'text' && last?.kind === 'text') last.text += part.text
		else if (part.kind !== 'text' || part.text !== '') parts.push(part)
	}

	/** Turns the innermost open marks back into text until only `depth` levels remain. */
	#unmark(depth: number): void {
		while (this.#open.length > depth) {
			const { mark, parts } = this.#open.pop() as { mark: string; parts: Inline[] }
			this.add({ kind: 'text', text: mark })
			for (const part of parts) this.add(part)
		}
	}

	/**
	 * Adds `*` or `**` between these characters. The mark closes emphasis after a word, opens it before one, or is plain
	 * text.
	 */
	mark(mark: string, before: string, after: string): void {
		const at = mark.length > 2 ? -1 : this.#open.findIndex((one) => one.mark === mark)
		if (at > 0 && before.trim() && !isWord(after)) {
			this.#unmark(at + 1)
			const { parts } = this.#open.pop() as { parts: Inline[] }
			this.add({ kind: mark === '*' ? 'em' : 'strong', parts })
		} else if (mark.length <= 2 && after.trim() && !isWord(before)) {
			if (at > 0) this.#unmark(at)
			this.#open.push({ mark, parts: [] })
		} else this.add({ kind: 'text', text: mark })
	}

	end(): Inline[] {
		this.#unmark(1)
		return this.#open[0]?.parts ?? []
	}
}

function inlinesOf(text: string, mentions: ReadonlySet<string>): Inline[] {
	const line = new Line()
	let from = 0
	TOKEN.lastIndex = 0
	for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
		const [whole, run, username, mark] = match
		const { index } = match
		line.add({ kind: 'text', text: text.slice(from, index) })
		from = index + whole.length
		const link = run === undefined ? undefined : linkIn(run)
		if (link) {
			line.add(link)
			// Parse the text after the URL again: it may end emphasis.
			from = index + link.text.length
			TOKEN.lastIndex = from
		} else if (mark !== undefined) line.mark(mark, text[index - 1] ?? '', text[from] ?? '')
		else line.add({ kind: username && mentions.has(username.toLowerCase()) ? 'mention' : 'text', text: whole })
	}
	line.add({ kind: 'text', text: text.slice(from) })
	return line.end()
}

/** A list item: starts with `- `, or a number, a period and a space. */
const ITEM = /^(?:-|(\d{1,6})\.) +(\S.*)$/

/** Parses a post, in time linear in its length. @param mentions usernames of members, in lower case. */
export function parsePost(text: string, mentions: readonly string[] = []): PostBlock[] {
	const usernames = new Set(mentions)
	const blocks: PostBlock[] = []
	let isOpen = false
	for (const line of text.split(/\r?\n/)) {
		const last = isOpen ? blocks.at(-1) : undefined
		isOpen = line.trim() !== ''
		if (!isOpen) continue
		const item = ITEM.exec(line)
		if (!item) {
			const parts = inlinesOf(line, usernames)
			if (last?.kind === 'paragraph') last.lines.push(parts)
			else blocks.push({ kind: 'paragraph', lines: [parts] })
			continue
		}
		const next = { number: item[1] === undefined ? null : Number(item[1]), parts: inlinesOf(item[2] ?? '', usernames) }
		if (last?.kind === 'list' && (last.items[0]?.number === null) === (next.number === null)) last.items.push(next)
		else blocks.push({ kind: 'list', items: [next] })
	}
	return blocks
}
