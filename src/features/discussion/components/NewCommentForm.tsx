import { type Addressee, CommentForm } from '#src/features/comments/components/CommentForm.tsx'
import { parseDraft } from '#src/lib/forms/form-text.ts'
import { createCommentMutation, type Viewer } from '../queries.ts'
import { discussionFormProps } from './CourseComment.tsx'

type Props = {
	moduleId: string
	viewer: Viewer
	/** The comment to reply to; absent for a new comment. */
	parentId?: string
	addressee?: Addressee
	/** Called when a reply is posted or canceled. */
	onEnd?: (isPosted: boolean) => void
}

/** Writes a comment below a module, or a reply. */
export function NewCommentForm({ moduleId, viewer, parentId, addressee, onEnd }: Props) {
	return (
		<CommentForm
			{...discussionFormProps}
			mutation={createCommentMutation(moduleId, parentId)}
			viewerId={viewer.id}
			label={parentId ? 'Your reply' : 'Add a comment'}
			placeholder={parentId ? 'Write a reply' : 'Share a thought or ask a question'}
			action={parentId ? 'Post Reply' : 'Post Comment'}
			draft={{
				key: `${viewer.id}:comment:${moduleId}:${parentId ?? ''}`,
				// Older drafts use the field name of the request, `content`.
				parse: (text) => {
					const { content, ...draft } = parseDraft(text, 'body')
					return content === undefined ? draft : { ...draft, body: content }
				},
			}}
			addressee={addressee}
			onSaved={(_, isDone) => isDone && onEnd?.(true)}
			onCancel={onEnd && (() => onEnd(false))}
		/>
	)
}
