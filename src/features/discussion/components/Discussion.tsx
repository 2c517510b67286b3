import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { useList } from '#src/lib/api/query-list.ts'
import { listCommentsQuery } from '../queries.ts'
import { CommentForm } from './CommentForm.tsx'
import { CommentItem } from './CommentItem.tsx'
import { DiscussionSkeleton } from './DiscussionSkeleton.tsx'

type Viewer = Pick<CurrentUser, 'id' | 'role'>

function LoginRequired() {
	return (
		<EmptyState
			title="Login Required"
			action={
				<a className={buttonClass()} href="/auth">
					Sign in
				</a>
			}
		>
			Please log in to participate in discussions.
		</EmptyState>
	)
}

function Comments({ moduleId, viewer }: { moduleId: string; viewer: Viewer }) {
	const query = useList(listCommentsQuery(moduleId))
	if (query.isPending) return <DiscussionSkeleton />
	if (query.error) return <FetchError title="Failed to fetch comments" error={query.error} onRetry={query.refetch} />
	const comments = query.items
	if (comments.length === 0) return <p className="text-muted">No comments yet. Yours can be the first.</p>
	return (
		<>
			<ul className="grid gap-6">
				{comments.map((comment) => (
					<li key={comment.id} className="border-t border-rule pt-6 first:border-0 first:pt-0">
						<CommentItem moduleId={moduleId} comment={comment} viewer={viewer} />
					</li>
				))}
			</ul>
			{query.hasMore && (
				<Button className="mt-4" variant="line" loading={query.isLoadingMore} onClick={query.loadMore}>
					{query.isLoadingMore ? 'Loading...' : 'Older comments'}
				</Button>
			)}
		</>
	)
}

/** The discussion below a module. `viewer` is null for visitors and undefined while unknown. */
export function Discussion({ moduleId, viewer }: { moduleId: string; viewer: Viewer | null | undefined }) {
	if (viewer === undefined) return <DiscussionSkeleton />
	if (viewer === null) return <LoginRequired />
	return (
		<div className="grid gap-8">
			<CommentForm moduleId={moduleId} userId={viewer.id} />
			<Comments moduleId={moduleId} viewer={viewer} />
		</div>
	)
}
