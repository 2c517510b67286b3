import { useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { SelectField, TextField } from '#src/components/ui/forms/Field.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { type Column, DataTable } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { RowButton } from '#src/components/ui/lists/RowButton.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import type { RuleSet } from '#src/features/cle/rules-schema.ts'
import { useMutation, useQuery } from '#src/lib/api/query.ts'
import { daysBetween, formatDay } from '#src/lib/dates/calendar-day.ts'
import { queryOf } from '#src/lib/lists/address-filters.ts'
import { counted } from '#src/lib/text/format-number.ts'
import type { Evaluation, Upload } from '../../admin-contract.ts'
import { listUploadsQuery, markUploadMutation } from '../../admin-queries.ts'
import { EVALUATION_QUESTIONS } from '../../contract.ts'

/** An upload is urgent from this many days before its deadline. */
const URGENT_DAYS = 14

function Due({ dueOn, today }: { dueOn: string; today: string }) {
	const daysLeft = daysBetween(today, dueOn)
	const tone = daysLeft < 0 ? 'error' : daysLeft <= URGENT_DAYS ? 'brass' : 'neutral'
	const text =
		daysLeft < 0 ? 'Overdue' : daysLeft === 0 ? 'Today' : `${daysLeft} ${daysLeft === 1 ? 'day' : 'days'} left`
	return (
		<span className="grid justify-items-start gap-1">
			<span className="whitespace-nowrap">{formatDay(dueOn)}</span> <Badge tone={tone}>{text}</Badge>
		</span>
	)
}

const uploadKey = ({ jurisdiction, activity, day }: Upload) => `${jurisdiction} ${activity.id} ${day}`

const uploadFileUrl = ({ jurisdiction, activity, day }: Upload) =>
	`/api/admin/cle/uploads.csv?${queryOf({ jurisdiction, activity: activity.id, day })}`

const uploadColumns = (today: string): readonly Column<Upload>[] => [
	{
		label: 'Activity',
		breaks: true,
		cell: ({ activity, text, jurisdictionName }) => (
			<span className="grid gap-1">
				{activity.title}
				<span className="text-small text-muted">
					{jurisdictionName}: {text}
				</span>
			</span>
		),
	},
	{ label: 'Day', isNarrow: true, cell: ({ day }) => formatDay(day) },
	{ label: 'Attendees', isNumeric: true, cell: ({ attendees }) => attendees },
	{
		label: 'Due',
		cell: ({ dueOn, doneAt, doneBy }) =>
			doneAt === null ? (
				<Due dueOn={dueOn} today={today} />
			) : (
				<span className="grid justify-items-start gap-1">
					<Badge tone="done">Done</Badge>
					<span className="text-small text-muted">
						<LocalTime when={doneAt} as="day" /> by {doneBy}
					</span>
				</span>
			),
	},
]

/** Lists the uploads that boards require from the provider after an activity, with their deadlines. */
function Uploads({ initial, today }: { initial: Upload[]; today: string }) {
	const { data: uploads, error, refetch } = useQuery(listUploadsQuery, { initial })
	const mark = useMutation(markUploadMutation)
	return (
		<section className="mb-12" aria-labelledby="uploads-title">
			<h2 id="uploads-title" className="text-title">
				Uploads to boards
			</h2>
			<p className="mt-1 mb-4 max-w-reading text-muted">
				Nothing is sent to a board for you. Save the file, upload it to the board, and mark it as done.
			</p>
			{error && <FetchError title="The uploads could not be loaded" error={error} onRetry={refetch} />}
			<div className="card">
				{uploads.length === 0 ? (
					<EmptyState title="Nothing to upload">
						An accredited activity appears here once a member has completed it, if the board asks for an upload.
					</EmptyState>
				) : (
					<DataTable
						caption="Uploads, the most urgent first"
						columns={uploadColumns(today)}
						rows={uploads}
						keyOf={uploadKey}
						actions={(upload) => (
							<>
								<a
									className={buttonClass({ variant: 'line', className: 'btn-small' })}
									href={uploadFileUrl(upload)}
									download
									aria-label={`Save file of ${upload.activity.title}, ${formatDay(upload.day)}`}
								>
									Save file
								</a>
								<RowButton of={upload.activity.title} disabled={mark.isPending} onClick={() => mark.mutate(upload)}>
									{upload.doneAt === null ? 'Mark as done' : 'Mark as not done'}
								</RowButton>
							</>
						)}
					/>
				)}
			</div>
		</section>
	)
}

/** Offers downloads of the records, for an auditor. */
function Downloads({ rules }: { rules: readonly RuleSet[] }) {
	const [filters, setFilters] = useState({ jurisdiction: '', from: '', to: '' })
	const query = queryOf(filters)
	const suffix = query ? `?${query}` : ''
	return (
		<section className="mb-12" aria-labelledby="records-title">
			<h2 id="records-title" className="text-title">
				Records for audit
			</h2>
			<p className="mt-1 mb-4 max-w-reading text-muted">
				The list shows who attended what and when, and how it was verified. The archive adds every certificate, the
				evidence and its hashes. Each download is recorded in the audit.
			</p>
			<div className="card card-body">
				<div className="grid items-start gap-5 sm:grid-cols-3">
					<SelectField
						label="Jurisdiction"
						value={filters.jurisdiction}
						onChange={(event) => setFilters({ ...filters, jurisdiction: event.target.value })}
						options={[['', 'All'], ...rules.map(({ jurisdiction, name }) => [jurisdiction, name] as const)]}
					/>
					<TextField
						optional
						type="date"
						label="Completed from"
						value={filters.from}
						onChange={(event) => setFilters({ ...filters, from: event.target.value })}
					/>
					<TextField
						optional
						type="date"
						label="Completed to"
						value={filters.to}
						onChange={(event) => setFilters({ ...filters, to: event.target.value })}
					/>
				</div>
				<p className="mt-4 flex flex-wrap gap-3">
					<a className={buttonClass({ variant: 'line' })} href={`/api/admin/cle/records.csv${suffix}`} download>
						Save the list as CSV
					</a>
					<a className={buttonClass({ variant: 'line' })} href={`/api/admin/cle/records.zip${suffix}`} download>
						Save the archive as ZIP
					</a>
				</p>
			</div>
		</section>
	)
}

const formatMean = (hundredths: number) => (hundredths / 100).toFixed(1)

/** Shows the anonymous evaluations of activities. */
function Evaluations({ evaluations }: { evaluations: readonly Evaluation[] }) {
	return (
		<section aria-labelledby="evaluations-title">
			<h2 id="evaluations-title" className="mb-4 text-title">
				Evaluations
			</h2>
			{evaluations.length === 0 ? (
				<div className="card">
					<EmptyState title="No evaluations yet">
						Members are asked after an activity. Answers are anonymous and optional.
					</EmptyState>
				</div>
			) : (
				<div className="grid gap-6">
					{evaluations.map(({ activity, forms, means, texts }) => (
						<div key={activity.id} className="card card-body">
							<h3 className="text-subtitle">{activity.title}</h3>
							<p className="text-small text-muted">
								{counted(forms, 'answer')}, from 1 (disagree strongly) to 5 (agree strongly)
							</p>
							<dl className="mt-3 max-w-reading">
								{EVALUATION_QUESTIONS.map((question, index) => (
									<div key={question} className="flex items-baseline justify-between gap-4 py-1.5">
										<dt className="text-muted">{question}</dt>
										<dd className="flex-none tabular-nums">{formatMean(means[index] ?? 0)}</dd>
									</div>
								))}
							</dl>
							{texts.length > 0 && (
								<ul className="mt-4 grid gap-3 border-t border-rule pt-4">
									{Object.entries(texts).map(([key, text]) => (
										<li key={key} className="post">
											{text}
										</li>
									))}
								</ul>
							)}
						</div>
					))}
				</div>
			)}
		</section>
	)
}

type Props = { uploads: Upload[]; evaluations: readonly Evaluation[]; rules: readonly RuleSet[]; today: string }

/** Shows the uploads, records and evaluations that boards and auditors require from the club as a provider. */
export const RecordsAdmin = ({ uploads, evaluations, rules, today }: Props) => (
	<>
		<Uploads initial={uploads} today={today} />
		<Downloads rules={rules} />
		<Evaluations evaluations={evaluations} />
	</>
)
