import { type ReactNode, useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { ConfirmDialog } from '#src/components/ui/dialogs/ConfirmDialog.tsx'
import { SelectField } from '#src/components/ui/forms/Field.tsx'
import { type Column, DataTable } from '#src/components/ui/lists/DataTable.tsx'
import { MAX_REMINDERS, REMINDER_DAYS } from '#src/features/auth/invitation-contract.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import {
	type DryRun,
	DUES_FIELDS,
	FIELDS,
	type Field,
	type ListedPerson,
	MAILS_PER_MINUTE,
} from '../../../import-contract.ts'
import { type CourseChoice, CourseFields, type CourseSelection, selectionText } from './GivenCourses.tsx'

type Columns = DryRun['columns']

type Props = {
	run: DryRun
	isBusy: boolean
	failure: string | undefined
	isMailOff: boolean
	/** Whether the invitation's text has unsaved changes. */
	isUnsaved: boolean
	courses: readonly CourseChoice[]
	withMarked: boolean
	onColumns: (columns: Columns) => void
	onWithMarked: (withMarked: boolean) => void
	onInvite: (courses: string) => void
	onRemind: () => void
	onStartOver: () => void
	/** The form for the invitation's text. */
	children: ReactNode
}

/** Summarizes the result: `312 new, 9 already members, 4 with errors`. */
function summary({ fresh, known, faulty }: DryRun['counts']): string {
	const { active, invited, applied, deactivated, rejected } = known
	const others = [
		[invited, 'invited before'],
		[applied, applied === 1 ? 'has applied' : 'have applied'],
		[deactivated, 'deactivated'],
		[rejected, 'rejected'],
	] as const
	return [
		`${formatNumber(fresh)} new`,
		`${formatNumber(active)} already ${active === 1 ? 'a member' : 'members'}`,
		...others.filter(([count]) => count > 0).map(([count, what]) => `${formatNumber(count)} ${what}`),
		`${formatNumber(faulty)} with errors`,
	].join(', ')
}

const peopleText = (count: number) => (count === 1 ? '1 person' : `${formatNumber(count)} people`)

export function DryRunView({ run, isBusy, failure, isMailOff, isUnsaved, courses, children, ...props }: Props) {
	const { withMarked, onColumns, onWithMarked, onInvite, onRemind, onStartOver } = props
	const [selection, setSelection] = useState<CourseSelection>({})
	const [isConfirming, setConfirming] = useState(false)
	const { fresh, members, faulty } = run.counts
	const total = fresh + members + faulty
	return (
		<section aria-label="Preview" aria-busy={isBusy || undefined}>
			{failure !== undefined && (
				<div className="mb-4">
					<Alert>{failure}</Alert>
				</div>
			)}
			<p className="mb-4 text-title" role="status">
				{summary(run.counts)}
			</p>
			{/* Without this column, every row would only report a missing email address. */}
			{run.columns.email === undefined && (
				<div className="mb-6">
					<Alert>We could not find the column with email addresses. Choose it below.</Alert>
				</div>
			)}
			{run.counts.known.invited > 0 && <InvitedBefore run={run} isBusy={isBusy} onRemind={onRemind} />}
			<FilledGaps run={run} />
			{run.dues && <Dues {...run.dues} />}
			{run.marked > 0 && <Marked count={run.marked} isChecked={withMarked} isBusy={isBusy} onChange={onWithMarked} />}
			<ColumnFields run={run} isBusy={isBusy} onColumns={onColumns} />
			<CourseFields courses={courses} selection={selection} isBusy={isBusy} onChange={setSelection} />
			{children}
			{isUnsaved && <p className="mb-3 text-muted">Save the invitation first: it has unsaved changes.</p>}
			<div className="mb-6 flex flex-wrap gap-3">
				<Button disabled={fresh === 0 || isMailOff || isUnsaved} loading={isBusy} onClick={() => setConfirming(true)}>
					Invite {peopleText(fresh)}
				</Button>
				<Button variant="line" disabled={isBusy} onClick={onStartOver}>
					Choose another list
				</Button>
			</div>
			{isConfirming && (
				<ConfirmInvite
					count={fresh}
					isBusy={isBusy}
					onConfirm={() => {
						setConfirming(false)
						onInvite(selectionText(selection))
					}}
					onClose={() => setConfirming(false)}
				/>
			)}
			<div className="card">
				<DataTable caption="People on the list, errors first" columns={columns} rows={run.rows} keyOf={keyOf} />
			</div>
			{run.rows.length < total && (
				<p className="mt-3 text-small text-muted">
					{formatNumber(run.rows.length)} of {formatNumber(total)} are shown. The report lists all of them.
				</p>
			)}
		</section>
	)
}

type ConfirmInviteProps = { count: number; isBusy: boolean; onConfirm: () => void; onClose: () => void }

const ConfirmInvite = ({ count, ...props }: ConfirmInviteProps) => (
	<ConfirmDialog
		title={`Invite ${peopleText(count)}?`}
		description={`Each gets the invitation with a link that works for seven days. ${MAILS_PER_MINUTE} go out each minute. Invitations already sent cannot be recalled.`}
		action={{ label: 'Invite', busy: 'Inviting...', variant: 'primary' }}
		{...props}
	/>
)

const keyOf = ({ line }: ListedPerson) => String(line)

const columns: readonly Column<ListedPerson>[] = [
	{ label: 'Row', isNumeric: true, isNarrow: true, cell: ({ line }) => line },
	{ label: 'Name', breaks: true, cell: ({ name }) => name || 'None' },
	{ label: 'Email', breaks: true, cell: ({ email }) => email || 'None' },
	{
		label: 'Result',
		cell: ({ line, state, memberStatus, fault }) => (
			<span>
				{state === 'new' && <Badge tone="done">Will be invited</Badge>}
				{state === 'member' && <Badge>{memberStatusTexts[memberStatus ?? 'active']}</Badge>}
				{state === 'faulty' && (
					<>
						<Badge tone="error">Skipped</Badge> Row {line}: {fault}
					</>
				)}
			</span>
		),
	},
]

const memberStatusTexts = {
	active: 'Already a member',
	invited: 'Invited before',
	applied: 'Has applied',
	deactivated: 'Deactivated',
	rejected: 'Application rejected',
} as const

const unnamedText = (count: number) =>
	count === 1
		? '1 person has no name in the list. We use the email address; you can change the name later.'
		: `${formatNumber(count)} people have no name in the list. We use the email address; you can change the names later.`

const undatedText = (count: number) =>
	count === 1
		? '1 person has a join date that we cannot read. We use today’s date.'
		: `${formatNumber(count)} people have a join date that we cannot read. We use today’s date.`

/** Shows what replaces missing names and unreadable join dates. */
const FilledGaps = ({ run }: Pick<Props, 'run'>) => (
	<>
		{run.named > 0 && <p className="mb-4 text-muted">{unnamedText(run.named)}</p>}
		{run.undated > 0 && <p className="mb-4 text-muted">{undatedText(run.undated)}</p>}
	</>
)

/** Shows how many people get a membership, and how many have an unknown plan. */
function Dues({ members, otherPlan }: NonNullable<DryRun['dues']>) {
	if (members === 0 && otherPlan === 0) return null
	return (
		<p className="mb-4 text-muted">
			{members > 0 && `${peopleText(members)} will get a membership with the plan and dates from the list. `}
			{otherPlan > 0 &&
				`${peopleText(otherPlan)} ${otherPlan === 1 ? 'has' : 'have'} a plan that the club does not have: anyone with a paid day is put on the first plan; anyone without one owes no dues.`}
		</p>
	)
}

/** Offers reminders for people on the list who were already invited. */
function InvitedBefore({ run, isBusy, onRemind }: Pick<Props, 'run' | 'isBusy' | 'onRemind'>) {
	const { due } = run
	const { invited } = run.counts.known
	return (
		<div className="card card-body mb-6">
			<p>
				{invited === 1 ? '1 person was' : `${formatNumber(invited)} people were`} invited before and{' '}
				{invited === 1 ? 'has' : 'have'} not joined yet.{' '}
				{due === 0 && `They got an email in the last ${REMINDER_DAYS} days, or ${MAX_REMINDERS} reminders.`}
			</p>
			{due > 0 && (
				<Button variant="line" className="btn-small mt-3" loading={isBusy} onClick={onRemind}>
					Remind the {formatNumber(due)} who {due === 1 ? 'has' : 'have'} not
				</Button>
			)}
		</div>
	)
}

type MarkedProps = { count: number; isChecked: boolean; isBusy: boolean; onChange: (isChecked: boolean) => void }

function Marked({ count, isChecked, isBusy, onChange }: MarkedProps) {
	const people = count === 1 ? '1 person' : `${formatNumber(count)} people`
	return (
		<div className="mb-6 grid gap-3">
			<Alert>
				{`The list marks ${people} as unsubscribed or unreachable. ${isChecked ? 'They will be invited anyway.' : 'They will be skipped.'}`}
			</Alert>
			<label className="flex items-center gap-3">
				<input
					className="size-6 flex-none"
					type="checkbox"
					checked={isChecked}
					disabled={isBusy}
					onChange={(event) => onChange(event.target.checked)}
				/>
				<span>Invite them anyway</span>
			</label>
		</div>
	)
}

function ColumnFields({ run, isBusy, onColumns }: Pick<Props, 'run' | 'isBusy' | 'onColumns'>) {
	function choose(field: Field, value: string) {
		const { [field]: _, ...others } = run.columns
		onColumns(value === '' ? others : { ...others, [field]: Number(value) })
	}
	const fields = (Object.keys(FIELDS) as Field[]).filter((field) => run.dues || !DUES_FIELDS.includes(field))
	return (
		<fieldset className="import-columns mb-6" disabled={isBusy}>
			<legend className="mb-2 text-small text-muted">Columns</legend>
			{fields.map((field) => (
				<SelectField
					key={field}
					label={FIELDS[field]}
					value={run.columns[field] ?? ''}
					onChange={(event) => choose(field, event.target.value)}
					options={[['', 'None'], ...run.headings.map((text, at) => [String(at), text || `Column ${at + 1}`] as const)]}
				/>
			))}
		</fieldset>
	)
}
