import { type ReactNode, useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { Dialog } from '#src/components/ui/dialogs/Dialog.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { type Fact, FactList } from '#src/components/ui/FactList.tsx'
import { type Column, DataTable } from '#src/components/ui/lists/DataTable.tsx'
import { RowButton } from '#src/components/ui/lists/RowButton.tsx'
import { Skeleton } from '#src/components/ui/Skeleton.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
import { useQuery } from '#src/lib/api/query.ts'
import { formatDay } from '#src/lib/dates/calendar-day.ts'
import { formatMoney, priceText } from '#src/lib/dues/money.ts'
import { ALWAYS } from '#src/lib/dues/standing.ts'
import { getMemberDuesQuery, listPlansQuery } from '../../admin-queries.ts'
import type { Invoice } from '../../contract.ts'
import type { MemberDues as Dues, Payment } from '../../dues-contract.ts'
import { STANDING_NAMES, STANDING_TONES } from '../../standing-text.ts'
import { invoiceState } from '../InvoiceList.tsx'
import {
	ComplimentaryDialog,
	ExtendDialog,
	PauseDialog,
	PlanChoiceDialog,
	ReverseDialog,
	VoidDialog,
} from './MembershipDialogs.tsx'
import { PAYMENT_KIND_NAMES, RecordPaymentDialog } from './RecordPaymentDialog.tsx'

type Open =
	| { kind: 'pay' | 'plan' | 'complimentary' | 'pause' | 'extend' }
	| { kind: 'reverse'; payment: Payment }
	| { kind: 'void'; invoice: Invoice }
	| undefined

const NONE = 'None'
const dayOf = (day: string | null) => (day === null ? NONE : day === ALWAYS ? 'Always' : formatDay(day))

function factsOf(dues: Dues): Fact[] {
	const { standing, plan, paidThrough, trialUntil, complimentaryUntil, pausedOn, isCancelled, next, creditCents } = dues
	return [
		[
			'Standing',
			<span key="standing" className="flex flex-wrap gap-1.5">
				{standing ? <Badge tone={STANDING_TONES[standing]}>{STANDING_NAMES[standing]}</Badge> : 'Owes no dues'}
				{isCancelled && <Badge>Cancelled</Badge>}
			</span>,
		],
		['Plan', plan ? `${plan.name}, ${priceText(plan)}` : NONE],
		['Paid until', paidThrough ? formatDay(paidThrough) : 'Never paid'],
		...(trialUntil ? [['Trial until', formatDay(trialUntil)] as const] : []),
		...(complimentaryUntil ? [['Complimentary until', dayOf(complimentaryUntil)] as const] : []),
		...(pausedOn ? [['Paused since', formatDay(pausedOn)] as const] : []),
		['Next payment', next ? `${formatMoney(next.amountCents, next.currency)} by ${formatDay(next.day)}` : NONE],
		...(creditCents > 0 ? [['Credit', formatMoney(creditCents, plan?.currency ?? 'USD')] as const] : []),
		['Pays', dues.renewsByCard ? 'By card' : 'By hand'],
		...(dues.customerId ? [['Customer at the provider', dues.customerId] as const] : []),
		...(dues.subscriptionId ? [['Subscription', dues.subscriptionId] as const] : []),
	]
}

/** A member's dues, with the changes that an admin can make. */
export function MemberDues({ id, name }: { id: string; name: string }) {
	const { data: dues, error, refetch } = useQuery(getMemberDuesQuery(id))
	const [open, setOpen] = useState<Open>()
	if (!dues)
		return error ? (
			<FetchError title="The dues of this member could not be loaded" error={error} onRetry={refetch} />
		) : (
			<div className="grid gap-4" aria-busy="true">
				<Skeleton className="h-48" />
				<Skeleton className="h-32" />
			</div>
		)
	return (
		<>
			{error && <Alert>{messageOf(error, 'The dues of this member could not be loaded')}</Alert>}
			<section className="card card-body" aria-label="Membership">
				<h2 className="mb-3 text-title">Membership</h2>
				<FactList className="member-facts" facts={factsOf(dues)} />
				<Actions dues={dues} onOpen={setOpen} />
			</section>
			<Part id="payments" title="Payments" empty={dues.payments.length === 0 && 'No payments yet'}>
				<DataTable
					caption="Payments, the newest first"
					columns={paymentColumns}
					rows={dues.payments}
					keyOf={(payment) => payment.id}
					actions={(payment) =>
						payment.reverses === null &&
						!payment.isReversed &&
						payment.kind !== 'card' && (
							<RowButton of={paymentName(payment)} onClick={() => setOpen({ kind: 'reverse', payment })}>
								Reverse
							</RowButton>
						)
					}
				/>
			</Part>
			<Part id="invoices" title="Invoices" empty={dues.invoices.length === 0 && 'No invoices yet'}>
				<DataTable
					caption="Invoices, the newest first"
					columns={invoiceColumns}
					rows={dues.invoices}
					keyOf={(invoice) => invoice.id}
					actions={(invoice) =>
						invoice.state === 'open' && (
							<RowButton of={`invoice ${invoice.id}`} onClick={() => setOpen({ kind: 'void', invoice })}>
								Void
							</RowButton>
						)
					}
				/>
			</Part>
			<OpenDialog id={id} name={name} dues={dues} open={open} onClose={() => setOpen(undefined)} />
		</>
	)
}

function Actions({
	dues: { plan, standing, pausedOn, renewsByCard },
	onOpen,
}: {
	dues: Dues
	onOpen: (open: Open) => void
}) {
	const hasMembership = standing !== null
	return (
		<p className="mt-5 flex flex-wrap gap-2">
			{plan && !renewsByCard && !pausedOn && <Button onClick={() => onOpen({ kind: 'pay' })}>Record payment</Button>}
			<Button variant="line" onClick={() => onOpen({ kind: 'plan' })}>
				Set plan
			</Button>
			<Button variant="line" onClick={() => onOpen({ kind: 'complimentary' })}>
				Complimentary
			</Button>
			{hasMembership && (
				<>
					<Button variant="line" onClick={() => onOpen({ kind: 'pause' })}>
						{pausedOn ? 'Resume' : 'Pause'}
					</Button>
					<Button variant="line" onClick={() => onOpen({ kind: 'extend' })}>
						Extend
					</Button>
				</>
			)}
		</p>
	)
}

function Part({
	id,
	title,
	empty,
	children,
}: {
	id: string
	title: string
	empty: string | false
	children: ReactNode
}) {
	return (
		<section aria-labelledby={`dues-${id}-title`}>
			<h2 id={`dues-${id}-title`} className="mb-3 text-title">
				{title}
			</h2>
			{empty ? <p className="text-muted">{empty}</p> : <div className="card">{children}</div>}
		</section>
	)
}

const paymentName = ({ amountCents, currency, paidOn }: Payment) =>
	`payment of ${formatMoney(amountCents, currency)} on ${formatDay(paidOn)}`

const paymentColumns: readonly Column<Payment>[] = [
	{ label: 'Day', isNarrow: true, cell: ({ paidOn }) => formatDay(paidOn) },
	{
		label: 'Amount',
		isNumeric: true,
		cell: ({ amountCents, currency }) => formatMoney(amountCents, currency),
	},
	{
		label: 'Paid by',
		cell: ({ kind, reverses, isReversed }) => (
			<span className="flex flex-wrap gap-1.5">
				{PAYMENT_KIND_NAMES[kind]}
				{reverses !== null && <Badge tone="error">Reversal</Badge>}
				{isReversed && <Badge tone="brass">Reversed</Badge>}
			</span>
		),
	},
	{ label: 'Invoice', isNarrow: true, cell: ({ invoiceId }) => invoiceId },
	{ label: 'Reference', breaks: true, cell: ({ reference, reason }) => reason || reference || NONE },
	{ label: 'Recorded by', cell: ({ recordedBy }) => recordedBy },
]

const invoiceColumns: readonly Column<Invoice>[] = [
	{
		label: 'Number',
		isNarrow: true,
		cell: ({ id }) => (
			<a className="link" href={`/api/admin/invoices/${id}/file`} target="_blank" rel="noopener">
				{id}
				<span className="sr-only"> (PDF, opens a new tab)</span>
			</a>
		),
	},
	{ label: 'Period', cell: ({ periodFrom, periodTo }) => `${formatDay(periodFrom)} to ${formatDay(periodTo)}` },
	{ label: 'Due by', isNarrow: true, cell: ({ dueOn }) => formatDay(dueOn) },
	{ label: 'Total', isNumeric: true, cell: ({ totalCents, currency }) => formatMoney(totalCents, currency) },
	{
		label: 'State',
		cell: (invoice) => {
			const { label, tone } = invoiceState(invoice)
			return <Badge tone={tone}>{label}</Badge>
		},
	},
]

type OpenProps = { id: string; name: string; dues: Dues; open: Open; onClose: () => void }

function OpenDialog({ open, name, ...props }: OpenProps) {
	const plans = useQuery(listPlansQuery, { enabled: open?.kind === 'plan' })
	switch (open?.kind) {
		case 'pay':
			return <RecordPaymentDialog id={props.id} name={name} onClose={props.onClose} />
		case 'plan':
			if (plans.data) return <PlanChoiceDialog {...props} plans={plans.data} />
			return plans.error ? (
				<Dialog title="Set the plan" onClose={props.onClose}>
					<FetchError title="The plans could not be loaded" error={plans.error} onRetry={plans.refetch} />
				</Dialog>
			) : null
		case 'complimentary':
			return <ComplimentaryDialog {...props} />
		case 'pause':
			return <PauseDialog {...props} />
		case 'extend':
			return <ExtendDialog {...props} />
		case 'reverse':
			return (
				<ReverseDialog
					paymentId={open.payment.id}
					title={`Reverse the ${paymentName(open.payment)}?`}
					onClose={props.onClose}
				/>
			)
		case 'void':
			return <VoidDialog invoiceId={open.invoice.id} onClose={props.onClose} />
		default:
			return null
	}
}
