import { useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { Dialog, DialogActions, DiscardDialog } from '#src/components/ui/Dialog.tsx'
import { TextAreaField } from '#src/components/ui/Field.tsx'
import { PostFailure } from '#src/components/ui/PostFailure.tsx'
import { Reminder } from '#src/features/confidentiality/components/Reminder.tsx'
import { useReminder } from '#src/features/confidentiality/components/use-reminder.ts'
import { keepDraft } from '#src/lib/draft-storage.ts'
import { useFormDraft } from '#src/lib/drafts.ts'
import { useMutation } from '#src/lib/query.ts'
import { useSchemaForm } from '#src/lib/schema-form.ts'
import { type Session, topicBody } from '../contract.ts'
import { suggestTopicMutation } from '../queries.ts'

/** Suggests the one topic that a member may bring to a session. */
export function TopicDialog({ session, userId, onClose }: { session: Session; userId: string; onClose: () => void }) {
	const form = useSchemaForm(topicBody, { defaultValues: { topic: '' } })
	const draft = `topic:${session.id}:${userId}`
	useFormDraft(draft, form)
	const reminder = useReminder()
	const mutation = useMutation(suggestTopicMutation(session.id), {
		onDone: () => keepDraft(draft, undefined),
		onRefreshed: onClose,
	})
	const [isAsking, setAsking] = useState(false)
	const isDirty = form.watch('topic').trim() !== ''
	function discard(): void {
		keepDraft(draft, undefined)
		onClose()
	}
	const submit = form.handleSubmit(async (body) => {
		if (await reminder.check({ topic: body.topic })) mutation.mutate(body)
	})
	return (
		<Dialog
			title="Suggest a Topic"
			description={`One topic may be submitted per session. This one is for “${session.title}”.`}
			busy={mutation.isPending}
			isDirty={isDirty}
			onClose={discard}
		>
			<form method="post" noValidate className="grid gap-4" onSubmit={submit}>
				{mutation.isError && <PostFailure error={mutation.error} fallback={mutation.fallback} />}
				<TextAreaField
					label="Topic"
					rows={4}
					maxLength={2_000}
					hint="Only you and the coaches see it."
					error={form.formState.errors.topic?.message}
					{...form.register('topic')}
				/>
				<Reminder
					found={reminder.found}
					postLabel="Submit as it is"
					onReplace={() => {
						form.setValue('topic', reminder.replaced(form.getValues('topic')), { shouldDirty: true })
						reminder.close()
						form.setFocus('topic')
					}}
					onPost={() => {
						reminder.accept()
						void submit()
					}}
				/>
				<DialogActions>
					<Button variant="line" disabled={mutation.isPending} onClick={() => (isDirty ? setAsking(true) : discard())}>
						Cancel
					</Button>
					<Button type="submit" loading={mutation.isPending}>
						{mutation.isPending ? 'Submitting...' : 'Submit Topic'}
					</Button>
				</DialogActions>
			</form>
			{isAsking && (
				<DiscardDialog
					description="It has not been submitted yet."
					onKeep={() => setAsking(false)}
					onDiscard={discard}
				/>
			)}
		</Dialog>
	)
}
