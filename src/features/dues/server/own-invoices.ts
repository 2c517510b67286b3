import { and, eq, type SQL } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { invoices } from '#db/schema/dues.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Context, Service } from '#src/platform/endpoint/handle.ts'
import { parseStored } from '#src/platform/stored-json.ts'
import * as contracts from '../contract.ts'
import type * as duesContracts from '../dues-contract.ts'
import { buyer, buyerOf, linesOf, seller, sellerNow } from './invoices.ts'
import { listLedger } from './ledger.ts'
import { readPayer } from './payer.ts'
import { invoicePdf } from './pdf/invoice-pdf.ts'

export const listInvoices: Service<typeof contracts.listInvoices> = async (_, { user }) =>
	(await listLedger(user.id)).invoices

const NO_BUYER = { name: '', firm: '' }
const NO_SELLER = { name: '', address: '', email: '', taxLine: '', color: '' }

async function namesNow(userId: string) {
	const payer = await readPayer(userId)
	return { seller: sellerNow(), ...(payer && { buyer: buyerOf(payer) }) }
}

/** Renders an invoice as a PDF and sets its download name. @throws {ApiError} */
async function fileOf(where: SQL | undefined, context: Pick<Context, 'setHeader'>): Promise<Buffer<ArrayBuffer>> {
	const { errors } = contracts.getInvoiceFile
	const [row] = await db().select().from(invoices).where(where)
	if (!row) throw httpError(errors.unknown)
	const paper = {
		...row,
		seller: parseStored(seller, row.seller, NO_SELLER),
		buyer: parseStored(buyer, row.buyer, NO_BUYER),
		lines: linesOf(row),
		createdAt: row.createdAt.getTime(),
	}
	const asIssued = await invoicePdf(paper)
	// Retry with the current names: an admin may have rewritten them in printable letters.
	const { bytes, missingLetter } =
		asIssued.missingLetter === undefined ? asIssued : await invoicePdf({ ...paper, ...(await namesNow(row.userId)) })
	const [status, text] = errors.letter
	if (missingLetter !== undefined) throw httpError([status, `${text}: ${missingLetter}`])
	context.setHeader('Content-Disposition', `inline; filename="invoice-${row.id}.pdf"`)
	return Buffer.from(bytes)
}

export const getInvoiceFile: Service<typeof contracts.getInvoiceFile> = ({ params }, context) =>
	fileOf(and(eq(invoices.id, params.id), eq(invoices.userId, context.user.id)), context)

export const getAnyInvoiceFile: Service<typeof duesContracts.getAnyInvoiceFile> = ({ params }, context) =>
	fileOf(eq(invoices.id, params.id), context)
