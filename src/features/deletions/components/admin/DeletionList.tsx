import { useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { ConfirmDelete } from '#src/components/ui/dialogs/ConfirmDelete.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { type Column, DataTable } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { LoadMore } from '#src/components/ui/lists/LoadMore.tsx'
import { RowButton } from '#src/components/ui/lists/RowButton.tsx'
import { RowMenu } from '#src/components/ui/lists/RowMenu.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { useList } from '#src/lib/api/query-list.ts'
import type { Page } from '#src/lib/site/page.ts'
import { TRASH_DAYS } from '#src/lib/trash.ts'
import { forgetDeletionMutation, listDeletionsQuery, restoreDeletionMutation } from '../../admin-queries.ts'
import type { DeletedKind, Deletion } from '../../contract.ts'

const KINDS: Record<DeletedKind, string> = {
	course: 'Course',
	module: 'Module',
	session: 'Coaching session',
	category: 'Category',
	question: 'Question',
	questionComment: 'Comment on a question',
	courseComment: 'Comment on a course',
	account: 'Account',
}

const columns: readonly Column<Deletion>[] = [
	{
		label: 'What',
		breaks: true,
		cell: ({ kind, name }) => (
			<div className="grid justify-items-start gap-1">
				<Badge>{KINDS[kind]}</Badge>
				<span className="row-name">{name}</span>
			</div>
		),
	},
	{ label: 'Includes', short: 'With', cell: (deletion) => deletion.with.join(', ') || 'Nothing else' },
	{
		label: 'Deleted',
		cell: ({ deletedAt, deletedByName }) => (
			<span>
				<LocalTime when={deletedAt} /> by {deletedByName}
			</span>
		),
	},
	{ label: 'Deleted for good on', isNarrow: true, cell: ({ keptUntil }) => <LocalTime when={keptUntil} as="day" /> },
]

type Restored = Pick<Deletion, 'kind' | 'name'> & { href: string }

const RestoredNotice = ({ name, kind, href }: Restored) => (
	<div className="mb-6">
		<Alert tone="done">
			{name} is restored. {kind === 'account' && 'The account is restored as a member, with its previous password. '}
			<a className="link" href={href}>
				Go to it
			</a>
		</Alert>
	</div>
)

function ForgetDialog({ deletion, onClose }: { deletion: Deletion; onClose(): void }) {
	const others = deletion.kind === 'account' ? ' This person’s data in other deleted items is deleted too.' : ''
	return (
		<ConfirmDelete
			title="Delete for good?"
			text={`This and everything that belongs to it can never be restored.${others}`}
			mutation={forgetDeletionMutation(deletion)}
			onDeleted={onClose}
			onClose={onClose}
		>
			<p className="font-label">{deletion.name}</p>
		</ConfirmDelete>
	)
}

/** Lists recent deletions, with buttons to restore. */
export function DeletionList({ initial }: { initial: Page<Deletion> }) {
	const query = useList(listDeletionsQuery, { initial })
	const restore = useMutation(restoreDeletionMutation)
	const [restored, setRestored] = useState<Restored>()
	const [itemToForget, setItemToForget] = useState<Deletion>()
	const deletions = query.items
	return (
		<>
			{restored && <RestoredNotice key={restored.href + restored.name} {...restored} />}
			{query.error && <FetchError title="Failed to fetch deleted items" error={query.error} onRetry={query.refetch} />}
			{!query.error && deletions.length === 0 && (
				<div className="card">
					<EmptyState title="Nothing was deleted recently">
						Deleted courses, modules, coaching sessions, categories, questions, comments and accounts can be restored
						here for {TRASH_DAYS} days.
					</EmptyState>
				</div>
			)}
			{restore.isError && (
				<div className="mb-6">
					<Alert>
						{restore.variables.name}: {messageOf(restore.error, restore.fallback)}
					</Alert>
				</div>
			)}
			{deletions.length > 0 && (
				<div className="card">
					<DataTable
						caption="Deleted items, most recent first"
						columns={columns}
						rows={deletions}
						keyOf={({ id }) => id}
						actions={(deletion) => (
							<>
								<RowButton
									of={deletion.name}
									loading={restore.isPending && restore.variables.id === deletion.id}
									onClick={() => restore.mutate(deletion, { onSuccess: setRestored })}
								>
									Restore
								</RowButton>
								<RowMenu
									of={deletion.name}
									actions={[{ label: 'Delete for good', isDanger: true, onSelect: () => setItemToForget(deletion) }]}
								/>
							</>
						)}
					/>
				</div>
			)}
			<LoadMore of={query} />
			{itemToForget && <ForgetDialog deletion={itemToForget} onClose={() => setItemToForget(undefined)} />}
		</>
	)
}
