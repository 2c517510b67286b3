import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { commentIdIn, useFocusLinked, useHash } from '#src/features/comments/use-linked-comment.ts'
import { $user, isLapsed } from '#src/lib/api/auth-state.ts'
import { useMutation, useQuery } from '#src/lib/api/query.ts'
import { useList } from '#src/lib/api/query-list.ts'
import type { Comment } from '../contract.ts'
import { getCommentQuery, listCommentsQuery, readDiscussionMutation, type Viewer } from '../queries.ts'
import { DiscussionSkeleton } from './DiscussionSkeleton.tsx'
import { NewCommentForm } from './NewCommentForm.tsx'
import { Thread } from './Thread.tsx'

const moduleInUrl = () => new URLSearchParams(window.location.search).get('m')

function LoginRequired() {
	if (isLapsed(useStore($user)))
		return (
			<EmptyState
				title="Open to members"
				action={
					<a className={buttonClass({ variant: 'line' })} href="/account/membership">
						Renew your membership
					</a>
				}
			>
				Your membership has lapsed. Discussions open again once it is renewed.
			</EmptyState>
		)
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

/** Returns the id of the linked comment, if it is in this module, and of its top-level comment once known. */
function useLinkedComment(moduleId: string, items: readonly Comment[], isLoaded: boolean) {
	const id = commentIdIn(useHash())
	const isHere = id !== undefined && moduleInUrl() === moduleId
	const isTop = items.some((comment) => comment.id === id)
	const { data } = useQuery(getCommentQuery(id ?? ''), { enabled: isHere && isLoaded && !isTop })
	if (!isHere) return {}
	return { id, topId: isTop ? id : (data?.parentId ?? data?.id) }
}

function Comments({ moduleId, viewer }: { moduleId: string; viewer: Viewer }) {
	const query = useList(listCommentsQuery(moduleId))
	const isLoaded = !query.isPending && !query.error
	const { mutate: markRead } = useMutation(readDiscussionMutation(moduleId))
	useEffect(() => {
		if (isLoaded) markRead()
	}, [isLoaded, markRead])
	const linked = useLinkedComment(moduleId, query.items, isLoaded)
	// Loads comments up to the linked thread. A reply that is not loaded yet gets the focus in `Thread.tsx`.
	useFocusLinked(linked.topId, `comment-${linked.id}`, query)
	if (query.isPending) return <DiscussionSkeleton />
	if (query.error) return <FetchError title="Failed to fetch comments" error={query.error} onRetry={query.refetch} />
	const comments = query.items
	if (comments.length === 0) return <p className="text-muted">No comments yet. Yours can be the first.</p>
	return (
		<>
			<ul className="divide-y divide-rule">
				{comments.map((comment) => (
					<Thread
						key={comment.id}
						moduleId={moduleId}
						comment={comment}
						viewer={viewer}
						linked={linked.topId === comment.id ? linked.id : undefined}
					/>
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

/** Shows the discussion below a module. `viewer` is null for visitors and undefined while unknown. */
export function Discussion({ moduleId, viewer }: { moduleId: string; viewer: Viewer | null | undefined }) {
	if (viewer === undefined) return <DiscussionSkeleton />
	if (viewer === null) return <LoginRequired />
	return (
		<div className="grid gap-8">
			<NewCommentForm moduleId={moduleId} viewer={viewer} />
			<Comments moduleId={moduleId} viewer={viewer} />
		</div>
	)
}
