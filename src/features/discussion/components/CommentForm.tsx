import { useEffect } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { TextAreaField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { useDiscard } from '#src/components/ui/forms/use-discard.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { COMMENT_LIMIT, commentText } from '../contract.ts'
import { createCommentMutation } from '../queries.ts'

type Props = {
	moduleId: string
	userId: string
	/** The comment to reply to; absent for a new comment. */
	parentId?: string
	/** Called when a reply ends; `isPosted` is false if it was cancelled. */
	onDone?(isPosted: boolean): void
}

/** Writes a comment or a reply. The draft survives a reload until it is posted. */
export function CommentForm({ moduleId, userId, parentId, onDone }: Props) {
	const form = useContractForm(commentText, createCommentMutation(moduleId, parentId), {
		defaultValues: { content: '' },
		labels: { content: parentId ? 'Your reply' : 'Add a comment' },
		draft: { key: `${userId}:comment:${moduleId}:${parentId ?? ''}` },
		afterSending: 'empties',
		toInput: ({ content }) => content,
		onDone(_, isDone) {
			if (isDone) onDone?.(true)
			// An empty field disables the button, which loses the focus. A focus elsewhere stays.
			if (document.activeElement === document.body) form.setFocus('content')
		},
	})
	useEffect(() => {
		// The click on Reply opened this form, so it takes the focus.
		if (parentId) form.setFocus('content')
	}, [parentId, form.setFocus])
	const { cancel, question } = useDiscard({
		isNeeded: form.hasText,
		onDiscard() {
			form.discard()
			onDone?.(false)
		},
		description: 'It has not been posted yet.',
	})
	return (
		<Form of={form} className="grid gap-3">
			<TextAreaField
				hidesLabel={parentId !== undefined}
				className="min-h-24"
				maxLength={COMMENT_LIMIT}
				placeholder={parentId ? 'Write a reply' : 'Share a thought or ask a question'}
				{...form.field('content')}
			/>
			<div className="flex flex-wrap gap-3">
				<SubmitButton form={form} disabled={form.watch('content').trim() === ''} busy="Posting...">
					{parentId ? 'Post Reply' : 'Post Comment'}
				</SubmitButton>
				{onDone && (
					<Button variant="quiet" disabled={form.isPending} onClick={cancel}>
						Cancel
					</Button>
				)}
			</div>
			{question}
		</Form>
	)
}
