import { Badge } from '#src/components/ui/Badge.tsx'
import { formatDay } from '#src/lib/dates/calendar-day.ts'
import { formatMoney } from '#src/lib/dues/money.ts'
import { type Invoice, invoiceFile } from '../contract.ts'

/** Returns a short label for the state of an invoice, and its tone. */
export function invoiceState({ state, paidCents, totalCents, currency }: Invoice) {
	if (state === 'paid') return { label: 'Paid', tone: 'done' } as const
	if (state === 'void') return { label: 'Void', tone: 'neutral' } as const
	if (state === 'voids') return { label: 'Credit note', tone: 'neutral' } as const
	if (paidCents > 0) return { label: `${formatMoney(totalCents - paidCents, currency)} open`, tone: 'brass' } as const
	return { label: 'Open', tone: 'brass' } as const
}

/** The member's invoices as PDF links, newest first. */
export function InvoiceList({ invoices }: { invoices: readonly Invoice[] }) {
	if (invoices.length === 0) return <p className="text-muted">No invoices yet. Each one appears here as a PDF.</p>
	return (
		<ul className="watch-list">
			{invoices.map((invoice) => {
				const { label, tone } = invoiceState(invoice)
				return (
					<li key={invoice.id}>
						<div className="w-full">
							<p className="flex flex-wrap items-center gap-x-3 gap-y-1">
								<a className="link font-label" href={invoiceFile(invoice.id)} target="_blank" rel="noopener">
									Invoice {invoice.id}
									<span className="sr-only"> (PDF, opens a new tab)</span>
								</a>
								<Badge tone={tone}>{label}</Badge>
								<span className="ms-auto tabular-nums">{formatMoney(invoice.totalCents, invoice.currency)}</span>
							</p>
							<p className="text-small text-muted">
								{formatDay(invoice.periodFrom)} to {formatDay(invoice.periodTo)}
								{invoice.state === 'open' && `, due by ${formatDay(invoice.dueOn)}`}
								{invoice.state === 'void' && invoice.other && `, voided by ${invoice.other}`}
								{invoice.state === 'voids' && invoice.other && `, voids ${invoice.other}`}
							</p>
						</div>
					</li>
				)
			})}
		</ul>
	)
}
