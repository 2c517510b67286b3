import { expect, test } from 'vitest'
import { pdfText } from '#tests/support/pdf-text.ts'
import type { Paper } from './draw-invoice.ts'
import { invoicePdf } from './invoice-pdf.ts'

const paper: Paper = {
	...{ id: '2027-0012', issuedOn: '2027-02-12', dueOn: '2027-03-13', periodFrom: '2027-03-14', periodTo: '2028-03-13' },
	seller: {
		name: 'Second Chair',
		address: '1200 Main Street, Suite 4\nOakland, CA 94607',
		email: 'hello@secondchair.example',
		taxLine: 'No sales tax is charged.',
		color: '#0a7a5c',
	},
	buyer: { name: 'Dana Whitfield', firm: 'Whitfield Law, PLLC' },
	lines: [
		{ text: 'Annual', amountCents: 49_000 },
		{ text: 'Coupon early', amountCents: -7_350 },
	],
	...{ totalCents: 41_650, currency: 'USD', voids: null, createdAt: Date.parse('2027-02-12T18:00:00Z') },
}

test('has number, seller, buyer, period, lines, total and tax line, in reading order', async () => {
	const { bytes } = await invoicePdf(paper)
	expect(pdfText(bytes).split('\n')).toEqual([
		'Invoice 2027-0012',
		'Second Chair',
		'Issued February 12, 2027',
		'Payment is due by March 13, 2027',
		'1200 Main Street, Suite 4 Oakland, CA 94607 hello@secondchair.example',
		'Billed to',
		'Dana Whitfield',
		'Whitfield Law, PLLC',
		'Membership from March 14, 2027 to March 13, 2028',
		...['Description', 'Amount in USD', 'Annual', '$490.00', 'Coupon early', '-$73.50', 'Total', '$416.50'],
		'No sales tax is charged.',
	])
})

test('is tagged, and contains its language and title', async () => {
	const { bytes } = await invoicePdf(paper)
	const pdf = Buffer.from(bytes).toString('latin1')
	for (const tag of ['/S /Document', '/S /H1', '/S /H2', '/S /P', '/S /Table', '/S /TR', '/S /TH', '/S /TD'])
		expect(pdf).toContain(tag)
	for (const part of [
		'/Marked true',
		'/Lang (en-US)',
		'/DisplayDocTitle true',
		'(Invoice 2027-0012)',
		'<pdfuaid:part>1<',
	])
		expect(pdf).toContain(part)
})

test('has the same bytes for the same invoice, even after drawing another one', async () => {
	const [first, other, second] = await Promise.all([
		invoicePdf(paper),
		invoicePdf({ ...paper, id: '2027-0013' }),
		invoicePdf(structuredClone(paper)),
	])
	expect(second.bytes).toEqual(first.bytes)
	expect(other.bytes).not.toEqual(first.bytes)
})

test('a second invoice states which invoice it voids', async () => {
	const { bytes } = await invoicePdf({ ...paper, voids: '2027-0011', totalCents: -41_650 })
	expect(pdfText(bytes)).toContain('Voids invoice 2027-0011')
	expect(pdfText(bytes)).not.toContain('due by')
	expect(pdfText(bytes)).toContain('-$416.50')
})

test.each(['Łukasz Żółć', 'Дмитрий Ґалаґан', 'Ωμέγα Ἀθήνη', 'Nguyễn Thị Ếch', 'Zoë Étienne'])(
	'shows the name %s',
	async (name) => {
		const { bytes } = await invoicePdf({
			...paper,
			buyer: { name, firm: name },
			seller: { ...paper.seller, name: 'Club' },
		})
		expect(pdfText(bytes).split('\n')).toContain(name.normalize('NFC'))
	},
)

test.each([
	['李', '李雷'],
	['ש', 'Dana שלום'],
	['😀', 'Dana 😀'],
])('names the letter %s instead of showing an empty box', async (letter, name) => {
	expect(await invoicePdf({ ...paper, buyer: { name, firm: '' } })).toMatchObject({ missingLetter: letter })
	// The worker still works.
	expect((await invoicePdf(paper)).bytes.length).toBeGreaterThan(1_000)
})

test('fits on one page, however long its text is', async () => {
	const { bytes } = await invoicePdf({
		...paper,
		seller: { ...paper.seller, name: 'Association '.repeat(40), address: 'x\n'.repeat(150) },
		buyer: { name: 'W'.repeat(100), firm: 'Word '.repeat(80) },
	})
	expect(
		Buffer.from(bytes)
			.toString('latin1')
			.match(/\/Type \/Page\n/g),
	).toHaveLength(1)
})
