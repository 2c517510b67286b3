import { type Column, DataTable } from '#src/components/ui/DataTable.tsx'
import { FetchError } from '#src/components/ui/FetchError.tsx'
import { LoadMore } from '#src/components/ui/LoadMore.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { Progress } from '#src/components/ui/Progress.tsx'
import type { Page } from '#src/lib/page.ts'
import { useList } from '#src/lib/query-list.ts'
import type { UserImport } from '../../import-contract.ts'
import { listImportsQuery } from '../../import-queries.ts'

const columns: readonly Column<UserImport>[] = [
	{
		label: 'When',
		isNarrow: true,
		cell: ({ createdAt }) => <LocalTime when={createdAt} />,
	},
	{ label: 'By', breaks: true, cell: ({ createdByName }) => createdByName },
	{ label: 'How far', cell: (list) => <HowFar list={list} /> },
	{ label: 'Invited', isFigure: true, cell: ({ invited }) => invited },
	{ label: 'Members already', isFigure: true, cell: ({ members }) => members },
	{ label: 'Faulty', isFigure: true, cell: ({ faulty }) => faulty },
]

function HowFar({ list: { state, rowCount, waiting, mailsUntil } }: { list: UserImport }) {
	if (state === 'loading') return 'The list is arriving'
	const isMailing = Date.parse(mailsUntil) > Date.now()
	if (state === 'done')
		return isMailing ? (
			<span>
				Done; the last mail leaves <LocalTime when={mailsUntil} />
			</span>
		) : (
			'Done'
		)
	const done = rowCount - waiting
	return (
		<Progress
			value={rowCount === 0 ? 0 : (done / rowCount) * 100}
			label="Rows done"
			valueText={`${done} of ${rowCount} rows`}
		/>
	)
}

/** The lists of the last month, and how far each is. */
export function ImportList({ initial }: { initial: Page<UserImport> }) {
	const lists = useList(listImportsQuery, { initial })
	if (lists.items.length === 0 && !lists.error) return null
	return (
		<section className="mt-10" aria-label="Lists of the last month">
			<h2 className="mb-3 text-title">Lists of the last month</h2>
			{lists.error && <FetchError title="The lists could not be loaded" error={lists.error} onRetry={lists.refetch} />}
			<div className="card">
				<DataTable
					caption="Lists, newest first"
					columns={columns}
					rows={lists.items}
					keyOf={({ id }) => id}
					actions={({ id, createdAt }) => (
						<a
							className="btn btn-line btn-small"
							href={`/api/admin/user-imports/${id}/report`}
							download
							aria-label={`Report of the list of ${createdAt}`}
						>
							Report
						</a>
					)}
				/>
			</div>
			<LoadMore
				shown={lists.items.length}
				total={lists.total}
				hasMore={lists.hasMore}
				loading={lists.isLoadingMore}
				onMore={lists.loadMore}
			/>
		</section>
	)
}
