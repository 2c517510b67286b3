import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { palette } from '../../../tailwind.config.mjs'
import { Letters, type TextStyle } from './letters.ts'

// US Letter paper, in points.
export const PAGE = { width: 612, height: 792 }
export const LEFT = 64
const RIGHT = PAGE.width - 64
/** Default maximum number of lines of a paragraph, such as an address or a name, so that it fits on the page. */
const MAX_LINES = 8

const { ink, muted, rule, primary, red } = palette.light
export const title: TextStyle = { face: 'title', size: 20, color: ink }
const text: TextStyle = { face: 'text', size: 10, color: ink }
export const small: TextStyle = { ...text, color: muted }
export const strong: TextStyle = { ...text, face: 'strong' }
export const warning: TextStyle = { ...strong, color: palette.light['red-text'] }
/** Default color of the top bar, if the club has none. */
export const barColor: string = primary
export const warningColor: string = red
const LEADING = 15

export const isNotBlank = (line: string) => line.trim() !== ''

interface ParagraphOptions {
	x?: number
	y?: number
	width?: number
	style?: TextStyle
	/** Maximum number of lines. */
	maxLines?: number
}

/** Draws a page from top to bottom, with tags for screen readers. */
export class Page {
	readonly document: PDFDocument
	readonly #letters: Letters
	readonly #root
	y = 56

	constructor({ title, author, createdAt }: { title: string; author: string; createdAt: number }) {
		this.document = new PDFDocument({
			...{ size: [PAGE.width, PAGE.height], margin: 0, font: '', lang: 'en-US', displayTitle: true },
			...{ pdfVersion: '1.7', subset: 'PDF/UA', tagged: true },
			info: {
				Title: title,
				Author: author,
				Producer: author,
				Creator: author,
				// Fixed, so that the same document always has the same bytes.
				CreationDate: new Date(createdAt),
			},
		})
		this.#letters = new Letters(this.document)
		this.#root = this.document.struct('Document')
		this.document.addStructure(this.#root)
	}

	bar(x: number, y: number, width: number, height: number, color: string): void {
		this.document.markContent('Artifact')
		this.document.rect(x, y, width, height).fill(color)
		this.document.endMarkedContent()
	}

	/** Continues on a new page if `height` points do not fit on this page. */
	ensureRoom(height: number): void {
		if (this.y + height <= PAGE.height - 40) return
		this.document.addPage()
		this.y = 56
	}

	/** Returns the text without letters that no font has. For text that its author can no longer change. */
	drawable(line: string, { face }: TextStyle = text): string {
		return this.#letters.drawable(line, face)
	}

	#wrapped(line: string, width: number, style: TextStyle): string[] {
		return line.split('\n').flatMap((part) => this.#letters.wrap(part, width, style))
	}

	/** Draws lines below each other. All but the last end with a space, so that screen readers do not join words. */
	#drawLines(lines: readonly string[], x: number, y: number, leading: number, style: TextStyle): void {
		for (const [index, line] of lines.entries())
			this.#letters.draw(index < lines.length - 1 ? `${line} ` : line, x, y + index * leading, style)
	}

	/** Draws a paragraph. Returns the `y` of its lower edge. */
	paragraph(tag: string, line: string, options: ParagraphOptions = {}) {
		const { x = LEFT, y = this.y, width = RIGHT - x, style = text, maxLines = MAX_LINES } = options
		const lines = this.#wrapped(line, width, style).slice(0, maxLines)
		const leading = Math.max(LEADING, style.size * 1.2)
		this.#root.add(
			this.document.struct(tag, () => {
				this.#drawLines(lines, x, y, leading, style)
			}),
		)
		return y + lines.length * leading
	}

	/** Draws rows with a label and an amount. The first row is the header, the last row the total. */
	table(rows: readonly (readonly [string, string])[]): void {
		const table = this.document.struct('Table')
		this.#root.add(table)
		for (const [index, [label, amount]] of rows.entries()) {
			const isEdge = index === 0 || index === rows.length - 1
			const style = index === 0 ? small : isEdge ? strong : text
			const lines = this.#wrapped(label, RIGHT - LEFT - 120, style)
			const { y } = this
			const row = this.document.struct('TR')
			table.add(row)
			const cell = (scope: string | undefined, draw: () => void) =>
				row.add(this.document.struct(scope ? 'TH' : 'TD', scope ? { scope } : {}, draw))
			cell(index === 0 ? 'Column' : isEdge ? 'Row' : undefined, () => {
				this.#drawLines(lines, LEFT, y, LEADING, style)
			})
			cell(index === 0 ? 'Column' : undefined, () => {
				this.#letters.draw(amount, RIGHT - this.#letters.widthOf(amount, style), y, style)
			})
			row.end()
			this.y += lines.length * LEADING + 8
			this.bar(LEFT, this.y - 6, RIGHT - LEFT, isEdge ? 1 : 0.5, rule)
			this.y += 6
		}
		table.end()
	}

	/** Draws names, each with its value to the right, at `x`. */
	facts(rows: readonly (readonly [string, string])[], { x, maxLines = 3 }: { x: number; maxLines?: number }): void {
		const table = this.document.struct('Table')
		this.#root.add(table)
		for (const [name, value] of rows) {
			const { y } = this
			const lines = this.#wrapped(value, RIGHT - x, text).slice(0, maxLines)
			const row = this.document.struct('TR')
			table.add(row)
			row.add(
				this.document.struct('TH', { scope: 'Row' }, () => {
					this.#letters.draw(name, LEFT, y, small)
				}),
			)
			row.add(
				this.document.struct('TD', {}, () => {
					this.#drawLines(lines, x, y, LEADING, text)
				}),
			)
			row.end()
			this.y += Math.max(lines.length, 1) * LEADING + 3
		}
		table.end()
	}

	async end(): Promise<Buffer> {
		this.#root.end()
		this.document.end()
		return buffer(this.document)
	}
}
