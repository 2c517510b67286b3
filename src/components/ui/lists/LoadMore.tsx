import type { ListState } from '#src/lib/api/query-list.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { Button } from '../Button.tsx'
import { FetchError } from '../dialogs/FetchError.tsx'

type Props = {
	of: Pick<ListState<unknown>, 'items' | 'total' | 'hasMore' | 'moreError' | 'isLoadingMore' | 'loadMore'>
	/** Whether the total is a lower bound. */
	atLeast?: boolean
}

/**
 * Renders the end of a long list: the button for the next page, and the error if that page failed. Renders nothing for
 * an empty list.
 */
export function LoadMore({
	of: { items, total, hasMore, moreError, isLoadingMore, loadMore },
	atLeast = false,
}: Props) {
	if (items.length === 0) return null
	return (
		<div className="mt-4 flex flex-wrap items-center justify-between gap-4">
			{moreError && (
				<div className="w-full">
					<FetchError title="Failed to load more" error={moreError} />
				</div>
			)}
			<p className="text-small text-muted" role="status">
				{items.length} of {atLeast ? `${formatNumber(total)} or more` : formatNumber(total)}
			</p>
			{hasMore && (
				<Button variant="line" className="noscript:hidden" loading={isLoadingMore} onClick={loadMore}>
					{isLoadingMore ? 'Loading' : 'Show more'}
				</Button>
			)}
		</div>
	)
}
