import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { SelectField } from '#src/components/ui/forms/Field.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { type Column, RowLead } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { ListTable } from '#src/components/ui/lists/ListTable.tsx'
import type { Activity } from '#src/features/cle/admin-contract.ts'
import { useList } from '#src/lib/api/query-list.ts'
import { useUrlFilters } from '#src/lib/lists/address-filters.ts'
import type { Page } from '#src/lib/site/page.ts'
import type { AttendanceRow } from '../../admin-contract.ts'
import { type AttendanceFilters, listAttendancesQuery } from '../../admin-queries.ts'
import { attendanceState } from '../../contract.ts'
import { attendanceHref, progressText, STATE_LABELS, STATE_TONES } from './attendance-text.ts'
import { ParticipantsImport } from './ParticipantsImport.tsx'

export const stateOf = (text: string | null): AttendanceFilters['state'] =>
	attendanceState.options.find((state) => state === text) ?? ''

const columns: readonly Column<AttendanceRow>[] = [
	{
		label: 'Member',
		breaks: true,
		cell: ({ id, member, activity }) => (
			<RowLead href={attendanceHref(id)} label={`${member.name}, ${activity.title}`}>
				{member.name}
			</RowLead>
		),
	},
	{ label: 'Activity', breaks: true, cell: ({ activity }) => activity.title },
	{ label: 'State', cell: ({ state }) => <Badge tone={STATE_TONES[state]}>{STATE_LABELS[state]}</Badge> },
	{ label: 'Confirmed', isNarrow: true, cell: progressText },
	{
		label: 'Codes',
		isNarrow: true,
		cell: ({ codesEntered, codesTotal, wrongTries }) =>
			`${codesEntered} of ${codesTotal}${wrongTries > 0 ? `, ${wrongTries} wrong` : ''}`,
	},
	{ label: 'Started', isNarrow: true, cell: ({ openedAt }) => <LocalTime when={openedAt} as="day" /> },
]

type Props = {
	first: AttendanceFilters
	initial: Page<AttendanceRow>
	activities: readonly Pick<Activity, 'id' | 'title' | 'kind'>[]
}

/** Lists attendances, with filters for state and activity. */
export function AttendanceAdmin({ first, initial, activities }: Props) {
	const { filters, isInitial, isFiltered, setFilters } = useUrlFilters(
		{ state: first.state as string, activity: first.activity },
		{ remember: '/admin/cle/attendance' },
	)
	const { activity } = filters
	const state = stateOf(filters.state)
	const list = useList(listAttendancesQuery({ state, activity }), { initial: isInitial ? initial : undefined })
	const selectedActivity = activities.find(({ id }) => id === activity)
	return (
		<>
			<div className="mb-5 flex flex-wrap items-end gap-4">
				<div className="w-full sm:w-56">
					<SelectField
						label="State"
						value={state}
						onChange={(event) => setFilters({ state: event.target.value })}
						options={{ '': 'All states', ...STATE_LABELS }}
					/>
				</div>
				<div className="w-full sm:w-80">
					<SelectField
						label="Activity"
						value={activity}
						onChange={(event) => setFilters({ activity: event.target.value })}
						options={[['', 'All activities'], ...activities.map(({ id, title }) => [id, title] as const)]}
					/>
				</div>
			</div>
			{selectedActivity?.kind === 'session' && (
				<ParticipantsImport key={selectedActivity.id} activityId={selectedActivity.id} />
			)}
			<ListTable
				list={list}
				failed="The attendances could not be loaded"
				empty={
					isFiltered ? (
						<EmptyState
							title="No attendances match"
							action={
								<Button variant="line" onClick={() => setFilters({ state: '', activity: '' })}>
									Clear filters
								</Button>
							}
						/>
					) : (
						<EmptyState title="No attendances yet">
							They appear here when members start an activity for credit.
						</EmptyState>
					)
				}
				caption="Attendances, newest first"
				columns={columns}
				keyOf={({ id }) => id}
			/>
		</>
	)
}
