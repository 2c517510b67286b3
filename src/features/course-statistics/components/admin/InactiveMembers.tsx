import { Download, Mail } from 'lucide-react'
import { EmailText } from '#src/components/ui/EmailText.tsx'
import { SelectField } from '#src/components/ui/forms/Field.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { type Column, RowLead } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { ListTable } from '#src/components/ui/lists/ListTable.tsx'
import { PageHead } from '#src/components/ui/lists/PageHead.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { useList } from '#src/lib/api/query-list.ts'
import { useUrlFilters } from '#src/lib/lists/address-filters.ts'
import { UNSEEN_DAYS, type UnseenDays } from '#src/lib/lists/unseen.ts'
import type { Page } from '#src/lib/site/page.ts'
import { listInactiveMembersQuery } from '../../admin-queries.ts'
import { type InactiveMember, MAX_INACTIVE } from '../../inactive-contract.ts'

const MAX_SHOWN = 3

function Courses({ inProgress }: Pick<InactiveMember, 'inProgress'>) {
	if (inProgress.length === 0) return <span className="text-muted">None</span>
	const more = inProgress.length - MAX_SHOWN
	const titles = inProgress.slice(0, MAX_SHOWN).map(({ title }) => title)
	return (
		<span>
			{titles.join(', ')}
			{more > 0 && <span className="text-muted"> and {more} more</span>}
		</span>
	)
}

const columns: readonly Column<InactiveMember>[] = [
	{
		label: 'Name',
		breaks: true,
		cell: ({ id, name }) => <RowLead href={`/admin/users/${id}`}>{name}</RowLead>,
	},
	{ label: 'Email', breaks: true, cell: ({ email }) => <EmailText email={email} /> },
	{ label: 'Courses in progress', short: 'Courses', breaks: true, cell: (member) => <Courses {...member} /> },
	{
		label: 'Joined',
		isNarrow: true,
		cell: ({ joinedAt }) => <LocalTime when={joinedAt} as="day" />,
	},
	{
		label: 'Last seen',
		sort: 'seen',
		isNarrow: true,
		cell: ({ lastSeenAt }) => (lastSeenAt ? <LocalTime when={lastSeenAt} as="day" /> : 'Never'),
	},
]

interface Props {
	first: { days: UnseenDays; order: 'asc' | 'desc' }
	initial: Page<InactiveMember>
	/** Whether mailings to members are enabled. */
	canWrite: boolean
}

export function InactiveMembers({ first, initial, canWrite }: Props) {
	const { filters, isInitial, setFilters } = useUrlFilters(first)
	const { days, order } = filters
	const query = useList(listInactiveMembersQuery(days, order), { initial: isInitial ? initial : undefined })
	return (
		<>
			<PageHead
				title="Inactive Members"
				back={{ href: '/admin/figures', label: 'Back to Statistics' }}
				line="Active members who have not signed in for a while, and their unfinished courses."
			>
				<a
					className={buttonClass({ variant: 'line' })}
					href={`/admin/figures/inactive/export.csv?days=${days}`}
					download
				>
					<Download aria-hidden="true" className="size-4" strokeWidth={1.75} />
					Save as CSV
				</a>
				{canWrite && query.items.length > 0 && (
					<a className={buttonClass()} href={`/admin/mailings?audience=unseen${days}`}>
						<Mail aria-hidden="true" className="size-4" strokeWidth={1.75} />
						Email them
					</a>
				)}
			</PageHead>
			<search className="mb-5 block max-w-72">
				<SelectField
					label="Inactive for"
					value={days}
					onChange={({ target }) => setFilters({ days: target.value as UnseenDays })}
					options={UNSEEN_DAYS.map((each) => [each, `${each} days`] as const)}
				/>
			</search>
			<ListTable
				list={query}
				failed="The members could not be loaded"
				empty={
					<EmptyState title={`All members were active in the last ${days} days`}>
						Members who joined in that time are not counted.
					</EmptyState>
				}
				atLeast={query.total >= MAX_INACTIVE}
				caption={`Members inactive for ${days} days, ${order === 'asc' ? 'longest inactive first' : 'most recent first'}`}
				columns={columns}
				keyOf={({ id }) => id}
				sorting={{ by: 'seen', isDescending: order === 'desc' }}
				onSort={({ isDescending }) => setFilters({ order: isDescending ? 'desc' : 'asc' })}
			/>
		</>
	)
}
