import { type ReactNode, useState } from 'react'
import { Avatar } from '#src/components/ui/Avatar.tsx'
import { Badge } from '#src/components/ui/Badge.tsx'
import { ConfirmDelete } from '#src/components/ui/dialogs/ConfirmDelete.tsx'
import { useFocusWhileDisabled } from '#src/components/ui/dialogs/focus.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { formatDayTime } from '#src/lib/dates/dates.ts'
import type { Comment } from '../contract.ts'
import { deleteCommentMutation, pinCommentMutation } from '../queries.ts'

type Viewer = Pick<CurrentUser, 'id' | 'role'>

const unknownDate = { invalid: 'date unknown', missing: 'date unknown' }

export function CommentBody({ comment, viewer, children }: { comment: Comment; viewer: Viewer; children?: ReactNode }) {
	return (
		<div className="flex gap-4">
			<Avatar person={comment.user} own={comment.userId === viewer.id} />
			<div className="min-w-0 flex-1">
				<p className="flex flex-wrap items-center gap-x-2 gap-y-1">
					<strong className="font-title">{comment.user.name || comment.user.username}</strong>
					{(comment.isInstructor || comment.isPinned) && (
						// Keeps both on one line, next to the name or below it.
						<span className="flex gap-x-2">
							{comment.isInstructor && <Badge tone="brass">Instructor</Badge>}
							{comment.isPinned && <Badge>Pinned</Badge>}
						</span>
					)}
				</p>
				<p className="text-tiny text-muted">{formatDayTime(comment.createdAt, unknownDate)}</p>
				<p className="mt-2 whitespace-pre-line">{comment.content}</p>
				{children}
			</div>
		</div>
	)
}

export const action = 'inline-flex min-h-11 items-center text-small text-brass-text underline-offset-4 hover:underline'

export type ActionProps = { moduleId: string; comment: Comment; viewer: Viewer }

/** Actions of a comment: delete, for the author and admins; pin, for admins on top-level comments. */
export function CommentActions({ moduleId, comment, viewer }: ActionProps) {
	const [isDeleting, setDeleting] = useState(false)
	const pin = useMutation(pinCommentMutation(moduleId, comment))
	const pinButton = useFocusWhileDisabled<HTMLButtonElement>(pin.isPending)
	const isAdmin = viewer.role === 'admin'
	const author = comment.user.name || comment.user.username
	const hasReplies = comment.replyCount > 0
	return (
		<>
			{isAdmin && comment.parentId === null && (
				<button
					ref={pinButton}
					type="button"
					className={action}
					disabled={pin.isPending}
					onClick={() => pin.mutate(!comment.isPinned)}
				>
					{comment.isPinned ? 'Unpin' : 'Pin'}
					<span className="sr-only"> the comment of {author}</span>
				</button>
			)}
			{(isAdmin || comment.userId === viewer.id) && (
				<button type="button" className={action} onClick={() => setDeleting(true)}>
					Delete
					<span className="sr-only"> the comment of {author}</span>
				</button>
			)}
			{isDeleting && (
				<ConfirmDelete
					title={hasReplies ? 'Delete this comment and its replies?' : 'Delete this comment?'}
					text={`${hasReplies ? 'They are' : 'It is'} removed for everyone. This action cannot be undone.`}
					mutation={deleteCommentMutation(moduleId, comment)}
					onDeleted={() => setDeleting(false)}
					onClose={() => setDeleting(false)}
				/>
			)}
		</>
	)
}
