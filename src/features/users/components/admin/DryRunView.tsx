import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { SelectField } from '#src/components/ui/forms/Field.tsx'
import { type Column, DataTable } from '#src/components/ui/lists/DataTable.tsx'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { type DryRun, FIELDS, type Field, type ListedPerson } from '../../import-contract.ts'

type Columns = DryRun['columns']

type Props = {
	run: DryRun
	isBusy: boolean
	failure: string | undefined
	isMailOff: boolean
	withMarked: boolean
	onColumns: (columns: Columns) => void
	onWithMarked: (withMarked: boolean) => void
	onInvite: () => void
	onStartOver: () => void
}

/** Summarizes the result: `312 new, 9 already members, 4 with a fault`. */
const summary = ({ fresh, members, faulty }: DryRun['counts']) =>
	`${formatNumber(fresh)} new, ${formatNumber(members)} already ${members === 1 ? 'a member' : 'members'}, ${formatNumber(faulty)} with errors`

export function DryRunView({ run, isBusy, failure, isMailOff, ...props }: Props) {
	const { withMarked, onColumns, onWithMarked, onInvite, onStartOver } = props
	const { fresh } = run.counts
	const total = fresh + run.counts.members + run.counts.faulty
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
			{/* Otherwise each row would only report a missing address. */}
			{run.columns.email === undefined && (
				<div className="mb-6">
					<Alert>We could not find the column with email addresses. Choose it below.</Alert>
				</div>
			)}
			{run.named > 0 && <p className="mb-4 text-muted">{named(run.named)}</p>}
			{run.marked > 0 && <Marked count={run.marked} isChecked={withMarked} isBusy={isBusy} onChange={onWithMarked} />}
			<ColumnFields run={run} isBusy={isBusy} onColumns={onColumns} />
			<div className="mb-6 flex flex-wrap gap-3">
				<Button disabled={fresh === 0 || isMailOff} loading={isBusy} onClick={onInvite}>
					{fresh === 1 ? 'Invite 1 person' : `Invite ${formatNumber(fresh)} people`}
				</Button>
				<Button variant="line" disabled={isBusy} onClick={onStartOver}>
					Choose another list
				</Button>
			</div>
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

const keyOf = ({ line }: ListedPerson) => String(line)

const columns: readonly Column<ListedPerson>[] = [
	{ label: 'Row', isNumeric: true, isNarrow: true, cell: ({ line }) => line },
	{ label: 'Name', breaks: true, cell: ({ name }) => name || 'None' },
	{ label: 'Email', breaks: true, cell: ({ email }) => email || 'None' },
	{
		label: 'Result',
		cell: ({ line, state, fault }) => (
			<span>
				{state === 'new' && <Badge tone="done">Will be invited</Badge>}
				{state === 'member' && <Badge>Already a member</Badge>}
				{state === 'faulty' && (
					<>
						<Badge tone="error">Skipped</Badge> Row {line}: {fault}
					</>
				)}
			</span>
		),
	},
]

const named = (count: number) =>
	count === 1
		? '1 person has no name in the list. We use the email address; you can change the name later.'
		: `${formatNumber(count)} people have no name in the list. We use the email address; you can change the names later.`

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
	return (
		<fieldset className="import-columns mb-6" disabled={isBusy}>
			<legend className="mb-2 text-small text-muted">Columns</legend>
			{(Object.entries(FIELDS) as [Field, string][]).map(([field, label]) => (
				<SelectField
					key={field}
					label={label}
					value={run.columns[field] ?? ''}
					onChange={(event) => choose(field, event.target.value)}
					options={[['', 'None'], ...run.headings.map((text, at) => [String(at), text || `Column ${at + 1}`] as const)]}
				/>
			))}
		</fieldset>
	)
}
