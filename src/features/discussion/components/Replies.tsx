import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { Spinner } from '#src/components/ui/Spinner.tsx'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { useList } from '#src/lib/api/query-list.ts'
import type { Comment } from '../contract.ts'
import { listRepliesQuery } from '../queries.ts'
import { CommentActions, CommentBody } from './CommentBody.tsx'

type Props = { moduleId: string; parent: Comment; viewer: Pick<CurrentUser, 'id' | 'role'> }

export function Replies({ moduleId, parent, viewer }: Props) {
	const { items, error, isPending, hasMore, loadMore, isLoadingMore, refetch } = useList(listRepliesQuery(parent.id))
	if (isPending)
		return (
			<p role="status" className="mt-3 flex items-center gap-2 text-small text-muted">
				<Spinner /> Loading replies...
			</p>
		)
	if (error) return <FetchError title="Failed to fetch replies" error={error} onRetry={refetch} />
	return (
		<>
			<ul className="mt-3 grid gap-5 border-s border-rule ps-5">
				{items.map((reply) => (
					<li key={reply.id}>
						<CommentBody comment={reply} viewer={viewer}>
							<div className="mt-1 flex flex-wrap gap-x-5">
								<CommentActions moduleId={moduleId} comment={reply} viewer={viewer} />
							</div>
						</CommentBody>
					</li>
				))}
			</ul>
			{hasMore && (
				<Button variant="quiet" loading={isLoadingMore} onClick={loadMore}>
					More replies
				</Button>
			)}
		</>
	)
}
