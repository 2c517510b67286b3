import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { SelectField } from '#src/components/ui/forms/Field.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import type { RowAction } from '#src/components/ui/lists/RowMenu.tsx'
import { Skeleton } from '#src/components/ui/Skeleton.tsx'
import { useQuery } from '#src/lib/api/query.ts'
import { useUrlFilters } from '#src/lib/lists/address-filters.ts'
import type { Credit, Ledger } from '../contract.ts'
import { getLedgerQuery, listCreditsQuery } from '../queries.ts'
import { MoveDialog, VoidDialog } from './CreditActions.tsx'
import { CreditDialog } from './CreditDialog.tsx'
import { CreditRow } from './CreditRow.tsx'
import { groupByCycle } from './group-credits.ts'
import { NoAdmission } from './NoAdmission.tsx'

type Filters = { admission: string; cycle: string }

type Props = {
	ledger: Ledger
	credits: Credit[]
	filters: Filters
	/** Whether the membership is in good standing, so that the member may make changes. */
	canChange: boolean
}

type Open = { kind: 'add' } | { kind: 'void' | 'move'; credit: Credit } | undefined

/** Opens the form if the URL has `?add=1`. */
function useLinkedForm(canChange: boolean, open: () => void) {
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on page load
	useEffect(() => {
		const url = new URL(window.location.href)
		if (!canChange || !url.searchParams.has('add')) return
		open()
		// A reload or a bookmark must not open it again.
		url.searchParams.delete('add')
		window.history.replaceState(window.history.state, '', url)
	}, [])
}

/** Lists the member's credits by cycle. */
export function CreditsPage({ ledger: firstLedger, credits: firstCredits, filters: first, canChange }: Props) {
	const { data: ledger } = useQuery(getLedgerQuery, { initial: firstLedger })
	const { filters, isInitial, isFiltered, setFilters } = useUrlFilters<Filters>(first)
	const {
		data: credits,
		error,
		refetch,
	} = useQuery(listCreditsQuery(filters), isInitial ? { initial: firstCredits } : {})
	const [open, setOpen] = useState<Open>()
	const close = () => setOpen(undefined)
	const { cards } = ledger
	useLinkedForm(canChange && cards.length > 0, () => setOpen({ kind: 'add' }))
	if (cards.length === 0)
		return <NoAdmission canChange={canChange}>Credits count under a state’s rules. Add an admission first.</NoAdmission>
	const actionsOf = (credit: Credit): RowAction[] => {
		if (!canChange || credit.voided) return []
		const move = { label: 'Move to another cycle', onSelect: () => setOpen({ kind: 'move', credit }) }
		if (credit.source === 'ours') return [move]
		return [move, { label: 'Void', isDanger: true, onSelect: () => setOpen({ kind: 'void', credit }) }]
	}
	return (
		<>
			<div className="mb-6 flex flex-wrap items-end justify-between gap-4">
				<CreditFilters ledger={ledger} filters={filters} onChange={setFilters} />
				{canChange && (
					<Button onClick={() => setOpen({ kind: 'add' })}>
						<Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />
						Add a credit
					</Button>
				)}
			</div>
			{error && <FetchError title="Your credits could not be loaded" error={error} onRetry={refetch} />}
			{credits ? (
				<CreditList credits={credits} ledger={ledger} isFiltered={isFiltered} actionsOf={actionsOf} />
			) : (
				!error && (
					<div role="status" className="grid gap-3">
						<span className="sr-only">Loading credits...</span>
						<Skeleton className="h-16 w-full" />
						<Skeleton className="h-16 w-full" />
					</div>
				)
			)}
			{open?.kind === 'add' && <CreditDialog ledger={ledger} admission={filters.admission} onClose={close} />}
			{open?.kind === 'void' && <VoidDialog credit={open.credit} onClose={close} />}
			{open?.kind === 'move' && (
				<MoveDialog
					credit={open.credit}
					cycles={cards.find(({ admissionId }) => admissionId === open.credit.admissionId)?.cycles ?? []}
					onClose={close}
				/>
			)}
		</>
	)
}

type FiltersProps = { ledger: Ledger; filters: Filters; onChange: (next: Partial<Filters>) => void }

function CreditFilters({ ledger: { cards }, filters: { admission, cycle }, onChange }: FiltersProps) {
	const card = cards.find(({ admissionId }) => admissionId === admission)
	return (
		<div className="flex flex-wrap gap-4">
			<SelectField
				label="Admission"
				value={admission}
				onChange={({ target }) => onChange({ admission: target.value, cycle: '' })}
				options={cards.map(({ admissionId, name }) => [admissionId, name] as const)}
			>
				<option value="">All admissions</option>
			</SelectField>
			{card && (
				<SelectField
					label="Cycle"
					value={cycle}
					onChange={({ target }) => onChange({ cycle: target.value })}
					options={card.cycles.map(({ cycleFrom, label }) => [cycleFrom, label] as const)}
				>
					<option value="">All cycles</option>
				</SelectField>
			)}
		</div>
	)
}

type ListProps = {
	credits: readonly Credit[]
	ledger: Ledger
	isFiltered: boolean
	actionsOf: (credit: Credit) => RowAction[]
}

function CreditList({ credits, ledger, isFiltered, actionsOf }: ListProps) {
	if (credits.length === 0)
		return (
			<div className="card">
				<EmptyState title={isFiltered ? 'No credits here' : 'No credits yet'}>
					{isFiltered
						? 'Choose another admission or cycle.'
						: 'Credits from this club’s programmes are added automatically. Add the ones you earn elsewhere.'}
				</EmptyState>
			</div>
		)
	return groupByCycle(credits, ledger).map(({ key, title, categories, credits: grouped }) => (
		<section key={key} className="mb-10" aria-labelledby={`cycle-${key}`}>
			<h2 id={`cycle-${key}`} className="mb-3 text-subtitle">
				{title}
			</h2>
			<ul className="cle-credits">
				{grouped.map((credit) => (
					<CreditRow key={credit.id} credit={credit} categories={categories} actions={actionsOf(credit)} />
				))}
			</ul>
		</section>
	))
}
