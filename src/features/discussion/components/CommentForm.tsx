import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { DiscardDialog } from '#src/components/ui/Dialog.tsx'
import { PostFailure } from '#src/components/ui/PostFailure.tsx'
import { readDraft } from '#src/lib/draft-storage.ts'
import { useDraft } from '#src/lib/drafts.ts'
import { useMutation } from '#src/lib/query.ts'
import { typedSince } from '#src/lib/typed-since.ts'
import { COMMENT_LIMIT, type Comment } from '../contract.ts'
import { createCommentMutation } from '../queries.ts'

type Props = {
	moduleId: string
	userId: string
	/** The comment that is answered; absent for a new one. */
	parentId?: string
	/** Closes a reply; `isPosted` unless it was cancelled. */
	onDone?(isPosted: boolean): void
}

/** Writes a comment or a reply. What is typed stays until it was posted, over a reload too. */
export function CommentForm({ moduleId, userId, parentId, onDone }: Props) {
	const id = useId()
	const field = useRef<HTMLTextAreaElement>(null)
	const [isAsking, setAsking] = useState(false)
	const key = `${userId}:comment:${moduleId}:${parentId ?? ''}`
	const draft = useDraft(key)
	const mutation = useMutation(createCommentMutation(moduleId, parentId), {
		onDone({ content }: Comment) {
			// Not `draft.text`, which is the text of when it was sent; and the form may have been closed meanwhile.
			const left = typedSince(field.current?.value ?? readDraft(key) ?? '', content)
			if (left) draft.change(left)
			else {
				draft.clear()
				onDone?.(true)
			}
			// An empty field disables the button, which drops the focus; nobody is called back from elsewhere.
			if (document.activeElement === document.body) field.current?.focus()
		},
	})
	const isBlank = draft.text.trim() === ''
	useEffect(() => {
		// A reply was asked for by a click: there is where the writing goes on.
		if (parentId) field.current?.focus()
	}, [parentId])

	function submit(event: FormEvent) {
		event.preventDefault()
		if (isBlank || mutation.isPending) return
		mutation.mutate(draft.text)
	}
	function cancel() {
		if (isBlank) discard()
		else setAsking(true)
	}
	function discard() {
		draft.clear()
		onDone?.(false)
	}

	return (
		<form className="grid gap-3" onSubmit={submit}>
			{mutation.isError && <PostFailure error={mutation.error} fallback={mutation.fallback} />}
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
					<Button variant="quiet" disabled={mutation.isPending} onClick={cancel}>
						Cancel
					</Button>
				)}
			</div>
			{isAsking && (
				<DiscardDialog description="It has not been posted yet." onKeep={() => setAsking(false)} onDiscard={discard} />
			)}
		</form>
	)
}
