import { Button } from '#src/components/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/components/ui/dialogs/Dialog.tsx'
import { TextAreaField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { useDiscard } from '#src/components/ui/forms/use-discard.tsx'
import { FormReminder } from '#src/features/confidentiality/components/FormReminder.tsx'
import { useReminder } from '#src/features/confidentiality/components/use-reminder.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { type Session, topicBody } from '../contract.ts'
import { sendTopicMutation } from '../queries.ts'
import { OwnTopicText } from './OwnTopic.tsx'

type Props = {
	/** The current version. */
	session: Session
	userId: string
	/** Whether the dialog was opened to change the viewer's topic rather than to suggest one. */
	isChange: boolean
	onClose: () => void
}

type VersionedTopic = { topic: string; version: number }

/**
 * Handles changes from another tab while the form is open. A topic withdrawn there is suggested again; a topic added
 * there is shown and can be replaced.
 */
function useTopicForm({ session, userId, isChange, onClose }: Props) {
	const { id, ownTopic, ownTopicId, ownTopicVersion } = session
	const reminder = useReminder()
	const hasTopic = ownTopicId !== null && ownTopicVersion !== null
	const currentTopic = hasTopic ? { topic: ownTopic ?? '', version: ownTopicVersion } : undefined
	const form = useContractForm(topicBody, sendTopicMutation(id, hasTopic ? ownTopicId : null), {
		defaultValues: { topic: (isChange && ownTopic) || '' },
		labels: { topic: 'Topic' },
		draft: { key: `${isChange ? 'topic-change' : 'topic'}:${id}:${userId}`, isIdempotent: !isChange },
		...(isChange
			? { edited: { what: 'topic', original: currentTopic, toForm: ({ topic }: VersionedTopic) => ({ topic }) } }
			: {}),
		toInput: ({ topic }, base, idempotencyKey) => ({
			topic,
			idempotencyKey,
			version: (isChange ? base : currentTopic)?.version,
		}),
		async before(body, send) {
			if (await reminder.check(body)) send(body)
		},
		onDone: onClose,
	})
	return { form, reminder, hasTopic }
}

export function TopicDialog(props: Props) {
	const { session, isChange, onClose } = props
	const { form, reminder, hasTopic } = useTopicForm(props)
	function discard(): void {
		form.discard()
		onClose()
	}
	const { cancel, question } = useDiscard({
		isNeeded: form.hasText,
		onDiscard: discard,
		description: isChange ? 'It has not been saved yet.' : 'It has not been submitted yet.',
	})
	const replaces = hasTopic && !isChange
	return (
		<Dialog
			title={isChange ? 'Change Your Topic' : 'Suggest a Topic'}
			description={
				isChange
					? `For “${session.title}”. You can change your topic until the session starts.`
					: `One topic may be submitted per session. This one is for “${session.title}”.`
			}
			busy={form.isPending}
			isDirty={form.hasText()}
			onClose={discard}
		>
			<Form of={form} className="grid gap-4">
				{replaces && <OwnTopicText topic={session.ownTopic ?? ''} />}
				<TextAreaField rows={4} maxLength={2_000} hint="Only you and the coaches see it." {...form.field('topic')} />
				<FormReminder form={form} reminder={reminder} postLabel="Submit as it is" />
				<DialogActions>
					<Button variant="line" disabled={form.isPending} onClick={cancel}>
						Cancel
					</Button>
					<SubmitButton form={form} busy={hasTopic ? 'Saving...' : 'Submitting...'}>
						{replaces ? 'Replace My Topic' : hasTopic ? 'Save Topic' : 'Submit Topic'}
					</SubmitButton>
				</DialogActions>
			</Form>
			{question}
		</Dialog>
	)
}
