import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '#src/components/ui/Alert.tsx'
import { EmptyState } from '#src/components/ui/EmptyState.tsx'
import { SelectField } from '#src/components/ui/Field.tsx'
import { LoadMore } from '#src/components/ui/LoadMore.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { messageOf } from '#src/lib/errors.ts'
import type { Page } from '#src/lib/page.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { ACTIONS, actionName, changeText, isOpenQuestion } from '../../actions.ts'
import type { AuditEntry } from '../../contract.ts'
import { auditQuery } from '../../queries.ts'

/** Who did what to whom, newest first. */
export function AuditAdmin({ initial }: { initial: Page<AuditEntry> }) {
	const [action, setAction] = useState('')
	const query = useInfiniteQuery(
		{
			...auditQuery(action),
			placeholderData: keepPreviousData,
			...(action ? {} : { initialData: { pages: [initial], pageParams: [undefined] } }),
		},
		queryClient,
	)
	const entries = query.data?.pages.flatMap((page) => page.items) ?? []
	return (
		<>
			<div className="mb-5 max-w-72">
				<SelectField label="Action" value={action} onChange={(event) => setAction(event.target.value)}>
					<option value="">All actions</option>
					{Object.entries(ACTIONS).map(([value, name]) => (
						<option key={value} value={value}>
							{name}
						</option>
					))}
				</SelectField>
			</div>
			{query.error && <Alert>{messageOf(query.error, 'The audit could not be loaded')}</Alert>}
			<div className="card" aria-busy={query.isFetching || undefined}>
				{entries.length === 0 && !query.isFetching ? (
					<EmptyState title="No entries">What admins do will be listed here.</EmptyState>
				) : (
					<AuditTable entries={entries} />
				)}
			</div>
			{entries.length > 0 && (
				<LoadMore
					shown={entries.length}
					total={query.data?.pages[0]?.total ?? 0}
					hasMore={query.hasNextPage}
					loading={query.isFetchingNextPage}
					onMore={() => void query.fetchNextPage()}
				/>
			)}
		</>
	)
}

function AuditTable({ entries }: { entries: AuditEntry[] }) {
	return (
		<table className="table table-stack">
			<caption className="sr-only">Audit entries, newest first</caption>
			<thead>
				<tr>
					<th scope="col">When</th>
					<th scope="col">Who</th>
					<th scope="col">What</th>
					<th scope="col">To whom</th>
					<th scope="col">Change</th>
				</tr>
			</thead>
			<tbody>
				{entries.map((entry) => (
					<tr key={entry.id}>
						<td data-label="When">
							<span>
								<LocalTime when={entry.at} />
							</span>
						</td>
						<td data-label="Who">{entry.actorName}</td>
						<td data-label="What">{actionName(entry.action)}</td>
						<td data-label="To whom" className="breaks">
							<Subject entry={entry} />
						</td>
						<td data-label="Change">{changeText(entry.detail)}</td>
					</tr>
				))}
			</tbody>
		</table>
	)
}

/** What it was done to; a question that is still there can be opened. */
function Subject({ entry }: { entry: AuditEntry }) {
	if (!isOpenQuestion(entry.action)) return entry.subjectName
	return (
		<a className="link" href={`/questions/${entry.subjectId}`}>
			{entry.subjectName}
		</a>
	)
}
