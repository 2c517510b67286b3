import type { ComponentProps, ReactNode } from 'react'
import { messageOf } from '#src/lib/api/errors.ts'
import type { ListState } from '#src/lib/api/query-list.ts'
import { Alert } from '../dialogs/Alert.tsx'
import { DataTable } from './DataTable.tsx'
import { LoadMore } from './LoadMore.tsx'

type Props<Row> = Omit<ComponentProps<typeof DataTable<Row>>, 'rows'> & {
	list: ListState<Row>
	/** Message for an error without one. Without it the caller shows the error. */
	failed?: string
	/** The card's content without rows. */
	empty: ReactNode
	/** Whether the total is a lower bound. */
	atLeast?: boolean
}

/** A paginated list as a table in a card. */
export function ListTable<Row>({ list, failed, empty, atLeast = false, ...table }: Props<Row>) {
	return (
		<>
			{failed && list.error && <Alert>{messageOf(list.error, failed)}</Alert>}
			<div className="card" aria-busy={list.isFetching || undefined} hidden={list.isMissing}>
				{list.items.length === 0 && !list.isLoading ? empty : <DataTable {...table} rows={list.items} />}
			</div>
			<LoadMore of={list} atLeast={atLeast} />
		</>
	)
}
