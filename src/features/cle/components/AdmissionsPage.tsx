import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDelete } from '#src/components/ui/dialogs/ConfirmDelete.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { RowMenu } from '#src/components/ui/lists/RowMenu.tsx'
import { useQuery } from '#src/lib/api/query.ts'
import { formatDay } from '#src/lib/dates/calendar-day.ts'
import type { Admission, Ledger } from '../contract.ts'
import { deleteAdmissionMutation, getLedgerQuery, listAdmissionsQuery } from '../queries.ts'
import { STATUS_LABELS } from './AdmissionCard.tsx'
import { AdmissionDialog } from './AdmissionDialog.tsx'

type Props = {
	ledger: Ledger
	admissions: Admission[]
	/** The member's profile name. */
	name: string
	/** Whether the membership is in good standing, so that the member may make changes. */
	canChange: boolean
}

type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; admission: Admission } | undefined

/** Opens the dialog that the URL requests: `?add=1` or `?edit=<id>`. */
function useLinkedDialog(admissions: readonly Admission[], canChange: boolean, open: (what: Open) => void) {
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on page load
	useEffect(() => {
		const { searchParams } = new URL(window.location.href)
		const admission = admissions.find(({ id }) => id === searchParams.get('edit'))
		if (!canChange) return
		if (admission) open({ kind: 'edit', admission })
		else if (searchParams.has('add')) open({ kind: 'add' })
		// A reload or a bookmark must not open it again.
		if (searchParams.size > 0) window.history.replaceState(window.history.state, '', '/cle/admissions')
	}, [])
}

function AdmissionFacts({ admission, name }: { admission: Admission; name: string }) {
	const { status, cycleKind, admittedOn, barNumber, groupNo } = admission
	return (
		<div className="min-w-0">
			<h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-subtitle">
				{name}
				{status !== 'active' && <Badge>{STATUS_LABELS[status]}</Badge>}
				{cycleKind === 'newly' && <Badge>Newly admitted</Badge>}
			</h2>
			<p className="text-small text-muted">
				Admitted {formatDay(admittedOn)}
				{barNumber && ` · Bar\u00a0number\u00a0${barNumber}`}
				{groupNo !== null && ` · Group ${groupNo}`}
			</p>
		</div>
	)
}

type ActionsProps = { name: string; onChoose: (kind: 'edit' | 'delete') => void }

const AdmissionActions = ({ name, onChoose }: ActionsProps) => (
	<span className="ms-auto flex items-center gap-1">
		<Button variant="quiet" onClick={() => onChoose('edit')}>
			Edit<span className="sr-only"> {name}</span>
		</Button>
		<RowMenu of={name} actions={[{ label: 'Delete', isDanger: true, onSelect: () => onChoose('delete') }]} />
	</span>
)

/** Lists the states in which the member is admitted. */
export function AdmissionsPage({ ledger: firstLedger, admissions: first, name, canChange }: Props) {
	const { data: ledger } = useQuery(getLedgerQuery, { initial: firstLedger })
	const { data: admissions, error, refetch } = useQuery(listAdmissionsQuery, { initial: first })
	const [open, setOpen] = useState<Open>()
	const close = () => setOpen(undefined)
	useLinkedDialog(admissions, canChange, setOpen)
	const nameOf = ({ jurisdiction }: Admission) =>
		ledger.jurisdictions.find((one) => one.jurisdiction === jurisdiction)?.name ?? jurisdiction
	const addButton = canChange && (
		<Button onClick={() => setOpen({ kind: 'add' })}>
			<Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />
			Add an admission
		</Button>
	)
	return (
		<>
			{error && <FetchError title="Your admissions could not be loaded" error={error} onRetry={refetch} />}
			{admissions.length === 0 ? (
				<div className="card">
					<EmptyState title="No admissions yet" action={addButton}>
						Each state has its own rules for what counts, how much you need, and by when.
					</EmptyState>
				</div>
			) : (
				<>
					<p className="mb-4">{addButton}</p>
					<ul className="cle-credits">
						{admissions.map((admission) => (
							<li key={admission.id} className="cle-credit">
								<AdmissionFacts admission={admission} name={nameOf(admission)} />
								{canChange && (
									<AdmissionActions name={nameOf(admission)} onChoose={(kind) => setOpen({ kind, admission })} />
								)}
							</li>
						))}
					</ul>
				</>
			)}
			{open?.kind === 'add' && <AdmissionDialog ledger={ledger} name={name} onClose={close} />}
			{open?.kind === 'edit' && <AdmissionDialog {...{ ledger, name }} admission={open.admission} onClose={close} />}
			{open?.kind === 'delete' && (
				<ConfirmDelete
					title={`Delete ${nameOf(open.admission)}?`}
					text="This also deletes the credits you entered for it. This cannot be undone."
					mutation={deleteAdmissionMutation(open.admission.id)}
					onDeleted={close}
					onClose={close}
				/>
			)}
		</>
	)
}
