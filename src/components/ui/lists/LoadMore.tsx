import { formatNumber } from '#src/lib/text/format-number.ts'
import { Button } from '../Button.tsx'

type Props = {
	/** Number of items on the screen, and in total. */
	shown: number
	total: number
	/** Whether `total` is a lower bound. */
	atLeast?: boolean
	hasMore: boolean
	loading: boolean
	onMore: () => void
}

/** The end of a long list, with the button for the next page. */
export function LoadMore({ shown, total, atLeast = false, hasMore, loading, onMore }: Props) {
	return (
		<div className="mt-4 flex flex-wrap items-center justify-between gap-4">
			<p className="text-small text-muted" role="status">
				{shown} of {atLeast ? `${formatNumber(total)} or more` : formatNumber(total)}
			</p>
			{hasMore && (
				<Button variant="line" className="noscript:hidden" loading={loading} onClick={onMore}>
					{loading ? 'Loading' : 'Show more'}
				</Button>
			)}
		</div>
	)
}
