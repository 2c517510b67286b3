import { useEffect } from 'react'
import type { z } from 'zod/mini'
import { Button } from '#src/components/ui/Button.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { useDiscard } from '#src/components/ui/forms/use-discard.tsx'
import { FormReminder } from '#src/features/confidentiality/components/FormReminder.tsx'
import { useReminder } from '#src/features/confidentiality/components/use-reminder.ts'
import type { Mutation } from '#src/lib/api/query.ts'
import type { FormDraft } from '#src/lib/forms/form-text.ts'
import type { Versioned } from '#src/lib/forms/form-version.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { mentionedNames } from '#src/lib/text/mentions.ts'
import { type CommentInput, commentEditDraft } from '../shown-comment.ts'
import { MentionField } from './MentionField.tsx'

type Text = { body: string }

/** The author of the comment to reply to. Each press of `Reply` creates a new object. */
export interface Addressee {
	username: string | undefined
}

interface Props<Answer extends Versioned & { id: string }> {
	schema: z.ZodMiniType<Text, Text>
	mutation: Mutation<Answer, CommentInput>
	viewerId: string
	label: string
	placeholder: string
	/** Label of the button. */
	action: string
	/** The draft of a new comment. */
	draft?: FormDraft<'body'>
	/** The comment to edit. */
	edited?: Answer | undefined
	textOf: (comment: Answer) => string
	/** Disables the button until there is text. Not for forms in the page itself: they may have text before hydration. */
	waitsForText?: boolean
	/** Whether the form was opened by a press, so it takes the focus. */
	isFocused?: boolean
	/** The text begins with a mention of this author. */
	addressee?: Addressee | undefined
	/** Called after a save. `isDone`: nothing was typed while it was pending. */
	onSaved: (comment: Answer, isDone: boolean) => void
	onCancel?: (() => void) | undefined
	/** Called after a failed save: the subject of the comment may be locked or gone. */
	onFailed?: () => void
}

function useCommentForm<Answer extends Versioned & { id: string }>(props: Props<Answer>) {
	const { schema, mutation, viewerId, label, draft, edited, textOf, isFocused, addressee, onSaved, onFailed } = props
	const reminder = useReminder()
	const toForm = (comment: Answer) => ({ body: textOf(comment) })
	const form = useContractForm<Text, Text, Answer, CommentInput, Answer>(schema, mutation, {
		defaultValues: edited ? toForm(edited) : { body: '' },
		labels: { body: label },
		edited: { what: 'comment', original: edited, toForm },
		toInput: ({ body }, base, idempotencyKey) => ({ body, version: base?.version, idempotencyKey }),
		draft: edited ? { key: commentEditDraft(edited.id, viewerId) } : { ...draft, key: draft?.key, isIdempotent: true },
		afterSending: edited ? 'stays' : 'empties',
		async before(body, send) {
			if (await reminder.check(body)) send(body)
		},
		onDone(comment, isDone) {
			onSaved(comment, isDone)
			// An empty field disables the button, which then loses the focus. Leave the focus alone if it is elsewhere.
			if (document.activeElement === document.body) form.setFocus('body')
		},
		onFailed: () => onFailed?.(),
	})
	const { getValues, setValue, setFocus } = form
	useEffect(() => {
		if (isFocused) setFocus('body')
	}, [isFocused, setFocus])
	useEffect(() => {
		if (!addressee) return
		const { username } = addressee
		const typed = getValues('body')
		if (username !== undefined && !mentionedNames(typed).includes(username))
			setValue('body', `${typed.trim() && `${typed.trimEnd()} `}@${username} `, { shouldDirty: true })
		setFocus('body')
	}, [addressee, getValues, setValue, setFocus])
	return { form, reminder }
}

/** Writes or edits a comment. The draft survives a reload until it is posted. */
export function CommentForm<Answer extends Versioned & { id: string }>(props: Props<Answer>) {
	const { placeholder, action, waitsForText = false, onCancel } = props
	const { form, reminder } = useCommentForm(props)
	const { cancel, question } = useDiscard({
		isNeeded: form.hasText,
		onDiscard() {
			form.discard()
			onCancel?.()
		},
	})
	return (
		<Form of={form} className="grid gap-4">
			<MentionField placeholder={placeholder} rows={5} {...form.field('body')} />
			<FormReminder form={form} reminder={reminder} />
			<div className="flex flex-wrap gap-3">
				<SubmitButton
					form={form}
					disabled={waitsForText && form.watch('body').trim() === ''}
					loading={reminder.isChecking}
					busy={reminder.isChecking ? 'Checking...' : 'Posting...'}
				>
					{action}
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
