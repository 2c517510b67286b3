import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { EmailText } from '#src/components/ui/EmailText.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { type Column, RowLead } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { ListTable } from '#src/components/ui/lists/ListTable.tsx'
import { useList } from '#src/lib/api/query-list.ts'
import { useAddressFilters } from '#src/lib/lists/address-filters.ts'
import type { Page } from '#src/lib/site/page.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { APPLICATION_STATUSES, type Application, type ApplicationStatus } from '../../contract.ts'
import { listApplicationsQuery } from '../../queries.ts'
import { DecisionDialog, DetailsDialog } from './ApplicationDialogs.tsx'

const titles = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' } as const
const empty = {
	pending: 'No pending applications at this time',
	approved: 'No approved applications',
	rejected: 'No rejected applications',
} as const
const tones = { pending: 'brass', approved: 'done', rejected: 'error' } as const

type Open = { kind: 'details' | 'approve' | 'reject'; application: Application } | undefined

interface ApplicationsAdminProps {
	/** The tab in the URL. */
	status: ApplicationStatus
	initial: Record<ApplicationStatus, Page<Application>>
	isMailOff: boolean
}

/** Three tabs of applications, refetched every 30 seconds; the URL has the chosen one. */
export function ApplicationsAdmin({ status: first, initial, isMailOff }: ApplicationsAdminProps) {
	const { filters, setFilters } = useAddressFilters({ status: first === 'pending' ? '' : first })
	const [open, setOpen] = useState<Open>()
	const lists = {
		pending: useList(listApplicationsQuery('pending'), { initial: initial.pending }),
		approved: useList(listApplicationsQuery('approved'), { initial: initial.approved }),
		rejected: useList(listApplicationsQuery('rejected'), { initial: initial.rejected }),
	}
	const close = () => setOpen(undefined)
	return (
		<Tabs.Root
			value={filters.status || 'pending'}
			onValueChange={(status) => setFilters({ status: status === 'pending' ? '' : (status as ApplicationStatus) })}
		>
			<Tabs.List className="tab-list mb-6" aria-label="Applications by status">
				{APPLICATION_STATUSES.map((status) => (
					<Tabs.Trigger key={status} value={status} className="tab">
						{titles[status]}
						{(status === 'pending' || lists[status].total > 0) && (
							<Badge tone={status === 'pending' && lists.pending.total > 0 ? 'brass' : 'neutral'}>
								{formatNumber(lists[status].total)}
							</Badge>
						)}
					</Tabs.Trigger>
				))}
			</Tabs.List>
			{APPLICATION_STATUSES.map((status) => (
				<Tabs.Content key={status} value={status}>
					<ListTable
						list={lists[status]}
						failed="The applications could not be loaded"
						empty={<EmptyState title={empty[status]} />}
						caption={`${titles[status]} applications, newest first`}
						columns={columnsOf(status, setOpen)}
						keyOf={({ id }) => id}
						{...(status === 'pending' && {
							actions: (application: Application) => <Decide application={application} onOpen={setOpen} />,
						})}
					/>
				</Tabs.Content>
			))}
			{open?.kind === 'details' && (
				<DetailsDialog
					application={open.application}
					onDecide={(kind) => setOpen({ kind, application: open.application })}
					onClose={close}
				/>
			)}
			{open && open.kind !== 'details' && (
				<DecisionDialog isMailOff={isMailOff} application={open.application} action={open.kind} onClose={close} />
			)}
		</Tabs.Root>
	)
}

const columnsOf = (status: ApplicationStatus, onOpen: (open: Open) => void): Column<Application>[] => [
	{
		label: 'Name',
		cell: (application) => (
			<RowLead label={`Details: ${application.name}`} onOpen={() => onOpen({ kind: 'details', application })}>
				{application.name}
			</RowLead>
		),
	},
	{ label: 'Email', breaks: true, cell: ({ email }) => <EmailText email={email} /> },
	{ label: 'Phone', isNarrow: true, cell: ({ phoneNumber }) => phoneNumber ?? 'N/A' },
	{
		label: 'Applied On',
		isNarrow: true,
		cell: ({ applicationDate }) => <LocalTime when={applicationDate} as="day" />,
	},
	{ label: 'Experience', cell: ({ yearsOfExperience }) => (yearsOfExperience ? `${yearsOfExperience} years` : 'N/A') },
	...(status === 'pending'
		? []
		: [
				{
					label: 'Status',
					cell: () => (
						<span>
							<Badge tone={tones[status]}>{titles[status]}</Badge>
						</span>
					),
				},
			]),
]

function Decide({ application, onOpen }: { application: Application; onOpen: (open: Open) => void }) {
	const actions = [
		['approve', 'Approve'],
		['reject', 'Reject'],
	] as const
	return actions.map(([kind, label]) => (
		<Button
			key={kind}
			variant={kind === 'approve' ? 'primary' : 'line'}
			className="btn-small"
			aria-label={`${label}: ${application.name}`}
			onClick={() => onOpen({ kind, application })}
		>
			{label}
		</Button>
	))
}
