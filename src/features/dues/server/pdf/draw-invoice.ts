import { formatDay } from '#src/lib/dates/calendar-day.ts'
import { formatMoney } from '#src/lib/dues/money.ts'
import { barColor, isNotBlank, LEFT, PAGE, Page, small, strong, title } from '#src/platform/pdf/page.ts'

/** The content of the PDF. Its bytes depend on nothing else. */
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
	/** Number of the invoice that this one voids; null for normal invoices. */
	voids: string | null
	/** In milliseconds. */
	createdAt: number
}

/** Left edge of the invoice number and the dates. */
const FACTS_X = 372

/** Draws an invoice, in the worker. @throws {LetterError} */
export async function draw(paper: Paper): Promise<Buffer> {
	const { id, issuedOn, dueOn, periodFrom, periodTo, seller, buyer, lines, totalCents, currency, voids } = paper
	const page = new Page({ title: `Invoice ${id}`, author: seller.name, createdAt: paper.createdAt })
	page.bar(0, 0, PAGE.width, 10, seller.color || barColor)
	const head = page.paragraph('H1', `Invoice ${id}`, { x: FACTS_X, style: { ...title, size: 14 } })
	const name = page.paragraph('P', seller.name, { width: FACTS_X - LEFT - 24, style: title })
	page.y = Math.max(name, head) + 6
	const facts = [
		`Issued ${formatDay(issuedOn)}`,
		voids ? `Voids invoice ${voids}` : `Payment is due by ${formatDay(dueOn)}`,
	]
	let right = page.y
	for (const fact of facts) right = page.paragraph('P', fact, { x: FACTS_X, y: right, style: small })
	const sellerDetails = [seller.address, seller.email].filter(isNotBlank).join('\n')
	const left = page.paragraph('P', sellerDetails, { width: FACTS_X - LEFT - 24, style: small })
	page.y = Math.max(left, right) + 28

	page.y = page.paragraph('H2', 'Billed to', { style: small })
	page.y = page.paragraph('P', buyer.name, { style: strong })
	if (isNotBlank(buyer.firm)) page.y = page.paragraph('P', buyer.firm)
	page.y += 20
	page.y = page.paragraph('P', `Membership from ${formatDay(periodFrom)} to ${formatDay(periodTo)}`) + 16

	page.table([
		['Description', `Amount in ${currency}`],
		...lines.map(({ text, amountCents }) => [text, formatMoney(amountCents, currency)] as const),
		['Total', formatMoney(totalCents, currency)],
	])
	page.y += 8
	if (isNotBlank(seller.taxLine)) page.paragraph('P', seller.taxLine, { style: small })
	return page.end()
}
