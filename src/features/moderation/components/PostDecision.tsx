import { ConfirmDelete } from '#src/components/ui/dialogs/ConfirmDelete.tsx'
import { HideDialog } from '#src/features/comments/components/PostDialogs.tsx'
import { RESTORABLE } from '#src/lib/trash.ts'
import type { Post } from '../contract.ts'
import { deletePostMutation, POSTS } from '../queries.ts'

export const KINDS: Record<Post['kind'], string> = {
	question: 'Question',
	questionComment: 'Comment on a question',
	courseComment: 'Comment on a course',
}

const DELETE_TEXTS: Record<Post['kind'], string> = {
	question: `The question and all its comments are removed for everyone. ${RESTORABLE}`,
	questionComment: `The comment is removed for everyone. ${RESTORABLE}`,
	courseComment: `The comment and its replies are removed for everyone. ${RESTORABLE}`,
}

export const nameOf = ({ kind, author, title }: Post) =>
	`${KINDS[kind].toLowerCase()} by ${author?.name ?? 'former member'}: ${title}`

export type Decision = { what: 'hide' | 'delete'; post: Post } | undefined

/** The dialog to hide or delete a post, if one was chosen. */
export function PostDecision({ decision, onClose }: { decision: Decision; onClose: () => void }) {
	if (!decision) return null
	const { what, post } = decision
	if (what === 'hide') return <HideDialog post={post} refreshes={POSTS} onClose={onClose} />
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
