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
	`${formatNumber(fresh)} new, ${formatNumber(members)} already ${members === 1 ? 'a member' : 'members'}, ${formatNumber(faulty)} with a fault`

/** The result of a dry run, the meaning of each column, and the button that sends the invitations. */
export function DryRunView({ run, isBusy, failure, isMailOff, ...props }: Props) {
	const { withMarked, onColumns, onWithMarked, onInvite, onStartOver } = props
	const { fresh } = run.counts
	const total = fresh + run.counts.members + run.counts.faulty
	return (
		<section aria-label="What would happen" aria-busy={isBusy || undefined}>
			{failure !== undefined && (
				<div className="mb-4">
					<Alert>{failure}</Alert>
				</div>
			)}
			<p className="mb-4 text-title" role="status">
				{summary(run.counts)}
			</p>
			<MissingColumns columns={run.columns} />
			{run.named > 0 && <p className="mb-4 text-muted">{named(run.named)}</p>}
			{run.marked > 0 && <Marked count={run.marked} isChecked={withMarked} isBusy={isBusy} onChange={onWithMarked} />}
			<ColumnFields run={run} isBusy={isBusy} onColumns={onColumns} />
			<div className="mb-6 flex flex-wrap gap-3">
				<Button disabled={fresh === 0 || isMailOff} loading={isBusy} onClick={onInvite}>
					{fresh === 1 ? 'Invite 1 person' : `Invite ${formatNumber(fresh)} people`}
				</Button>
				<Button variant="line" disabled={isBusy} onClick={onStartOver}>
					Another list
				</Button>
			</div>
			<div className="card">
				<DataTable
					caption="People of the list, those with faults first"
					columns={columns}
					rows={run.rows}
					keyOf={keyOf}
				/>
			</div>
			{run.rows.length < total && (
				<p className="mt-3 text-small text-muted">
					{formatNumber(run.rows.length)} of {formatNumber(total)} are shown. The report afterwards has all of them.
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
		label: 'What happens',
		cell: ({ line, state, fault }) => (
			<span>
				{state === 'new' && <Badge tone="done">Is invited</Badge>}
				{state === 'member' && <Badge>Is a member already</Badge>}
				{state === 'faulty' && (
					<>
						<Badge tone="error">Left out</Badge> Row {line}: {fault}
					</>
				)}
			</span>
		),
	},
]

/** Names missing columns; otherwise each row would only report a missing address. */
function MissingColumns({ columns }: { columns: Columns }) {
	if (columns.email !== undefined) return null
	return (
		<div className="mb-6">
			<Alert>It cannot be told by the headings which column has the e-mail addresses. Choose it below.</Alert>
		</div>
	)
}

const named = (count: number) =>
	count === 1
		? 'The list has no name for 1 person: it is made from the address, and can be changed later.'
		: `The list has no names for ${formatNumber(count)} people: they are made from the addresses, and can be changed later.`

type MarkedProps = { count: number; isChecked: boolean; isBusy: boolean; onChange: (isChecked: boolean) => void }

/** Warns about people marked as unsubscribed or undeliverable in the list. */
function Marked({ count, isChecked, isBusy, onChange }: MarkedProps) {
	const people = count === 1 ? '1 person' : `${formatNumber(count)} people`
	return (
		<div className="mb-6 grid gap-3">
			<Alert>
				{`The list says of ${people} that they unsubscribed or that no mail reached them. ${isChecked ? 'They are invited all the same.' : 'They are left out.'}`}
			</Alert>
			<label className="flex items-center gap-3">
				<input
					className="size-6 flex-none"
					type="checkbox"
					checked={isChecked}
					disabled={isBusy}
					onChange={(event) => onChange(event.target.checked)}
				/>
				<span>Invite them all the same</span>
			</label>
		</div>
	)
}

/** The meaning of each column: detected from the headings, editable here. */
function ColumnFields({ run, isBusy, onColumns }: Pick<Props, 'run' | 'isBusy' | 'onColumns'>) {
	function choose(field: Field, value: string) {
		const { [field]: _, ...others } = run.columns
		onColumns(value === '' ? others : { ...others, [field]: Number(value) })
	}
	return (
		<fieldset className="import-columns mb-6" disabled={isBusy}>
			<legend className="mb-2 text-small text-muted">Which column has what</legend>
			{(Object.entries(FIELDS) as [Field, string][]).map(([field, label]) => (
				<SelectField
					key={field}
					label={label}
					value={run.columns[field] ?? ''}
					onChange={(event) => choose(field, event.target.value)}
				>
					<option value="">None</option>
					{run.headings.map((heading, at) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: columns have no other id, and headings may repeat
						<option key={at} value={at}>
							{heading || `Column ${at + 1}`}
						</option>
					))}
				</SelectField>
			))}
		</fieldset>
	)
}
