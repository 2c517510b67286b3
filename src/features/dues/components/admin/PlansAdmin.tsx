import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
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

/** Formats a coupon's amount, which is the same number in every currency: `$10.00 or €10.00`. */
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
	const [open, setOpen] = useState<Open>()
	const { data: plans, error, refetch } = useQuery(listPlansQuery, { initial: firstPlans })
	return (
		<>
			<section aria-labelledby="plans-title">
				<SectionHead id="plans-title" title="Plans">
					<Button onClick={() => setOpen({ kind: 'plan' })}>
						<Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />
						Add plan
					</Button>
				</SectionHead>
				{error && <FetchError title="The plans could not be loaded" error={error} onRetry={refetch} />}
				<Plans plans={plans} onOpen={setOpen} />
			</section>
			<Coupons
				initial={firstCoupons}
				currencies={[...new Set(plans.map(({ currency }) => currency))]}
				onOpen={setOpen}
			/>
			<OpenDialog open={open} onClose={() => setOpen(undefined)} />
		</>
	)
}

const SectionHead = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
	<div className="mb-4 flex flex-wrap items-center justify-between gap-3">
		<h2 id={id} className="text-title">
			{title}
		</h2>
		{children}
	</div>
)

function Plans({ plans, onOpen }: { plans: Plan[]; onOpen: (open: Open) => void }) {
	const archive = useMutation(updatePlanArchivedMutation)
	const menuOf = (plan: Plan): RowAction[] => [
		{
			label: plan.isArchived ? 'Offer again' : 'Archive',
			isDisabled: archive.isPending,
			onSelect: () => archive.mutate(plan),
		},
		{ label: 'Delete', isDanger: true, onSelect: () => onOpen({ kind: 'delete', plan }) },
	]
	return (
		<div className="card">
			{plans.length === 0 ? (
				<EmptyState title="No plans yet">
					A plan says what membership costs and how often it is paid. Members choose one when they join.
				</EmptyState>
			) : (
				<DataTable
					caption="Plans"
					columns={planColumns(onOpen)}
					rows={plans}
					keyOf={({ id }) => id}
					actions={(plan) => <RowMenu of={plan.name} actions={menuOf(plan)} />}
				/>
			)}
		</div>
	)
}

type CouponsProps = { initial: Coupon[]; currencies: readonly string[]; onOpen: (open: Open) => void }

function Coupons({ initial, currencies, onOpen }: CouponsProps) {
	const { data: coupons, error, refetch } = useQuery(listCouponsQuery, { initial })
	return (
		<section className="mt-12" aria-labelledby="coupons-title">
			<SectionHead id="coupons-title" title="Coupons">
				<Button variant="line" onClick={() => onOpen({ kind: 'coupon' })}>
					<Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />
					Add coupon
				</Button>
			</SectionHead>
			{error && <FetchError title="The coupons could not be loaded" error={error} onRetry={refetch} />}
			<div className="card">
				{coupons.length === 0 ? (
					<EmptyState title="No coupons">A coupon takes a percentage or an amount off the price.</EmptyState>
				) : (
					<DataTable
						caption="Coupons"
						columns={couponColumns(currencies)}
						rows={coupons}
						keyOf={({ code }) => code}
						actions={(coupon) => (
							<RowButton of={coupon.code} onClick={() => onOpen({ kind: 'end', coupon })}>
								End
							</RowButton>
						)}
					/>
				)}
			</div>
		</section>
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
