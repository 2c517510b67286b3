import { ConfirmDelete } from '#src/components/ui/dialogs/ConfirmDelete.tsx'
import { HideDialog } from '#src/features/comments/components/PostDialogs.tsx'
import { RESTORABLE } from '#src/lib/trash.ts'
import type { Post } from '../contract.ts'
import { deletePostMutation, POST_LISTS } from '../queries.ts'

export const KIND_LABELS: Record<Post['kind'], string> = {
	question: 'Question',
	questionComment: 'Comment on a question',
	courseComment: 'Comment on a course',
}

const DELETE_TEXTS: Record<Post['kind'], string> = {
	question: `The question and all its comments are removed for everyone. ${RESTORABLE}`,
	questionComment: `The comment is removed for everyone. ${RESTORABLE}`,
	courseComment: `The comment and its replies are removed for everyone. ${RESTORABLE}`,
}

export const postName = ({ kind, author, title }: Post) =>
	`${KIND_LABELS[kind].toLowerCase()} by ${author?.name ?? 'former member'}: ${title}`

export type Decision = { what: 'hide' | 'delete'; post: Post } | undefined

/** Shows the dialog to hide or delete a post once one was chosen. */
export function PostDecision({ decision, onClose }: { decision: Decision; onClose: () => void }) {
	if (!decision) return null
	const { what, post } = decision
	if (what === 'hide') return <HideDialog post={post} refreshes={POST_LISTS} onClose={onClose} />
	return (
		<ConfirmDelete
			title="Delete this post?"
			text={DELETE_TEXTS[post.kind]}
			mutation={deletePostMutation(post)}
			onDeleted={onClose}
			onClose={onClose}
		/>
	)
}
