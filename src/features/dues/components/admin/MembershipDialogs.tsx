import * as z from 'zod/mini'
import { SelectField, TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import type { Mutation } from '#src/lib/api/query.ts'
import { addDays } from '#src/lib/dates/calendar-day.ts'
import { priceText } from '#src/lib/dues/money.ts'
import { ALWAYS } from '#src/lib/dues/standing.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import {
	extendMembershipMutation,
	pauseMembershipMutation,
	reversePaymentMutation,
	setComplimentaryMutation,
	setPlanMutation,
	voidInvoiceMutation,
} from '../../admin-queries.ts'
import { extendMembership, type MemberDues, pauseMembership, setComplimentary } from '../../dues-contract.ts'
import { optionalText, typedNumber } from '../../form-fields.ts'
import type { Plan } from '../../plans-contract.ts'
import { today } from './RecordPaymentDialog.tsx'

export type DialogProps = { id: string; dues: MemberDues; onClose: () => void }

const { reason } = setComplimentary.body.shape
const REASON_HINT = 'Admins see it in the audit.'

const planForm = z.object({ planId: optionalText(z.nullable(z.string())) })
const planOf = ({ plan }: Pick<MemberDues, 'plan'>) => ({ planId: plan?.id ?? '' })

/** Sets or removes a member's plan. */
export function PlanChoiceDialog({ id, dues, plans, onClose }: DialogProps & { plans: readonly Plan[] }) {
	const offered = plans.filter(({ isArchived, id: planId }) => !isArchived || planId === dues.plan?.id)
	const form = useContractForm(planForm, setPlanMutation(id), {
		defaultValues: planOf(dues),
		labels: { planId: 'Plan' },
		draft: undefined,
		edited: {
			what: 'membership',
			original: dues,
			toForm: planOf,
			formats: { planId: (planId) => plans.find((plan) => plan.id === planId)?.name ?? 'None' },
		},
		toInput: (body, base = dues) => ({ ...body, version: base.version }),
		onDone: onClose,
	})
	return (
		<FormDialog
			title="Set the plan"
			description="A new plan applies from the next period. Without a plan, the member owes no dues."
			of={form}
			isDirty={form.isDirty}
			action={{ label: 'Set plan', busy: 'Saving...' }}
			onClose={onClose}
		>
			<SelectField
				{...form.field('planId')}
				options={[
					['', 'None: owes no dues'],
					...offered.map((plan) => [plan.id, `${plan.name}, ${priceText(plan)}`] as const),
				]}
			/>
		</FormDialog>
	)
}

const CHOOSE = 'Choose until when'
const complimentaryForm = z
	.object({
		lasts: z.enum(['year', 'day', 'always', 'end'], CHOOSE),
		until: z.string(),
		reason,
	})
	.check(z.refine(({ lasts, until }) => lasts !== 'day' || until !== '', { error: CHOOSE, path: ['until'] }))

const LASTS = { year: 'For a year', day: 'Until a day', always: 'Forever' }

export function ComplimentaryDialog({ id, dues, onClose }: DialogProps) {
	const form = useContractForm(complimentaryForm, setComplimentaryMutation(id), {
		defaultValues: { lasts: 'year' as const, until: '', reason: '' },
		labels: { lasts: 'How long', until: 'Last day without dues', reason: 'Reason' },
		draft: tabDraft(`complimentary:${id}`),
		toInput: ({ lasts, until, ...body }) => ({
			...body,
			until: { year: addDays(today(), 365), day: until, always: ALWAYS, end: null }[lasts],
			version: dues.version,
		}),
		onDone: onClose,
	})
	return (
		<FormDialog
			title="Complimentary membership"
			description="They have full access, and nothing is due."
			of={form}
			isDirty={form.isDirty}
			className="grid gap-5"
			action={{ label: 'Save', busy: 'Saving...' }}
			onClose={onClose}
		>
			<SelectField
				{...form.field('lasts')}
				options={dues.complimentaryUntil ? { ...LASTS, end: 'End it today' } : LASTS}
			/>
			{form.watch('lasts') === 'day' && <TextField type="date" min={today()} {...form.field('until')} />}
			<TextAreaField rows={2} hint={REASON_HINT} {...form.field('reason')} />
		</FormDialog>
	)
}

const reasonForm = z.object({ reason })

type ReasonProps<Variables> = {
	title: string
	description: string
	/** Labels of the button: idle and busy. */
	action: { label: string; busy: string; variant?: 'danger' }
	mutation: Mutation<unknown, Variables>
	toInput: (body: { reason: string }) => Variables
	draft: string
	onClose: () => void
}

/** A dialog that asks only for a reason. */
function ReasonDialog<Variables>({
	mutation,
	toInput,
	draft,
	title,
	description,
	action,
	onClose,
}: ReasonProps<Variables>) {
	const form = useContractForm(reasonForm, mutation as Mutation<unknown, unknown>, {
		defaultValues: { reason: '' },
		labels: { reason: 'Reason' },
		draft: tabDraft(draft),
		toInput,
		onDone: onClose,
	})
	return (
		<FormDialog {...{ title, description, action, onClose }} of={form} isDirty={form.isDirty} className="grid gap-5">
			<TextAreaField rows={2} hint={REASON_HINT} {...form.field('reason')} />
		</FormDialog>
	)
}

export function PauseDialog({ id, dues, onClose }: DialogProps) {
	const isPaused = dues.pausedOn !== null
	return (
		<ReasonDialog
			title={isPaused ? 'Resume the membership?' : 'Pause the membership?'}
			description={
				isPaused
					? 'They get full access again today. The paid days they had left are added.'
					: 'From today they can only use their account, and nothing is due. The paid days they have left are kept.'
			}
			action={isPaused ? { label: 'Resume', busy: 'Resuming...' } : { label: 'Pause', busy: 'Pausing...' }}
			mutation={pauseMembershipMutation(id)}
			toInput={(body) => ({ ...body, isPaused: !isPaused, version: dues.version })}
			draft={`pause:${id}`}
			onClose={onClose}
		/>
	)
}

export const ReverseDialog = ({
	paymentId,
	title,
	onClose,
}: {
	paymentId: string
	title: string
	onClose: () => void
}) => (
	<ReasonDialog
		title={title}
		description="For example, after a check bounced. The payment stays in the list, and the paid period ends again on the day it ended before this payment."
		action={{ label: 'Reverse', busy: 'Reversing...', variant: 'danger' }}
		mutation={reversePaymentMutation}
		toInput={(body) => ({ ...body, id: paymentId })}
		draft={`reverse:${paymentId}`}
		onClose={onClose}
	/>
)

export const VoidDialog = ({ invoiceId, onClose }: { invoiceId: string; onClose: () => void }) => (
	<ReasonDialog
		title={`Void invoice ${invoiceId}?`}
		description="A second invoice voids it. Both stay in the list and as files."
		action={{ label: 'Void', busy: 'Voiding...', variant: 'danger' }}
		mutation={voidInvoiceMutation}
		toInput={(body) => ({ ...body, id: invoiceId })}
		draft={`void:${invoiceId}`}
		onClose={onClose}
	/>
)

const extendForm = z.object({
	days: typedNumber(extendMembership.body.shape.days),
	reason: pauseMembership.body.shape.reason,
})

export function ExtendDialog({ id, dues, onClose }: DialogProps) {
	const form = useContractForm(extendForm, extendMembershipMutation(id), {
		defaultValues: { days: '30', reason: '' },
		labels: { days: 'Days', reason: 'Reason' },
		draft: tabDraft(`extend:${id}`),
		toInput: (body) => ({ ...body, version: dues.version }),
		onDone: onClose,
	})
	return (
		<FormDialog
			title="Extend the membership"
			description="Moves the end of the paid period."
			of={form}
			isDirty={form.isDirty}
			className="grid gap-5"
			action={{ label: 'Extend', busy: 'Saving...' }}
			onClose={onClose}
		>
			<TextField inputMode="numeric" autoComplete="off" {...form.field('days')} />
			<TextAreaField rows={2} hint={REASON_HINT} {...form.field('reason')} />
		</FormDialog>
	)
}
