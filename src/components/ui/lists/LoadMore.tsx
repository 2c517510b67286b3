import { formatNumber } from '#src/lib/text/format-number.ts'
import { Button } from '../Button.tsx'

type Props = {
	/** How many are on the screen, and how many there are. */
	shown: number
	total: number
	/** Said instead of the total where it was only counted so far. */
	atLeast?: boolean
	hasMore: boolean
	loading: boolean
	onMore: () => void
}

/** The foot of a long list. */
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
