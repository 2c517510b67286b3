import type { ComponentProps, ReactNode } from 'react'
import type { ListState } from '#src/lib/api/query-list.ts'
import { FetchError } from '../dialogs/FetchError.tsx'
import { DataTable } from './DataTable.tsx'
import { LoadMore } from './LoadMore.tsx'

type Props<Row> = Omit<ComponentProps<typeof DataTable<Row>>, 'rows'> & {
	list: ListState<Row>
	/** Title of the error if the list could not be fetched. */
	failed: string
	/** The card's content if there are no rows. */
	empty: ReactNode
	/** Whether the total is a lower bound. */
	atLeast?: boolean
}

/** A paginated list as a table in a card. */
export function ListTable<Row>({ list, failed, empty, atLeast = false, ...table }: Props<Row>) {
	return (
		<>
			{list.error && (
				<div className="mb-5">
					<FetchError title={failed} error={list.error} onRetry={list.refetch} />
				</div>
			)}
			<div className="card" aria-busy={list.isFetching || undefined} hidden={list.isMissing}>
				{list.items.length === 0 && !list.isLoading ? empty : <DataTable {...table} rows={list.items} />}
			</div>
			<LoadMore of={list} atLeast={atLeast} />
		</>
	)
}
