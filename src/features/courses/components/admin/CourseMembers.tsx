import { useEffect, useState } from 'react'
import { EmailText } from '#src/components/ui/EmailText.tsx'
import { TextField } from '#src/components/ui/forms/Field.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { type Column, RowLead } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { ListTable } from '#src/components/ui/lists/ListTable.tsx'
import { Progress } from '#src/components/ui/Progress.tsx'
import { useList } from '#src/lib/api/query-list.ts'
import { useUrlFilters } from '#src/lib/lists/address-filters.ts'
import type { Page } from '#src/lib/site/page.ts'
import { useDebounced } from '#src/lib/use-settled.ts'
import { listCourseMembersQuery } from '../../admin-queries.ts'
import { percentOf } from '../../course-format.ts'
import { type CourseMember, MAX_COUNTED } from '../../workspace-contract.ts'

const columns: readonly Column<CourseMember>[] = [
	{
		label: 'Name',
		cell: ({ id, name, isActive }) => (
			<span>
				<RowLead href={`/admin/users/${id}`}>{name}</RowLead>
				{!isActive && <span className="block text-small text-muted">Inactive</span>}
			</span>
		),
	},
	{ label: 'Email', breaks: true, cell: ({ email }) => <EmailText email={email} /> },
	{
		label: 'Progress',
		cell: (member) => (
			<span className="course-member-progress">
				<Progress value={percentOf(member)} label={`Progress of ${member.name}`} />
				<span className="text-small text-muted">
					{member.completed} of {member.total}
				</span>
			</span>
		),
	},
	{ label: 'Enrolled', isNarrow: true, cell: ({ enrolledAt }) => <LocalTime when={enrolledAt} as="day" /> },
	{
		label: 'Last seen',
		isNarrow: true,
		cell: ({ lastSeenAt }) => (lastSeenAt ? <LocalTime when={lastSeenAt} as="day" /> : 'Never'),
	},
]

type Props = {
	courseId: string
	/** The search in the URL, and the first page of its results. */
	search: string
	initial: Page<CourseMember>
}

export function CourseMembers({ courseId, search: first, initial }: Props) {
	const { setFilters } = useUrlFilters({ search: first })
	const [typed, setTyped] = useState(first)
	const search = useDebounced(typed.trim())
	useEffect(() => setFilters({ search }), [search, setFilters])
	const query = useList(listCourseMembersQuery(courseId, search), { initial: search === first ? initial : undefined })
	return (
		<>
			<h2 className="section-title">Members</h2>
			<p className="section-line">Members enrolled in this course, newest first.</p>
			<search className="mb-5 block max-w-reading">
				<TextField
					label="Search"
					type="search"
					placeholder="Name, username or email"
					autoComplete="off"
					maxLength={200}
					value={typed}
					onChange={(event) => setTyped(event.target.value)}
				/>
			</search>
			<ListTable
				list={query}
				failed="Failed to fetch members"
				empty={
					<EmptyState title={search === '' ? 'No members enrolled yet' : 'No members found'}>
						{search === '' ? 'Enrolled members appear here.' : 'Try another word.'}
					</EmptyState>
				}
				atLeast={query.total >= MAX_COUNTED}
				caption="Members of the course, newest first"
				columns={columns}
				keyOf={({ id }) => id}
			/>
		</>
	)
}
