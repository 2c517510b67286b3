import { useEffect, useState } from 'react'
import { Controller } from 'react-hook-form'
import { Button } from '#src/components/ui/Button.tsx'
import { DiscardDialog } from '#src/components/ui/Dialog.tsx'
import { PostFailure } from '#src/components/ui/PostFailure.tsx'
import { Reminder } from '#src/features/confidentiality/components/Reminder.tsx'
import { useReminder } from '#src/features/confidentiality/components/use-reminder.ts'
import { keepDraft } from '#src/lib/draft-storage.ts'
import { useFormDraft } from '#src/lib/drafts.ts'
import { useMutation } from '#src/lib/query.ts'
import { useSchemaForm } from '#src/lib/schema-form.ts'
import { typedSince } from '#src/lib/typed-since.ts'
import { commentBody, type QuestionComment } from '../contract.ts'
import { createCommentMutation, updateCommentMutation } from '../queries.ts'
import { MentionField } from './MentionField.tsx'
import { commentDraft } from './UnsentComment.tsx'

type Props = {
	questionId: string
	userId: string
	/** The comment to edit; a new one without it. */
	edited?: { id: string; body: string }
	/** Called once it is posted or saved. `isDone`: nothing was typed while it was on its way. */
	onSaved: (comment: QuestionComment, isDone: boolean) => void
	/** Closes an edit. */
	onCancel?: () => void
	/** Called when posting failed: the question may have been locked meanwhile. */
	onFailed?: () => void
}

/** Adds a comment, or edits one. */
export function CommentForm({ questionId, userId, edited, onSaved, onCancel, onFailed }: Props) {
	const form = useSchemaForm(commentBody, { defaultValues: { body: edited?.body ?? '' } })
	const isEdit = edited !== undefined
	const draft = edited ? undefined : commentDraft(questionId, userId)
	useFormDraft(draft, form)
	const reminder = useReminder()
	const [isReady, setReady] = useState(false)
	useEffect(() => {
		setReady(true)
		// Who opened it wants to write.
		if (isEdit) form.setFocus('body')
	}, [form.setFocus, isEdit])
	const mutation = useMutation(
		edited ? updateCommentMutation(questionId, edited.id) : createCommentMutation(questionId),
		{
			onDone(comment, { body: posted }) {
				const now = form.getValues('body')
				const left = typedSince(now, posted)
				if (!edited) form.reset({ body: left })
				if (draft) keepDraft(draft, left ? JSON.stringify({ body: left }) : undefined)
				onSaved(comment, now.trim() === posted)
			},
			onFailed: onFailed ?? (() => {}),
		},
	)
	const [isAsking, setAsking] = useState(false)
	const cancel = () => (form.getValues('body').trim() === edited?.body.trim() ? onCancel?.() : setAsking(true))
	const submit = form.handleSubmit(async (body) => {
		const atPress = form.getValues('body')
		if (!(await reminder.check({ body: body.body }))) return
		// What was typed while the rules were on their way belongs to the comment, and is checked as well.
		if (form.getValues('body') === atPress) mutation.mutate(body)
		else void submit()
	})

	return (
		<form method="post" noValidate className="grid gap-4" onSubmit={submit}>
			{mutation.isError && <PostFailure error={mutation.error} fallback={mutation.fallback} />}
			<Controller
				control={form.control}
				name="body"
				render={({ field }) => (
					<MentionField
						label={edited ? 'Edit your comment' : 'Your comment'}
						placeholder="Share what you know. Use @username to mention someone."
						rows={5}
						error={form.formState.errors.body?.message}
						name={field.name}
						ref={field.ref}
						value={field.value}
						onText={field.onChange}
					/>
				)}
			/>
			<Reminder
				found={reminder.found}
				onReplace={() => {
					form.setValue('body', reminder.replaced(form.getValues('body')), { shouldDirty: true })
					reminder.close()
					form.setFocus('body')
				}}
				onPost={() => {
					reminder.accept()
					void submit()
				}}
			/>
			<div className="flex flex-wrap gap-3">
				<Button type="submit" loading={mutation.isPending || reminder.isChecking} disabled={!isReady}>
					{reminder.isChecking ? 'Checking...' : mutation.isPending ? 'Posting...' : edited ? 'Save' : 'Post Comment'}
				</Button>
				{onCancel && (
					<Button variant="line" disabled={mutation.isPending} onClick={cancel}>
						Cancel
					</Button>
				)}
			</div>
			{isAsking && onCancel && <DiscardDialog onKeep={() => setAsking(false)} onDiscard={onCancel} />}
		</form>
	)
}
