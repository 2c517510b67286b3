// Tokenizer for rich text in emails. The input must be sanitized: it has only the tags and attributes below, properly
// nested, with double-quoted attributes, and every `<`, `>` and `&` of the text is escaped.

export const richTags = [
	...['p', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'strong', 'em', 'u', 's', 'sup', 'sub'],
	...['a', 'br', 'hr'],
	...['table', 'tbody', 'tr', 'th', 'td'],
] as const
export type RichTag = (typeof richTags)[number]

const TOKEN = /<(\/?)([a-z]+\d?)([^>]*)>|([^<]+)/g

export interface Token {
	tag?: RichTag
	isEnd?: boolean
	href?: string
	start?: number
	/** Column and row spans of a cell, as HTML attributes. */
	spans?: string
	text?: string
}

export function* tokensOf(html: string): Generator<Token> {
	for (const [, slash, tag, attributes = '', text] of html.matchAll(TOKEN)) {
		if (text !== undefined) yield { text }
		else {
			const href = /\shref="([^"]*)"/.exec(attributes)?.[1]
			const start = /\sstart="(\d+)"/.exec(attributes)?.[1]
			const spans = [...attributes.matchAll(/\s(?:colspan|rowspan)="\d+"/g)].join('')
			yield {
				tag: tag as RichTag,
				isEnd: slash === '/',
				spans,
				...(href === undefined ? {} : { href }),
				...(start === undefined ? {} : { start: Number(start) }),
			}
		}
	}
}

/** Returns the absolute URL of a path, because an email has no base URL. */
export const absolute = (href: string, publicUrl: string) => (href.startsWith('/') ? publicUrl + href : href)
