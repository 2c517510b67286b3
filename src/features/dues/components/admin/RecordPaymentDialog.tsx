import * as z from 'zod/mini'
import { Dialog } from '#src/components/ui/dialogs/Dialog.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { SelectField, TextField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { useQuery } from '#src/lib/api/query.ts'
import { dayInZone, formatDay } from '#src/lib/dates/calendar-day.ts'
import { centsText, formatMoney } from '#src/lib/dues/money.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import { getMemberDuesQuery, recordPaymentMutation } from '../../admin-queries.ts'
import type { Invoice } from '../../contract.ts'
import { type MemberDues, recordPayment } from '../../dues-contract.ts'
import { typedAmount } from '../../form-fields.ts'

const { shape } = recordPayment.body
const paymentForm = z.object({
	invoiceId: z.string(),
	amountCents: typedAmount,
	kind: shape.kind,
	paidOn: shape.paidOn,
	reference: shape.reference,
})

const labels = {
	invoiceId: 'For',
	amountCents: 'Amount',
	kind: 'Paid by',
	paidOn: 'Day of the payment',
	reference: 'Reference',
}

export const PAYMENT_KIND_NAMES = {
	check: 'Check',
	transfer: 'Bank transfer',
	cash: 'Cash',
	card: 'Card',
	other: 'Other',
}
const { card: _, ...KINDS } = PAYMENT_KIND_NAMES

/** Returns today's date in this browser's time zone. */
export const today = () => dayInZone(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)

const openCents = ({ totalCents, paidCents }: Invoice) => totalCents - paidCents

type Props = { id: string; name: string; onClose: () => void }

/** Records a check or another payment not made by card. */
export function RecordPaymentDialog(props: Props) {
	const { data: dues, error, refetch } = useQuery(getMemberDuesQuery(props.id))
	if (dues) return <PaymentForm {...props} dues={dues} />
	if (!error) return null
	return (
		<Dialog title={`Record a payment by ${props.name}`} onClose={props.onClose}>
			<FetchError title="The dues of this member could not be loaded" error={error} onRetry={refetch} />
		</Dialog>
	)
}

/** Returns the form and the open invoices to choose from, oldest first. */
function usePaymentForm({ id, dues, onClose }: Pick<Props, 'id' | 'onClose'> & { dues: MemberDues }) {
	const open = dues.invoices
		.filter(({ state }) => state === 'open')
		.toSorted((one, other) => (one.id < other.id ? -1 : 1))
	const amountOf = (invoiceId: string) => {
		const invoice = open.find((one) => one.id === invoiceId)
		const cents = invoice ? openCents(invoice) : dues.next?.amountCents
		return cents === undefined ? '' : centsText(cents)
	}
	const firstId = open[0]?.id ?? ''
	const form = useContractForm(paymentForm, recordPaymentMutation(id), {
		defaultValues: {
			invoiceId: firstId,
			amountCents: amountOf(firstId),
			kind: 'check' as const,
			paidOn: today(),
			reference: '',
		},
		labels,
		draft: { ...tabDraft(`payment:${id}`), isIdempotent: true },
		toInput: ({ invoiceId, ...body }, _base, idempotencyKey) => ({
			...body,
			...(invoiceId && { invoiceId }),
			idempotencyKey,
		}),
		onDone: onClose,
	})
	return { form, open, amountOf }
}

function PaymentForm({ id, name, dues, onClose }: Props & { dues: MemberDues }) {
	const { form, open, amountOf } = usePaymentForm({ id, dues, onClose })
	const invoice = form.field('invoiceId')
	const currency = open[0]?.currency ?? dues.next?.currency ?? dues.plan?.currency
	return (
		<FormDialog
			title={`Record a payment by ${name}`}
			of={form}
			isDirty={form.isDirty}
			className="grid gap-5"
			action={{ label: 'Record payment', busy: 'Saving...' }}
			onClose={onClose}
		>
			<SelectField
				{...invoice}
				onChange={(event) => {
					void invoice.onChange(event)
					form.setValue('amountCents', amountOf(event.target.value), { shouldDirty: true })
				}}
				options={[
					...open.map(
						(one) =>
							[
								one.id,
								`Invoice ${one.id}, ${formatMoney(openCents(one), one.currency)}, due by ${formatDay(one.dueOn)}`,
							] as const,
					),
					['', open.length > 0 ? 'The period after these invoices' : 'The next period'] as const,
				]}
			/>
			<div className="grid items-start gap-5 sm:grid-cols-2">
				<TextField
					inputMode="decimal"
					autoComplete="off"
					hint={`${currency ? `In ${currency}. ` : ''}More than is due becomes credit for the next period.`}
					{...form.field('amountCents')}
				/>
				<SelectField {...form.field('kind')} options={KINDS} />
				<TextField type="date" max={today()} {...form.field('paidOn')} />
				<TextField optional autoComplete="off" hint="For example, the check number." {...form.field('reference')} />
			</div>
		</FormDialog>
	)
}
