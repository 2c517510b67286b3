import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDelete } from '#src/components/ui/dialogs/ConfirmDelete.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { type Column, DataTable, RowLead } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { type RowAction, RowMenu } from '#src/components/ui/lists/RowMenu.tsx'
import { useQuery } from '#src/lib/api/query.ts'
import type { Activity } from '../../admin-contract.ts'
import { deleteActivityMutation, listActivitiesQuery } from '../../admin-queries.ts'
import { FORMAT_LABELS, type RuleSet } from '../../rules-schema.ts'
import { ActivityDialog } from './ActivityDialog.tsx'
import { KIND_LABELS } from './activity-form.ts'

type Open = { kind: 'edit'; activity?: Activity } | { kind: 'delete'; activity: Activity } | undefined

const activityHref = (id: string) => `/admin/cle/activities/${id}`

const columnsOf = (nameOf: (jurisdiction: string) => string): Column<Activity>[] => [
	{
		label: 'Activity',
		breaks: true,
		cell: ({ id, title, kind, offered }) => (
			<span className="grid justify-items-start gap-1">
				<RowLead href={activityHref(id)}>{title}</RowLead>
				<span className="flex flex-wrap items-center gap-2 text-small text-muted">
					{KIND_LABELS[kind]} {!offered && <Badge>Not offered</Badge>}
				</span>
			</span>
		),
	},
	{ label: 'Minutes', isNumeric: true, cell: ({ minutes }) => minutes },
	{ label: 'Format', cell: ({ format }) => FORMAT_LABELS[format] },
	{
		label: 'Accredited in',
		cell({ accreditations }) {
			const names = new Set(accreditations.map(({ jurisdiction }) => nameOf(jurisdiction)))
			if (names.size === 0) return <span className="text-muted">Not accredited</span>
			return (
				<span className="flex flex-wrap gap-1.5">
					{[...names].map((name) => (
						<Badge key={name} tone="done">
							{name}
						</Badge>
					))}
				</span>
			)
		},
	},
	{ label: 'Credits given', isNumeric: true, cell: ({ given }) => given },
]

type Props = { activities: Activity[]; rules: readonly RuleSet[] }

/** Lists the activities that members can attend for credit. */
export function ActivitiesAdmin({ activities: first, rules }: Props) {
	const { data: activities, error, refetch } = useQuery(listActivitiesQuery, { initial: first })
	const [open, setOpen] = useState<Open>()
	const close = () => setOpen(undefined)
	const nameOf = (code: string) => rules.find(({ jurisdiction }) => jurisdiction === code)?.name ?? code
	const menuOf = (activity: Activity): RowAction[] => [
		{ label: 'Edit', onSelect: () => setOpen({ kind: 'edit', activity }) },
		{ label: 'Accreditations', href: activityHref(activity.id) },
		{ label: 'Attendance', href: `/admin/cle/attendance?activity=${activity.id}` },
		{ label: 'Delete', isDanger: true, onSelect: () => setOpen({ kind: 'delete', activity }) },
	]
	const add = (
		<Button onClick={() => setOpen({ kind: 'edit' })}>
			<Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />
			Add activity
		</Button>
	)
	return (
		<>
			{activities.length > 0 && <div className="mb-5 flex justify-end">{add}</div>}
			{error && <FetchError title="The activities could not be loaded" error={error} onRetry={refetch} />}
			<div className="card">
				{activities.length === 0 ? (
					<EmptyState title="No activities yet" action={add}>
						An activity is a course, module, session or recording that members can attend for credit.
					</EmptyState>
				) : (
					<DataTable
						caption="Activities, by title"
						columns={columnsOf(nameOf)}
						rows={activities}
						keyOf={({ id }) => id}
						actions={(activity) => <RowMenu of={activity.title} actions={menuOf(activity)} />}
					/>
				)}
			</div>
			{open?.kind === 'edit' && <ActivityDialog activity={open.activity} rules={rules} onClose={close} />}
			{open?.kind === 'delete' && (
				<ConfirmDelete
					title={`Delete ${open.activity.title}?`}
					text="Only an activity that nobody has attended can be deleted. Its accreditations are deleted too."
					mutation={deleteActivityMutation(open.activity.id)}
					onDeleted={close}
					onClose={close}
				/>
			)}
		</>
	)
}
