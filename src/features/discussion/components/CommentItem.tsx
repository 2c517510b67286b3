import { useState } from 'react'
import { useFocusBack } from '#src/components/ui/dialogs/focus.ts'
import { type ActionProps, action, CommentActions, CommentBody } from './CommentBody.tsx'
import { CommentForm } from './CommentForm.tsx'
import { Replies } from './Replies.tsx'

const repliesLabel = (count: number, isOpen: boolean) =>
	`${isOpen ? 'Hide' : 'Show'} ${count} ${count === 1 ? 'reply' : 'replies'}`

/** A top-level comment. Its replies load on demand. */
export function CommentItem({ moduleId, comment, viewer }: ActionProps) {
	const [showsReplies, setShowsReplies] = useState(false)
	const [isReplying, setIsReplying] = useState(false)
	const replyButton = useFocusBack<HTMLButtonElement>(isReplying)
	return (
		<CommentBody comment={comment} viewer={viewer}>
			<div className="mt-1 flex flex-wrap gap-x-5">
				{comment.replyCount > 0 && (
					<button
						type="button"
						className={action}
						aria-expanded={showsReplies}
						onClick={() => setShowsReplies(!showsReplies)}
					>
						{repliesLabel(comment.replyCount, showsReplies)}
					</button>
				)}
				<button
					ref={replyButton}
					type="button"
					className={action}
					aria-expanded={isReplying}
					onClick={() => setIsReplying(!isReplying)}
				>
					Reply
					<span className="sr-only"> to {comment.user.name || comment.user.username}</span>
				</button>
				<CommentActions moduleId={moduleId} comment={comment} viewer={viewer} />
			</div>
			{showsReplies && comment.replyCount > 0 && <Replies moduleId={moduleId} parent={comment} viewer={viewer} />}
			{isReplying && (
				<div className="mt-3">
					<CommentForm
						moduleId={moduleId}
						userId={viewer.id}
						parentId={comment.id}
						onDone={(isPosted) => {
							setIsReplying(false)
							if (isPosted) setShowsReplies(true)
						}}
					/>
				</div>
			)}
		</CommentBody>
	)
}
