import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { formatDay } from '#src/lib/dates/calendar-day.ts'
import { formatMoney } from '#src/lib/dues/money.ts'
import { palette } from '../../../../../tailwind.config.mjs'
import { Letters, type TextStyle } from './letters.ts'

/** All that is on the paper: nothing else decides its bytes. */
export interface Paper {
	id: string
	issuedOn: string
	dueOn: string
	periodFrom: string
	periodTo: string
	seller: { name: string; address: string; email: string; taxLine: string; color: string }
	buyer: { name: string; firm: string }
	lines: readonly { text: string; amountCents: number }[]
	totalCents: number
	currency: string
	/** Number of the invoice that it voids; null for the others. */
	voids: string | null
	/** In milliseconds. */
	createdAt: number
}

// Letter paper, in points.
const PAGE = { width: 612, height: 792 }
const LEFT = 64
const RIGHT = PAGE.width - 64
/** Left edge of the number and the days. */
const FACTS = 372
/** Most lines of an address or a name: the paper has one page. */
const MOST_LINES = 8

const { ink, muted, rule, primary } = palette.light
const title: TextStyle = { face: 'title', size: 20, color: ink }
const text: TextStyle = { face: 'text', size: 10, color: ink }
const small: TextStyle = { ...text, color: muted }
const strong: TextStyle = { ...text, face: 'strong' }
const LEADING = 15

const isShown = (line: string) => line.trim() !== ''

/** Draws a page from top to bottom, with the tags that screen readers follow. */
class Page {
	readonly document: PDFDocument
	readonly #letters: Letters
	readonly #root
	y = 56

	constructor({ id, seller, createdAt }: Paper) {
		this.document = new PDFDocument({
			...{ size: [PAGE.width, PAGE.height], margin: 0, font: '', lang: 'en-US', displayTitle: true },
			...{ pdfVersion: '1.7', subset: 'PDF/UA', tagged: true },
			info: {
				Title: `Invoice ${id}`,
				Author: seller.name,
				Producer: seller.name,
				Creator: seller.name,
				// The same invoice has the same bytes.
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

	#wrapped(line: string, width: number, style: TextStyle): string[] {
		return line.split('\n').flatMap((part) => this.#letters.wrap(part, width, style))
	}

	/** Writes a paragraph; returns its lower end. */
	paragraph(tag: string, line: string, given: { x?: number; y?: number; width?: number; style?: TextStyle } = {}) {
		const { x = LEFT, y = this.y, width = RIGHT - x, style = text } = given
		const lines = this.#wrapped(line, width, style).slice(0, MOST_LINES)
		const leading = Math.max(LEADING, style.size * 1.2)
		this.#root.add(
			this.document.struct(tag, () => {
				for (const [index, one] of lines.entries()) this.#letters.draw(one, x, y + index * leading, style)
			}),
		)
		return y + lines.length * leading
	}

	/** Writes rows of a text and an amount; the first is the head, the last the total. */
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
				for (const [at, line] of lines.entries()) this.#letters.draw(line, LEFT, y + at * LEADING, style)
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

	async end(): Promise<Buffer> {
		this.#root.end()
		this.document.end()
		return buffer(this.document)
	}
}

/** Draws an invoice. @throws {LetterError} */
export async function drawInvoice(paper: Paper): Promise<Buffer> {
	const { id, issuedOn, dueOn, periodFrom, periodTo, seller, buyer, lines, totalCents, currency, voids } = paper
	const page = new Page(paper)
	page.bar(0, 0, PAGE.width, 10, seller.color || primary)
	const head = page.paragraph('H1', `Invoice ${id}`, { x: FACTS, style: { ...title, size: 14 } })
	const name = page.paragraph('P', seller.name, { width: FACTS - LEFT - 24, style: title })
	page.y = Math.max(name, head) + 6
	const facts = [
		`Issued ${formatDay(issuedOn)}`,
		voids ? `Voids invoice ${voids}` : `Payment is due by ${formatDay(dueOn)}`,
	]
	let right = page.y
	for (const fact of facts) right = page.paragraph('P', fact, { x: FACTS, y: right, style: small })
	const about = [seller.address, seller.email].filter(isShown).join('\n')
	const left = page.paragraph('P', about, { width: FACTS - LEFT - 24, style: small })
	page.y = Math.max(left, right) + 28

	page.y = page.paragraph('H2', 'Billed to', { style: small })
	page.y = page.paragraph('P', buyer.name, { style: strong })
	if (isShown(buyer.firm)) page.y = page.paragraph('P', buyer.firm)
	page.y += 20
	page.y = page.paragraph('P', `Membership from ${formatDay(periodFrom)} to ${formatDay(periodTo)}`) + 16

	page.table([
		['Description', `Amount in ${currency}`],
		...lines.map(({ text, amountCents }) => [text, formatMoney(amountCents, currency)] as const),
		['Total', formatMoney(totalCents, currency)],
	])
	page.y += 8
	if (isShown(seller.taxLine)) page.paragraph('P', seller.taxLine, { style: small })
	return page.end()
}
