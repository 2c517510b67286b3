import type { DiscussionState } from '../contract.ts'

/** Shows the number of comments after the word `Discussion`, with a dot if some are new. Empty without comments. */
export function DiscussionCount({ of: discussion }: { of: DiscussionState | undefined }) {
	if (!discussion || discussion.count === 0) return null
	return (
		<>
			{' '}
			<span className="tabular-nums">{discussion.count}</span>
			{discussion.isUnread && (
				<span className="unread-mark ms-1.5">
					<span className="sr-only">new comments</span>
				</span>
			)}
		</>
	)
}
