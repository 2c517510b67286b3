import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { useDraft } from '#src/lib/drafts.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { COMMENT_LIMIT } from '../contract.ts'
import { addCommentMutation } from '../queries.ts'

type Props = {
	moduleId: string
	userId: string
	/** The comment that is answered; absent for a new one. */
	parentId?: string
	/** Closes a reply. */
	onDone?(): void
}

/** Writes a comment or a reply. What is typed stays until it was posted, over a reload too. */
export function CommentForm({ moduleId, userId, parentId, onDone }: Props) {
	const id = useId()
	const field = useRef<HTMLTextAreaElement>(null)
	const draft = useDraft(`${userId}:comment:${moduleId}:${parentId ?? ''}`)
	const mutation = useMutation(addCommentMutation(queryClient, moduleId, parentId), queryClient)
	const isBlank = draft.text.trim() === ''
	useEffect(() => {
		// A reply was asked for by a click: there is where the writing goes on.
		if (parentId) field.current?.focus()
	}, [parentId])

	function submit(event: FormEvent) {
		event.preventDefault()
		if (isBlank || mutation.isPending) return
		mutation.mutate(draft.text, {
			onSuccess() {
				draft.clear()
				onDone?.()
			},
		})
	}

	return (
		<form className="grid gap-3" onSubmit={submit}>
			<label className={parentId ? 'sr-only' : 'label'} htmlFor={id}>
				{parentId ? 'Your reply' : 'Add a comment'}
			</label>
			<textarea
				ref={field}
				id={id}
				className="input min-h-24"
				value={draft.text}
				maxLength={COMMENT_LIMIT}
				placeholder={parentId ? 'Write a reply' : 'Share a thought or ask a question'}
				onChange={(event) => draft.change(event.target.value)}
			/>
			<div className="flex flex-wrap gap-3">
				<Button type="submit" loading={mutation.isPending} disabled={isBlank}>
					{mutation.isPending ? 'Posting...' : parentId ? 'Post Reply' : 'Post Comment'}
				</Button>
				{onDone && (
					<Button variant="quiet" onClick={onDone}>
						Cancel
					</Button>
				)}
			</div>
		</form>
	)
}
