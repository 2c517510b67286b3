import { useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDialog } from '#src/components/ui/dialogs/ConfirmDialog.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import type { Column } from '#src/components/ui/lists/DataTable.tsx'
import { ListTable } from '#src/components/ui/lists/ListTable.tsx'
import { RowButton } from '#src/components/ui/lists/RowButton.tsx'
import { Progress } from '#src/components/ui/Progress.tsx'
import { MAX_REMINDERS, REMINDER_DAYS } from '#src/features/auth/invitation-contract.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { useList } from '#src/lib/api/query-list.ts'
import type { Page } from '#src/lib/site/page.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { useIsHydrating } from '#src/lib/use-is-hydrating.ts'
import type { UserImport } from '../../../import-contract.ts'
import { cancelImportMutation, listImportsQuery, remindImportMutation } from '../../../queries.ts'

const columns: readonly Column<UserImport>[] = [
	// Columns may wrap, because the actions take a third of the table.
	{ label: 'When', cell: ({ createdAt }) => <LocalTime when={createdAt} /> },
	{ label: 'By', cell: ({ createdByName }) => createdByName },
	{ label: 'Progress', cell: (list) => <ImportProgress list={list} /> },
	{ label: 'Invited', isNumeric: true, cell: ({ invited }) => invited },
	{ label: 'Joined', cell: (list) => <Outcome list={list} /> },
	{ label: 'Known before', isNumeric: true, cell: ({ members }) => members },
	{ label: 'Errors', isNumeric: true, cell: ({ faulty }) => faulty },
]

/** Returns why a list was stopped: an admin canceled it, or its creator is no longer an admin. */
const stoppedBy = ({ cancelledByName, createdByName }: UserImport) =>
	cancelledByName === null
		? `Stopped because ${createdByName} is no longer an admin`
		: `Cancelled by ${cancelledByName}`

function ImportProgress({ list }: { list: UserImport }) {
	const { state, rowCount, waiting, mailsUntil, mailsWait, cancelledAt } = list
	const isHydrating = useIsHydrating()
	if (state === 'loading') return <span>Uploading the list</span>
	if (cancelledAt && state === 'running') return <span>Cancelling...</span>
	if (cancelledAt)
		return (
			<span>
				{stoppedBy(list)}: {waiting} {waiting === 1 ? 'was' : 'were'} not invited
			</span>
		)
	// During hydration, use the server's value: the time may have passed since it was rendered.
	const isMailing = mailsWait && (isHydrating || Date.parse(mailsUntil) > Date.now())
	if (state === 'done' && !isMailing) return <span>Done</span>
	if (state === 'done')
		return (
			<span>
				Done; sending the last emails <LocalTime when={mailsUntil} />
			</span>
		)
	const done = rowCount - waiting
	return (
		<span className="import-progress">
			<Progress
				value={rowCount === 0 ? 0 : (done / rowCount) * 100}
				label="Rows done"
				valueText={`${done} of ${rowCount} rows`}
			/>
			<span aria-hidden="true" className="whitespace-nowrap">
				{formatNumber(done)} of {formatNumber(rowCount)}
			</span>
		</span>
	)
}

/** Shows how many invited people have joined: `2 of 399 have joined`. */
function Outcome({ list: { come, open, due, dueAt } }: { list: UserImport }) {
	const isHydrating = useIsHydrating()
	if (come + open === 0) return <span>Nobody yet</span>
	return (
		<span>
			{formatNumber(come)} of {formatNumber(come + open)} {come === 1 ? 'has' : 'have'} joined
			{due === 0 && dueAt !== null && !isHydrating && (
				<span className="block text-small text-muted">
					Remind them from <LocalTime when={dueAt} as="day" />
				</span>
			)}
		</span>
	)
}

function RemindButton({ list: { id, due } }: { list: UserImport }) {
	const [isConfirming, setConfirming] = useState(false)
	const remind = useMutation(remindImportMutation(id))
	const who = `the ${formatNumber(due)} who ${due === 1 ? 'has' : 'have'} not`
	return (
		<>
			<Button variant="line" className="btn-small" onClick={() => setConfirming(true)}>
				Remind {who}
			</Button>
			{isConfirming && (
				<ConfirmDialog
					title={`Remind ${who} joined?`}
					description={`They get the invitation again, with a new link that works for seven days; the previous one stops working. At most ${MAX_REMINDERS} reminders each, ${REMINDER_DAYS} days apart.`}
					action={{ label: 'Remind them', busy: 'Reminding...', variant: 'primary' }}
					of={remind}
					onConfirm={() => remind.mutate(undefined, { onSuccess: () => setConfirming(false) })}
					onClose={() => setConfirming(false)}
				/>
			)}
		</>
	)
}

const canCancel = ({ state, cancelledAt, mailsWait }: UserImport) =>
	cancelledAt === null && (state === 'running' || (state === 'done' && mailsWait))

function CancelButton({ list: { id, createdAt } }: { list: UserImport }) {
	const [isConfirming, setConfirming] = useState(false)
	const cancel = useMutation(cancelImportMutation(id), { onRefreshed: () => setConfirming(false) })
	return (
		<>
			<RowButton of={`the list from ${createdAt}`} onClick={() => setConfirming(true)}>
				Cancel
			</RowButton>
			{isConfirming && (
				<ConfirmDialog
					title="Stop inviting?"
					description="Invitations already sent cannot be recalled; their links keep working. Nobody else on this list is invited, and their prepared accounts are deleted."
					action={{ label: 'Stop inviting', busy: 'Cancelling...', variant: 'danger' }}
					of={cancel}
					onConfirm={() => cancel.mutate()}
					onClose={() => setConfirming(false)}
				/>
			)}
		</>
	)
}

export function ImportList({ initial }: { initial: Page<UserImport> }) {
	const lists = useList(listImportsQuery, { initial })
	if (lists.items.length === 0 && !lists.error) return null
	return (
		<section className="mt-10" aria-label="Lists of the last month">
			<h2 className="mb-3 text-title">Lists of the last month</h2>
			<ListTable
				list={lists}
				failed="The lists could not be loaded"
				empty={null}
				caption="Lists, newest first"
				columns={columns}
				keyOf={({ id }) => id}
				actions={(list) => (
					<>
						{list.due > 0 && <RemindButton list={list} />}
						{canCancel(list) && <CancelButton list={list} />}
						<a
							className="btn btn-line btn-small"
							href={`/api/admin/user-imports/${list.id}/report`}
							download
							aria-label={`Report on the list from ${list.createdAt}`}
						>
							Report
						</a>
					</>
				)}
			/>
		</section>
	)
}
