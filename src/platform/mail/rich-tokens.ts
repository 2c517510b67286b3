// Rich text as mails carry it. What comes here was sanitized: tags and attributes are those named below, each closed in
// its turn, attributes in double quotes, and every `<`, `>` and `&` of a text an entity.

/** Every tag that a mail can carry. */
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
	/** Spans of a cell, as they are written. */
	spans?: string
	text?: string
}

/** What the text consists of, in order. */
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

/** A path of ours as an address: a mail has no site around it. */
export const absolute = (href: string, publicUrl: string) => (href.startsWith('/') ? publicUrl + href : href)
