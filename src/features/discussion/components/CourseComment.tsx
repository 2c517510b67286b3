import type { ReactNode } from 'react'
import { CommentForm } from '#src/features/comments/components/CommentForm.tsx'
import { CommentItem } from '#src/features/comments/components/CommentItem.tsx'
import type { ShownComment } from '#src/features/comments/shown-comment.ts'
import { RESTORABLE } from '#src/lib/trash.ts'
import { type Comment, commentText } from '../contract.ts'
import {
	deleteCommentMutation,
	discussionQueries,
	markHelpfulMutation,
	pinCommentMutation,
	updateCommentMutation,
	type Viewer,
} from '../queries.ts'

type ItemProps = Parameters<typeof CommentItem>[0]

export type CourseCommentProps = {
	moduleId: string
	comment: Comment
	viewer: Viewer
	/** Id of the comment that the URL links to. */
	linked: string | undefined
	/** The comment that a reply answers. */
	parent?: Comment
	reply: ItemProps['reply']
	actions?: ReactNode
	children?: ReactNode
}

/** Props shared by the forms of a discussion. */
export const discussionFormProps = {
	schema: commentText,
	textOf: ({ content }: Comment) => content,
	waitsForText: true,
} as const

const toShownComment = ({ user, content, ...comment }: Comment, viewer: Viewer): ShownComment => ({
	...comment,
	body: content,
	// Other members do not see the author of a hidden comment.
	author: comment.hidden && content === '' ? null : user,
	isOwn: comment.userId === viewer.id && !comment.isDeleted,
})

function deletionText(hasReplies: boolean, isAdmin: boolean) {
	if (!hasReplies) return { text: `It is removed for everyone. ${RESTORABLE}` }
	if (!isAdmin) return { text: 'Your text is removed for everyone. The replies stay. This action cannot be undone.' }
	return {
		title: 'Delete this comment and its replies?',
		text: `They are removed for everyone. ${RESTORABLE}`,
	}
}

/** Shows a comment or reply in the discussion of a module. */
export function CourseComment({ moduleId, comment, viewer, linked, parent, ...rest }: CourseCommentProps) {
	const isAdmin = viewer.role === 'admin'
	const shown = toShownComment(comment, viewer)
	return (
		<CommentItem
			{...rest}
			comment={shown}
			kind="courseComment"
			refreshes={discussionQueries(moduleId, comment.parentId)}
			viewer={viewer}
			path={`?m=${encodeURIComponent(moduleId)}`}
			isLinked={comment.id === linked}
			helpful={parent?.userId === viewer.id && !parent.isDeleted ? markHelpfulMutation(comment) : undefined}
			pin={isAdmin && !parent && !comment.isDeleted ? pinCommentMutation(moduleId, comment) : undefined}
			deletion={
				isAdmin || shown.isOwn
					? { mutation: deleteCommentMutation(moduleId, comment), ...deletionText(comment.replyCount > 0, isAdmin) }
					: undefined
			}
			editForm={({ isRestored, onEnd }) => (
				<CommentForm
					{...discussionFormProps}
					mutation={updateCommentMutation(moduleId, comment)}
					viewerId={viewer.id}
					label="Edit your comment"
					placeholder="Use @username to mention someone."
					action="Save"
					edited={comment}
					isFocused={!isRestored}
					onSaved={(_, isDone) => isDone && onEnd()}
					onCancel={onEnd}
				/>
			)}
		/>
	)
}
