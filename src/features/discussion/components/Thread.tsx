import { useEffect, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { useReturnFocus } from '#src/components/ui/dialogs/focus.ts'
import { Spinner } from '#src/components/ui/Spinner.tsx'
import type { Addressee } from '#src/features/comments/components/CommentForm.tsx'
import { useFocusLinked } from '#src/features/comments/use-linked-comment.ts'
import { useList } from '#src/lib/api/query-list.ts'
import type { Comment } from '../contract.ts'
import { listRepliesQuery, type Viewer } from '../queries.ts'
import { CourseComment } from './CourseComment.tsx'
import { NewCommentForm } from './NewCommentForm.tsx'

type RepliesProps = {
	moduleId: string
	parent: Comment
	viewer: Viewer
	linked: string | undefined
	onReply: (author: Comment['user']) => void
}

function Replies({ moduleId, parent, viewer, linked, onReply }: RepliesProps) {
	const list = useList(listRepliesQuery(parent.id))
	useFocusLinked(linked === parent.id ? undefined : linked, `comment-${linked}`, list)
	const { items, error, isPending, hasMore, loadMore, isLoadingMore, refetch } = list
	if (isPending)
		return (
			<p role="status" className="mt-3 flex items-center gap-2 text-small text-muted">
				<Spinner /> Loading replies...
			</p>
		)
	if (error) return <FetchError title="Failed to fetch replies" error={error} onRetry={refetch} />
	return (
		<>
			<ul className="mt-3 divide-y divide-rule border-s border-rule ps-5">
				{items.map((reply) => (
					<CourseComment
						key={reply.id}
						moduleId={moduleId}
						comment={reply}
						viewer={viewer}
						linked={linked}
						parent={parent}
						reply={{ onReply: () => onReply(reply.user) }}
					/>
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

const repliesLabel = (count: number, isOpen: boolean) =>
	`${isOpen ? 'Hide' : 'Show'} ${count} ${count === 1 ? 'reply' : 'replies'}`

type Props = {
	moduleId: string
	comment: Comment
	viewer: Viewer
	/** Id of the comment that the URL links to, if it is in this thread. */
	linked: string | undefined
}

/** Shows a top-level comment. Its replies load on demand, or immediately if one of them is new or linked. */
export function Thread({ moduleId, comment, viewer, linked }: Props) {
	const [showsReplies, setShowsReplies] = useState(comment.newReplyCount > 0)
	/** The author to reply to. The form appears below all replies. */
	const [addressee, setAddressee] = useState<Addressee>()
	const isReplying = addressee !== undefined
	const button = useReturnFocus<HTMLButtonElement>(isReplying)
	useEffect(() => {
		if (linked !== undefined && linked !== comment.id) setShowsReplies(true)
	}, [linked, comment.id])
	const hasReplies = comment.replyCount > 0
	return (
		<CourseComment
			moduleId={moduleId}
			comment={comment}
			viewer={viewer}
			linked={linked}
			reply={{
				button,
				isOpen: isReplying,
				onReply: () => setAddressee(isReplying ? undefined : { username: undefined }),
			}}
			actions={
				hasReplies && (
					<Button variant="quiet" aria-expanded={showsReplies} onClick={() => setShowsReplies(!showsReplies)}>
						{repliesLabel(comment.replyCount, showsReplies)}
					</Button>
				)
			}
		>
			{showsReplies && hasReplies && (
				<Replies
					moduleId={moduleId}
					parent={comment}
					viewer={viewer}
					linked={linked}
					onReply={({ username }) => setAddressee({ username })}
				/>
			)}
			{isReplying && (
				<div className="mt-3">
					<NewCommentForm
						moduleId={moduleId}
						viewer={viewer}
						parentId={comment.id}
						addressee={addressee}
						onEnd={(isPosted) => {
							setAddressee(undefined)
							if (isPosted) setShowsReplies(true)
						}}
					/>
				</div>
			)}
		</CourseComment>
	)
}
