import { Tabs } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { EmailText } from '#src/components/ui/EmailText.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { type Column, RowLead } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { ListTable } from '#src/components/ui/lists/ListTable.tsx'
import { type ListState, useList } from '#src/lib/api/query-list.ts'
import { useUrlFilters } from '#src/lib/lists/address-filters.ts'
import type { Page } from '#src/lib/site/page.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { APPLICATION_STATUSES, type Application, type ApplicationStatus } from '../../contract.ts'
import { listApplicationsQuery } from '../../queries.ts'
import { type Decision, DecisionDialog, DetailsDialog } from './ApplicationDialogs.tsx'
import { AskDialog } from './AskDialog.tsx'
import type { ListPosition } from './ReadingBar.tsx'

const titles = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' } as const
const empty = {
	pending: 'No pending applications at this time',
	approved: 'No approved applications',
	rejected: 'No rejected applications',
} as const
const tones = { pending: 'brass', approved: 'done', rejected: 'error' } as const

type Open =
	| {
			kind: 'details' | 'ask' | Decision
			application: Application
			/** True while reading one after another: a decision opens the next one, and Cancel returns to the application. */
			isReading: boolean
	  }
	| undefined

interface ApplicationsAdminProps {
	/** The tab in the URL. */
	status: ApplicationStatus
	initial: Record<ApplicationStatus, Page<Application>>
	isMailOff: boolean
	/** Address that receives replies to emails; null if there is none. */
	replyTo: string | null
}

/** Three tabs of applications, refetched every 30 seconds. The URL contains the chosen tab. */
export function ApplicationsAdmin({ status: first, initial, ...mail }: ApplicationsAdminProps) {
	const { filters, setFilters } = useUrlFilters({ status: first === 'pending' ? '' : first })
	const [open, setOpen] = useState<Open>()
	const lists = {
		pending: useList(listApplicationsQuery('pending'), { initial: initial.pending }),
		approved: useList(listApplicationsQuery('approved'), { initial: initial.approved }),
		rejected: useList(listApplicationsQuery('rejected'), { initial: initial.rejected }),
	}
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
					{status === 'pending' && <ReadAll first={lists.pending.items[0]} onOpen={setOpen} />}
					<ListTable
						list={lists[status]}
						failed="The applications could not be loaded"
						empty={<EmptyState title={empty[status]} />}
						caption={`${titles[status]} applications, newest first`}
						columns={columnsOf(status, lists[status].items, setOpen)}
						keyOf={({ id }) => id}
						{...(status === 'pending' && {
							actions: (application: Application) => <Decide application={application} onOpen={setOpen} />,
						})}
					/>
				</Tabs.Content>
			))}
			{open && (
				<OpenDialog
					open={open}
					list={lists[(filters.status || 'pending') as ApplicationStatus]}
					onOpen={setOpen}
					{...mail}
				/>
			)}
		</Tabs.Root>
	)
}

function ReadAll({ first, onOpen }: { first: Application | undefined; onOpen: (open: Open) => void }) {
	if (!first) return null
	return (
		<p className="mb-4">
			<Button variant="line" onClick={() => onOpen({ kind: 'details', application: first, isReading: true })}>
				Read one after another
			</Button>
		</p>
	)
}

type OpenDialogProps = Pick<ApplicationsAdminProps, 'isMailOff' | 'replyTo'> & {
	open: NonNullable<Open>
	list: ListState<Application>
	onOpen: (open: Open) => void
}

function OpenDialog({ open, list, isMailOff, replyTo, onOpen }: OpenDialogProps) {
	const { items, total, error, hasMore, isLoadingMore, loadMore } = list
	const at = items.findIndex(({ id }) => id === open.application.id)
	// Use the list's current version, since another admin may have decided it.
	const application = items[at] ?? open.application
	/** The application to show after this one is decided and has left the list. */
	const nextApplication = useRef<Application>(undefined)
	if (at !== -1) nextApplication.current = items[at + 1] ?? items[at - 1]
	const isAtEnd = at === items.length - 1 && hasMore && !isLoadingMore && !error
	useEffect(() => {
		if (isAtEnd) loadMore()
	}, [isAtEnd, loadMore])
	const close = () => onOpen(undefined)
	const show = (kind: NonNullable<Open>['kind'], shown: Application | undefined = application) =>
		onOpen(shown && { ...open, kind, application: shown })
	const { kind } = open
	const openNeighbor = (neighbor: Application | undefined) =>
		neighbor && (() => onOpen({ kind, application: neighbor, isReading: open.isReading || kind === 'details' }))
	const position: ListPosition | undefined =
		at === -1
			? undefined
			: { at: at + 1, total, onNext: openNeighbor(items[at + 1]), onPrevious: openNeighbor(items[at - 1]) }
	const back = open.isReading ? () => show('details') : close
	const key = `${kind} ${application.id}`
	const common = { application, position, isMailOff, replyTo, onDecide: show }
	if (kind === 'details') return <DetailsDialog key={key} {...common} onAsk={() => show('ask')} onClose={close} />
	if (kind === 'ask') return <AskDialog key={key} {...common} onDone={() => show('details')} onClose={back} />
	return (
		<DecisionDialog
			key={key}
			{...common}
			action={kind}
			onDone={() => (open.isReading && nextApplication.current ? show('details', nextApplication.current) : close())}
			onClose={back}
		/>
	)
}

const columnsOf = (
	status: ApplicationStatus,
	items: readonly Application[],
	onOpen: (open: Open) => void,
): Column<Application>[] => [
	{
		label: 'Name',
		cell: (application) => (
			<RowLead
				label={`Details: ${application.name}`}
				onOpen={() => onOpen({ kind: 'details', application, isReading: false })}
			>
				{application.name}
			</RowLead>
		),
	},
	{
		label: 'Email',
		breaks: true,
		cell: ({ email, emailConfirmedAt }) => <EmailText email={email} isUnconfirmed={emailConfirmedAt === null} />,
	},
	{ label: 'Phone', isNarrow: true, cell: ({ phoneNumber }) => phoneNumber ?? 'N/A' },
	{
		label: 'Applied On',
		isNarrow: true,
		cell: ({ applicationDate }) => <LocalTime when={applicationDate} as="day" />,
	},
	{ label: 'Experience', cell: ({ yearsOfExperience }) => (yearsOfExperience ? `${yearsOfExperience} years` : 'N/A') },
	...(status === 'pending' && items.some(({ applicationQuestions }) => applicationQuestions.length > 0)
		? [{ label: 'Asked', cell: (application: Application) => <LastQuestion {...application} /> }]
		: []),
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

/** The last question to the applicant, and its date. */
function LastQuestion({ applicationQuestions }: Application) {
	const last = applicationQuestions.at(-1)
	if (!last) return 'No'
	return (
		<span className="breaks">
			<LocalTime when={last.askedAt} as="day" />
			<span className="line-clamp-2 text-small text-muted">{last.question}</span>
		</span>
	)
}

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
			onClick={() => onOpen({ kind, application, isReading: false })}
		>
			{label}
		</Button>
	))
}
