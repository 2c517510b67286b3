import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Controller } from 'react-hook-form'
import { Button } from '#src/components/ui/Button.tsx'
import { PostFailure } from '#src/components/ui/PostFailure.tsx'
import { Reminder } from '#src/features/confidentiality/components/Reminder.tsx'
import { useReminder } from '#src/features/confidentiality/components/use-reminder.ts'
import { call } from '#src/lib/api-client.ts'
import { keepDraft } from '#src/lib/draft-storage.ts'
import { useFormDraft } from '#src/lib/drafts.ts'
import { failureToast } from '#src/lib/failure-toast.ts'
import { useContractForm } from '#src/lib/forms.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { showToast } from '#src/lib/toast.ts'
import { type CommentBody, commentBody, createComment, type QuestionComment, updateComment } from '../contract.ts'
import { MentionField } from './MentionField.tsx'
import { commentDraft } from './UnsentComment.tsx'

type Props = {
	questionId: string
	userId: string
	/** The comment to edit; a new one without it. */
	edited?: { id: string; body: string }
	onSaved: (comment: QuestionComment) => void
	onCancel?: () => void
	/** Called when posting failed: the question may have been locked meanwhile. */
	onFailed?: () => void
}

/** Adds a comment, or edits one. */
export function CommentForm({ questionId, userId, edited, onSaved, onCancel, onFailed }: Props) {
	const form = useContractForm(commentBody, { defaultValues: { body: edited?.body ?? '' } })
	const isEdit = edited !== undefined
	const draft = edited ? undefined : commentDraft(questionId, userId)
	useFormDraft(draft, form)
	const failed = edited ? 'Failed to update comment' : 'Failed to post comment'
	const reminder = useReminder()
	const [isReady, setReady] = useState(false)
	useEffect(() => {
		setReady(true)
		// Who opened it wants to write.
		if (isEdit) form.setFocus('body')
	}, [form.setFocus, isEdit])
	const mutation = useMutation(
		{
			mutationFn: (body: CommentBody) =>
				edited
					? call(updateComment, { params: { id: questionId, commentId: edited.id }, body })
					: call(createComment, { params: { id: questionId }, body }),
			onSuccess(comment) {
				form.reset({ body: '' })
				if (draft) keepDraft(draft, undefined)
				showToast({ title: edited ? 'Comment updated' : 'Comment posted' })
				onSaved(comment)
			},
			onError(error) {
				failureToast(failed)(error)
				onFailed?.()
			},
		},
		queryClient,
	)
	const submit = form.handleSubmit((body) => {
		if (reminder.check({ body: body.body })) mutation.mutate(body)
	})

	return (
		<form method="post" noValidate className="grid gap-4" onSubmit={submit}>
			{mutation.isError && <PostFailure error={mutation.error} fallback={failed} />}
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
						// What is on its way cannot change any more, and what is typed now would be cleared with it.
						readOnly={mutation.isPending}
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
				<Button type="submit" loading={mutation.isPending} disabled={!isReady}>
					{mutation.isPending ? 'Posting...' : edited ? 'Save' : 'Post Comment'}
				</Button>
				{onCancel && (
					<Button variant="line" onClick={onCancel}>
						Cancel
					</Button>
				)}
			</div>
		</form>
	)
}
