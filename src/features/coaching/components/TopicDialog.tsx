import { Button } from '#src/components/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/components/ui/Dialog.tsx'
import { TextAreaField } from '#src/components/ui/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/Form.tsx'
import { useDiscard } from '#src/components/ui/use-discard.tsx'
import { FormReminder } from '#src/features/confidentiality/components/FormReminder.tsx'
import { useReminder } from '#src/features/confidentiality/components/use-reminder.ts'
import { useContractForm } from '#src/lib/forms.ts'
import { type Session, topicBody } from '../contract.ts'
import { suggestTopicMutation } from '../queries.ts'

/** Suggests the one topic that a member may bring to a session. */
export function TopicDialog({ session, userId, onClose }: { session: Session; userId: string; onClose: () => void }) {
	const reminder = useReminder()
	const form = useContractForm(topicBody, suggestTopicMutation(session.id), {
		defaultValues: { topic: '' },
		labels: { topic: 'Topic' },
		draft: { key: `topic:${session.id}:${userId}` },
		async before(body, send) {
			if (await reminder.check(body)) send(body)
		},
		onDone: onClose,
	})
	function discard(): void {
		form.discard()
		onClose()
	}
	const { cancel, question } = useDiscard({
		isNeeded: form.hasText,
		onDiscard: discard,
		description: 'It has not been submitted yet.',
	})
	return (
		<Dialog
			title="Suggest a Topic"
			description={`One topic may be submitted per session. This one is for “${session.title}”.`}
			busy={form.isPending}
			isDirty={form.watch('topic').trim() !== ''}
			onClose={discard}
		>
			<Form of={form} className="grid gap-4">
				<TextAreaField rows={4} maxLength={2_000} hint="Only you and the coaches see it." {...form.field('topic')} />
				<FormReminder form={form} reminder={reminder} postLabel="Submit as it is" />
				<DialogActions>
					<Button variant="line" disabled={form.isPending} onClick={cancel}>
						Cancel
					</Button>
					<SubmitButton form={form} busy="Submitting...">
						Submit Topic
					</SubmitButton>
				</DialogActions>
			</Form>
			{question}
		</Dialog>
	)
}
