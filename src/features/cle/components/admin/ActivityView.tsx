import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDelete } from '#src/components/ui/dialogs/ConfirmDelete.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { type Fact, FactList } from '#src/components/ui/FactList.tsx'
import { type Column, DataTable, RowLead } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { PageHead } from '#src/components/ui/lists/PageHead.tsx'
import { type RowAction, RowMenu } from '#src/components/ui/lists/RowMenu.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { useQuery } from '#src/lib/api/query.ts'
import { formatDay } from '#src/lib/dates/calendar-day.ts'
import type { Accreditation, Activity } from '../../admin-contract.ts'
import { deleteAccreditationMutation, listActivitiesQuery } from '../../admin-queries.ts'
import { formatCredits } from '../../cle-text.ts'
import { FORMAT_LABELS, type RuleSet } from '../../rules-schema.ts'
import { AccreditationDialog } from './AccreditationDialog.tsx'
import { ActivityDialog } from './ActivityDialog.tsx'
import { KIND_LABELS } from './activity-form.ts'

type Open =
	| { kind: 'edit' }
	| { kind: 'accreditation'; accreditation?: Accreditation }
	| { kind: 'delete'; accreditation: Accreditation }
	| undefined

const labelsOf = (rules: readonly RuleSet[], code: string) => {
	const own = rules.find(({ jurisdiction }) => jurisdiction === code)
	return {
		name: own?.name ?? code,
		labelOf: (category: string) => own?.categories.find(({ id }) => id === category)?.label ?? category,
	}
}

const columnsOf = (rules: readonly RuleSet[], onOpen: (open: Open) => void): Column<Accreditation>[] => [
	{
		label: 'Jurisdiction',
		cell: (accreditation) => (
			<RowLead onOpen={() => onOpen({ kind: 'accreditation', accreditation })}>
				{labelsOf(rules, accreditation.jurisdiction).name}
			</RowLead>
		),
	},
	{ label: 'Number', breaks: true, cell: ({ number }) => number },
	{
		label: 'Credits',
		isLong: true,
		cell({ credits, jurisdiction, transitional }) {
			const { labelOf } = labelsOf(rules, jurisdiction)
			return (
				<span className="grid justify-items-start gap-1">
					{Object.entries(credits).map(([category, hundredths]) => (
						<span key={category}>
							{formatCredits(hundredths)} {labelOf(category)}
						</span>
					))}
					{transitional && <Badge>Transitional</Badge>}
				</span>
			)
		},
	},
	{ label: 'Formats', cell: ({ formats }) => formats.map((one) => FORMAT_LABELS[one]).join(', ') },
	{
		label: 'Valid',
		cell: ({ validFrom, validTo }) =>
			validTo ? `${formatDay(validFrom)} to ${formatDay(validTo)}` : `From ${formatDay(validFrom)}`,
	},
]

const factsOf = ({ kind, minutes, format, minutesByCategory, offered, spokenCodes, given }: Activity): Fact[] => [
	['Kind', KIND_LABELS[kind]],
	['Minutes of instruction', minutes],
	['Format', FORMAT_LABELS[format]],
	...(minutesByCategory
		? [
				[
					'Minutes by category',
					Object.entries(minutesByCategory)
						.map(([category, count]) => `${category} ${count}`)
						.join(', '),
				] as const,
			]
		: []),
	['Offered for credit', offered ? 'Yes' : 'No'],
	...(spokenCodes.length > 0 ? [['Spoken codes', spokenCodes.join(', ')] as const] : []),
	['Credits given', given],
]

type Props = { id: string; activities: Activity[]; rules: readonly RuleSet[]; today: string }

/** Shows an activity and its accreditations. */
export function ActivityView({ id, activities: first, rules, today }: Props) {
	const { data, error, refetch } = useQuery(listActivitiesQuery, { initial: first })
	const activity = data.find((one) => one.id === id) ?? first.find((one) => one.id === id)
	const [open, setOpen] = useState<Open>()
	const close = () => setOpen(undefined)
	if (!activity) return null
	return (
		<>
			<PageHead title={activity.title} back={{ href: '/admin/cle', label: 'Back to activities' }}>
				<a className={buttonClass({ variant: 'line' })} href={`/admin/cle/attendance?activity=${id}`}>
					Attendance
				</a>
				<Button variant="line" onClick={() => setOpen({ kind: 'edit' })}>
					Edit
				</Button>
			</PageHead>
			{error && <FetchError title="The activity could not be loaded" error={error} onRetry={refetch} />}
			<section className="card card-body mb-10" aria-label="About the activity">
				<FactList className="member-facts" facts={factsOf(activity)} />
			</section>
			<Accreditations accreditations={activity.accreditations} rules={rules} onOpen={setOpen} />
			<OpenDialog open={open} activity={activity} rules={rules} today={today} onClose={close} />
		</>
	)
}

type AccreditationsProps = {
	accreditations: readonly Accreditation[]
	rules: readonly RuleSet[]
	onOpen: (open: Open) => void
}

/** Lists the credits that boards granted. */
function Accreditations({ accreditations, rules, onOpen }: AccreditationsProps) {
	const menuOf = (accreditation: Accreditation): RowAction[] => [
		{ label: 'Edit', onSelect: () => onOpen({ kind: 'accreditation', accreditation }) },
		{ label: 'Delete', isDanger: true, onSelect: () => onOpen({ kind: 'delete', accreditation }) },
	]
	const add = (
		<Button onClick={() => onOpen({ kind: 'accreditation' })}>
			<Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />
			Add accreditation
		</Button>
	)
	return (
		<section aria-labelledby="accreditations-title">
			<div className="mb-4 flex flex-wrap items-center justify-between gap-3">
				<h2 id="accreditations-title" className="text-title">
					Accreditations
				</h2>
				{accreditations.length > 0 && add}
			</div>
			<div className="card">
				{accreditations.length === 0 ? (
					<EmptyState title="Not accredited" action={add}>
						Members get a record of completion. Whether it counts is for them and their board.
					</EmptyState>
				) : (
					<DataTable
						caption="Accreditations"
						columns={columnsOf(rules, onOpen)}
						rows={accreditations}
						keyOf={(accreditation) => accreditation.id}
						actions={(accreditation) => (
							<RowMenu
								of={`${labelsOf(rules, accreditation.jurisdiction).name} ${accreditation.number}`}
								actions={menuOf(accreditation)}
							/>
						)}
					/>
				)}
			</div>
		</section>
	)
}

interface OpenDialogProps extends Pick<Props, 'rules' | 'today'> {
	open: Open
	activity: Activity
	onClose: () => void
}

function OpenDialog({ open, activity, rules, today, onClose }: OpenDialogProps) {
	switch (open?.kind) {
		case 'edit':
			return <ActivityDialog activity={activity} rules={rules} onClose={onClose} />
		case 'accreditation':
			return <AccreditationDialog {...{ activity, rules, today, onClose }} accreditation={open.accreditation} />
		case 'delete':
			return (
				<ConfirmDelete
					title={`Delete the accreditation ${open.accreditation.number}?`}
					text="Credits already given stay. From now on, this accreditation gives none."
					mutation={deleteAccreditationMutation(open.accreditation.id)}
					onDeleted={onClose}
					onClose={onClose}
				/>
			)
		default:
			return null
	}
}
