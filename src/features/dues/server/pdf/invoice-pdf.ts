import { log } from '#src/platform/log.ts'
import { drawPdf, isPdfWorkerReady } from '#src/platform/pdf/draw-pdf.ts'
import type { Drawn } from '#src/platform/pdf/pdf-thread.ts'
import type { Paper } from './draw-invoice.ts'
import { onInvoicesShown } from './warm-up.ts'

const DRAWING = new URL('./draw-invoice.ts', import.meta.url)

/** Draws an invoice in the shared PDF worker. */
export const invoicePdf = (paper: Paper): Promise<Drawn> => drawPdf(DRAWING, paper)

const SAMPLE: Paper = {
	...{ id: '2027-0001', issuedOn: '2027-03-01', dueOn: '2027-03-13', periodFrom: '2027-03-14', periodTo: '2028-03-13' },
	seller: { name: 'Club', address: '1 Main Street', email: '', taxLine: '', color: '' },
	buyer: { name: 'Member', firm: 'Firm' },
	lines: [{ text: 'Annual', amountCents: 49_000 }],
	...{ totalCents: 49_000, currency: 'USD', voids: null, createdAt: 0 },
}

// Loads the code and the fonts while a member looks at the list.
onInvoicesShown(() => {
	if (!isPdfWorkerReady())
		invoicePdf(SAMPLE).catch((error: unknown) => log.warn({ err: error }, 'invoices cannot be drawn'))
})
