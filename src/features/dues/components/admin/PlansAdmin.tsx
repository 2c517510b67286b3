import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDelete } from '#src/components/ui/dialogs/ConfirmDelete.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { type Column, DataTable, RowLead } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { RowButton } from '#src/components/ui/lists/RowButton.tsx'
import { type RowAction, RowMenu } from '#src/components/ui/lists/RowMenu.tsx'
import { useMutation, useQuery } from '#src/lib/api/query.ts'
import { formatDay } from '#src/lib/dates/calendar-day.ts'
import { centsText, formatMoney, priceText } from '#src/lib/dues/money.ts'
import {
	deletePlanMutation,
	endCouponMutation,
	listCouponsQuery,
	listPlansQuery,
	updatePlanArchivedMutation,
} from '../../admin-queries.ts'
import type { Coupon, Plan } from '../../plans-contract.ts'
import { CouponDialog, LASTS } from './CouponDialog.tsx'
import { PlanDialog } from './PlanDialog.tsx'

type Open =
	| { kind: 'plan'; plan?: Plan }
	| { kind: 'delete'; plan: Plan }
	| { kind: 'coupon' }
	| { kind: 'end'; coupon: Coupon }
	| undefined

const planColumns = (onOpen: (open: Open) => void): Column<Plan>[] => [
	{
		label: 'Plan',
		breaks: true,
		cell: (plan) => (
			<span className="grid justify-items-start gap-1">
				<RowLead label={`Edit ${plan.name}`} onOpen={() => onOpen({ kind: 'plan', plan })}>
					{plan.name}
				</RowLead>
				{plan.description && <span className="text-small text-muted">{plan.description}</span>}
			</span>
		),
	},
	{ label: 'Price', isNarrow: true, cell: priceText },
	{
		label: 'Offered',
		cell: ({ isArchived, isPublic, isFounding, byCard, trialDays }) => (
			<span className="flex flex-wrap gap-1.5">
				{isArchived ? (
					<Badge>Archived</Badge>
				) : isPublic ? (
					<Badge tone="done">Public</Badge>
				) : (
					<Badge>By admins only</Badge>
				)}
				{isFounding && <Badge tone="brass">Founding price</Badge>}
				{trialDays > 0 && <Badge>{trialDays} days free</Badge>}
				{byCard && <Badge>By card</Badge>}
			</span>
		),
	},
	{ label: 'Members', isNumeric: true, cell: ({ members }) => members },
]

/** A coupon takes the same number off in every currency: `$10.00 or €10.00`. */
const amountText = (cents: number, currencies: readonly string[]) =>
	currencies.map((currency) => formatMoney(cents, currency)).join(' or ') || centsText(cents)

const couponColumns = (currencies: readonly string[]): Column<Coupon>[] => [
	{ label: 'Code', breaks: true, cell: ({ code }) => code },
	{
		label: 'Takes off',
		cell: ({ percent, amountCents, lasts }) =>
			`${percent === null ? amountText(amountCents ?? 0, currencies) : `${percent}%`} ${LASTS[lasts]}`,
	},
	{ label: 'Until', isNarrow: true, cell: ({ until }) => (until ? formatDay(until) : 'No end') },
	{ label: 'Used', isNumeric: true, cell: ({ used, most }) => (most === null ? used : `${used} of ${most}`) },
]

/** The plans and coupons of the club. */
export function PlansAdmin({ plans: firstPlans, coupons: firstCoupons }: { plans: Plan[]; coupons: Coupon[] }) {
	const plans = useQuery(listPlansQuery, { initial: firstPlans })
	const coupons = useQuery(listCouponsQuery, { initial: firstCoupons })
	const archive = useMutation(updatePlanArchivedMutation)
	const [open, setOpen] = useState<Open>()
	const close = () => setOpen(undefined)
	const menuOf = (plan: Plan): RowAction[] => [
		{
			label: plan.isArchived ? 'Offer again' : 'Archive',
			isDisabled: archive.isPending,
			onSelect: () => archive.mutate(plan),
		},
		{ label: 'Delete', isDanger: true, onSelect: () => setOpen({ kind: 'delete', plan }) },
	]
	return (
		<>
			<section aria-labelledby="plans-title">
				<div className="mb-4 flex flex-wrap items-center justify-between gap-3">
					<h2 id="plans-title" className="text-title">
						Plans
					</h2>
					<Button onClick={() => setOpen({ kind: 'plan' })}>
						<Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />
						Add plan
					</Button>
				</div>
				{plans.error && (
					<FetchError title="The plans could not be loaded" error={plans.error} onRetry={plans.refetch} />
				)}
				<div className="card">
					{plans.data.length === 0 ? (
						<EmptyState title="No plans yet">
							A plan says what membership costs and how often it is paid. Members choose one when they join.
						</EmptyState>
					) : (
						<DataTable
							caption="Plans"
							columns={planColumns(setOpen)}
							rows={plans.data}
							keyOf={({ id }) => id}
							actions={(plan) => <RowMenu of={plan.name} actions={menuOf(plan)} />}
						/>
					)}
				</div>
			</section>
			<section className="mt-12" aria-labelledby="coupons-title">
				<div className="mb-4 flex flex-wrap items-center justify-between gap-3">
					<h2 id="coupons-title" className="text-title">
						Coupons
					</h2>
					<Button variant="line" onClick={() => setOpen({ kind: 'coupon' })}>
						<Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />
						Add coupon
					</Button>
				</div>
				{coupons.error && (
					<FetchError title="The coupons could not be loaded" error={coupons.error} onRetry={coupons.refetch} />
				)}
				<div className="card">
					{coupons.data.length === 0 ? (
						<EmptyState title="No coupons">A coupon takes a percentage or an amount off the price.</EmptyState>
					) : (
						<DataTable
							caption="Coupons"
							columns={couponColumns([...new Set(plans.data.map(({ currency }) => currency))])}
							rows={coupons.data}
							keyOf={({ code }) => code}
							actions={(coupon) => (
								<RowButton of={coupon.code} onClick={() => setOpen({ kind: 'end', coupon })}>
									End
								</RowButton>
							)}
						/>
					)}
				</div>
			</section>
			<OpenDialog open={open} onClose={close} />
		</>
	)
}

function OpenDialog({ open, onClose }: { open: Open; onClose: () => void }) {
	switch (open?.kind) {
		case 'plan':
			return <PlanDialog plan={open.plan} onClose={onClose} />
		case 'coupon':
			return <CouponDialog onClose={onClose} />
		case 'delete':
			return (
				<ConfirmDelete
					title={`Delete ${open.plan.name}?`}
					text="Only a plan that never had members can be deleted. Archive any other: its members keep it."
					mutation={deletePlanMutation(open.plan.id)}
					onDeleted={onClose}
					onClose={onClose}
				/>
			)
		case 'end':
			return (
				<ConfirmDelete
					title={`End the coupon ${open.coupon.code}?`}
					text="Nobody can redeem it from now on. Members who have it keep it."
					mutation={endCouponMutation(open.coupon.code)}
					action={{ label: 'End coupon', busy: 'Ending...', variant: 'danger' }}
					onDeleted={onClose}
					onClose={onClose}
				/>
			)
		default:
			return null
	}
}
