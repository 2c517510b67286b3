import { useEffect } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { useDiscard } from '#src/components/ui/forms/use-discard.tsx'
import { FormReminder } from '#src/features/confidentiality/components/FormReminder.tsx'
import { useReminder } from '#src/features/confidentiality/components/use-reminder.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { commentBody, type QuestionComment } from '../contract.ts'
import { createCommentMutation, updateCommentMutation } from '../queries.ts'
import { MentionField } from './MentionField.tsx'
import { commentDraft, commentEditDraft } from './UnsentComment.tsx'

type Props = {
	questionId: string
	userId: string
	/** The comment to edit; undefined for a new one. */
	edited?: Pick<QuestionComment, 'id' | 'body' | 'version'>
	/** Called after a save. `isDone`: nothing was typed while it was pending. */
	onSaved: (comment: QuestionComment, isDone: boolean) => void
	onCancel?: () => void
	/** Called after a failed save: the question may be locked by now. */
	onFailed?: () => void
	/** Opened automatically from a draft, so it takes no focus. */
	isRestored?: boolean
}

function useQuestionCommentForm({ questionId, userId, edited, onSaved, onFailed, isRestored = false }: Props) {
	const reminder = useReminder()
	const form = useContractForm(
		commentBody,
		edited ? updateCommentMutation(questionId, edited.id) : createCommentMutation(questionId),
		{
			defaultValues: { body: edited?.body ?? '' },
			labels: { body: edited ? 'Edit your comment' : 'Your comment' },
			edited: { what: 'comment', began: edited, toForm: ({ body }) => ({ body }) },
			toInput: (body, base, idempotencyKey) => ({ ...body, version: base?.version, idempotencyKey }),
			draft: edited
				? { key: commentEditDraft(edited.id, userId) }
				: { key: commentDraft(questionId, userId), isIdempotent: true },
			afterSending: edited ? 'stays' : 'empties',
			async before(body, send) {
				if (await reminder.check({ body: body.body })) send(body)
			},
			onDone: onSaved,
			onFailed: () => onFailed?.(),
		},
	)
	const isEdit = edited !== undefined
	useEffect(() => {
		// Opened by the user, who wants to type.
		if (isEdit && !isRestored) form.setFocus('body')
	}, [form.setFocus, isEdit, isRestored])
	return { form, reminder }
}

export function QuestionCommentForm(props: Props) {
	const { edited, onCancel } = props
	const { form, reminder } = useQuestionCommentForm(props)
	const { cancel, question } = useDiscard({
		isNeeded: form.hasText,
		onDiscard() {
			form.discard()
			onCancel?.()
		},
	})
	return (
		<Form of={form} className="grid gap-4">
			<MentionField
				placeholder="Share what you know. Use @username to mention someone."
				rows={5}
				{...form.field('body')}
			/>
			<FormReminder form={form} reminder={reminder} />
			<div className="flex flex-wrap gap-3">
				<SubmitButton
					form={form}
					loading={reminder.isChecking}
					busy={reminder.isChecking ? 'Checking...' : 'Posting...'}
				>
					{edited ? 'Save' : 'Post Comment'}
				</SubmitButton>
				{onCancel && (
					<Button variant="line" disabled={form.isPending} onClick={cancel}>
						Cancel
					</Button>
				)}
			</div>
			{question}
		</Form>
	)
}
