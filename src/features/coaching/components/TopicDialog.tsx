import { useMutation } from '@tanstack/react-query'
import { Button } from '#src/components/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/components/ui/Dialog.tsx'
import { TextAreaField } from '#src/components/ui/Field.tsx'
import { PostFailure } from '#src/components/ui/PostFailure.tsx'
import { Reminder } from '#src/features/confidentiality/components/Reminder.tsx'
import { useReminder } from '#src/features/confidentiality/components/use-reminder.ts'
import { call } from '#src/lib/api-client.ts'
import { keepDraft } from '#src/lib/draft-storage.ts'
import { useFormDraft } from '#src/lib/drafts.ts'
import { ApiError } from '#src/lib/errors.ts'
import { failureToast } from '#src/lib/failure-toast.ts'
import { useContractForm } from '#src/lib/forms.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { showToast } from '#src/lib/toast.ts'
import { type Session, suggestTopic, type TopicBody, topicBody } from '../contract.ts'
import { refreshSessions } from '../queries.ts'

const FAILED = 'Failed to submit topic'

/** Suggests the one topic that a member may bring to a session. */
export function TopicDialog({ session, userId, onClose }: { session: Session; userId: string; onClose: () => void }) {
	const form = useContractForm(topicBody, { defaultValues: { topic: '' } })
	const draft = `topic:${session.id}:${userId}`
	useFormDraft(draft, form)
	const reminder = useReminder()
	const mutation = useMutation(
		{
			mutationFn: (body: TopicBody) => call(suggestTopic, { params: { sessionId: session.id }, body }),
			async onSuccess() {
				keepDraft(draft, undefined)
				// First, so that the focus goes to what the list then shows.
				await refreshSessions()
				showToast({ title: 'Topic submitted' })
				onClose()
			},
			onError(error) {
				failureToast(FAILED)(error)
				// Given in another tab meanwhile: the list then shows it.
				if (error instanceof ApiError && error.status === 409) void refreshSessions()
			},
		},
		queryClient,
	)
	const submit = form.handleSubmit((body) => {
		if (reminder.check({ topic: body.topic })) mutation.mutate(body)
	})
	return (
		<Dialog
			title="Suggest a Topic"
			description={`One topic may be submitted per session. This one is for “${session.title}”.`}
			busy={mutation.isPending}
			onClose={onClose}
		>
			<form method="post" noValidate className="grid gap-4" onSubmit={submit}>
				{mutation.isError && <PostFailure error={mutation.error} fallback={FAILED} />}
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
					<Button variant="line" disabled={mutation.isPending} onClick={onClose}>
						Cancel
					</Button>
					<Button type="submit" loading={mutation.isPending}>
						{mutation.isPending ? 'Submitting...' : 'Submit Topic'}
					</Button>
				</DialogActions>
			</form>
		</Dialog>
	)
}
