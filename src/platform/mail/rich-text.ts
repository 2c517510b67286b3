import { withRaisedNumbers } from '#src/lib/text/html.ts'
import { absolute, type RichTag, type Token, tokensOf } from './rich-tokens.ts'

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
const decodeEntities = (text: string) =>
	text.replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')

/** An open element, with the prefix of its lines and the number of the next list item. */
interface MailContext {
	tag: RichTag
	prefix: string
	item: number
}

const BLOCKS: ReadonlySet<RichTag> = new Set(['p', 'h3', 'h4', 'pre', 'ul', 'ol', 'blockquote', 'table', 'hr'])

class TextWriter {
	readonly #publicUrl: string
	readonly #lines: string[] = []
	readonly #open: MailContext[] = []
	#line = ''
	#link: { href: string; from: number } | undefined

	constructor(publicUrl: string) {
		this.#publicUrl = publicUrl
	}

	get text(): string {
		this.#endLine()
		return this.#lines
			.join('\n')
			.replaceAll(/\n{3,}/g, '\n\n')
			.trim()
	}

	#isIn(...tags: RichTag[]): boolean {
		return this.#open.some(({ tag }) => tags.includes(tag))
	}

	#prefix(): string {
		return this.#open.map(({ prefix }) => prefix).join('')
	}

	#endLine(): void {
		if (this.#line.trim() === '') return
		this.#lines.push(this.#line.trimEnd())
		this.#line = ''
		// Only the first line of a list item has the marker.
		for (const element of this.#open) if (element.tag === 'li') element.prefix = ' '.repeat(element.prefix.length)
	}

	#block(): void {
		if (this.#isIn('td', 'th')) return
		this.#endLine()
		if (this.#lines.length > 0 && this.#lines.at(-1) !== '' && !this.#isIn('li')) this.#lines.push('')
	}

	#item(): void {
		this.#endLine()
		const list = this.#open.findLast(({ tag }) => tag === 'ul' || tag === 'ol')
		this.#open.push({ tag: 'li', prefix: list?.tag === 'ol' ? `${list.item++}. ` : '- ', item: 0 })
	}

	open(tag: RichTag, { href = '', start = 1 }: Token): void {
		if (BLOCKS.has(tag)) this.#block()
		if (tag === 'br' || tag === 'tr') this.#endLine()
		if (tag === 'a') this.#link = { href: absolute(decodeEntities(href), this.#publicUrl), from: this.#line.length }
		if ((tag === 'td' || tag === 'th') && this.#line.trim() !== '') this.#line += ' | '
		if (tag === 'hr') this.#lines.push(`${this.#prefix()}---`, '')
		else if (tag === 'li') this.#item()
		else if (tag !== 'br') this.#open.push({ tag, prefix: tag === 'blockquote' ? '> ' : '', item: start })
	}

	close(tag: RichTag): void {
		if (tag === 'a') this.#endLink()
		if (tag === 'li' || tag === 'tr') this.#endLine()
		// End the line before closing the block, so that it has the block's prefix.
		if (BLOCKS.has(tag) && !this.#isIn('td', 'th')) this.#endLine()
		const at = this.#open.findLastIndex((place) => place.tag === tag)
		if (at >= 0) this.#open.splice(at, 1)
		if (BLOCKS.has(tag)) this.#block()
	}

	#endLink(): void {
		const { href, from } = this.#link ?? { href: '', from: 0 }
		const label = this.#line.slice(from).trim()
		if (href !== '' && label !== href && `mailto:${label}` !== href) this.#line += ` (${href})`
		this.#link = undefined
	}

	add(html: string): void {
		const text = decodeEntities(html)
		const content = this.#isIn('pre') ? text : text.replaceAll(/\s+/g, ' ')
		for (const [index, part] of content.split('\n').entries()) {
			if (index > 0) this.#endLine()
			if (this.#line !== '') this.#line += part
			else if (part.trim() !== '') this.#line = this.#prefix() + part
		}
	}
}

export function richText(html: string, publicUrl: string): string {
	const writer = new TextWriter(publicUrl)
	for (const token of tokensOf(withRaisedNumbers(html))) {
		if (token.tag === undefined) writer.add(token.text ?? '')
		else if (token.isEnd) writer.close(token.tag)
		else writer.open(token.tag, token)
	}
	return writer.text
}
