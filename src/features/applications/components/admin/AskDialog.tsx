import { TextAreaField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { NO_MAIL } from '#src/lib/forms/no-mail.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import { type Application, questionForm } from '../../contract.ts'
import { askApplicantMutation } from '../../queries.ts'

interface Props {
	application: Application
	isMailOff: boolean
	/** Address that receives replies to emails; null if there is none. */
	replyTo: string | null
	onDone: () => void
	onClose: () => void
}

/** Emails the applicant a question. */
export function AskDialog({ application: { id, name, email }, isMailOff, replyTo, onDone, onClose }: Props) {
	const form = useContractForm(questionForm, askApplicantMutation, {
		defaultValues: { question: '' },
		labels: { question: `Your question to ${name}` },
		draft: tabDraft(`ask:${id}`),
		toInput: (body) => ({ id, ...body }),
		onDone,
	})
	return (
		<FormDialog
			title="Ask back"
			of={form}
			isDirty={form.isDirty}
			action={{ label: 'Send question', busy: 'Sending...', disabled: isMailOff || replyTo === null }}
			onClose={onClose}
		>
			<AnswerNotice isMailOff={isMailOff} replyTo={replyTo} email={email} />
			<TextAreaField rows={4} {...form.field('question')} />
		</FormDialog>
	)
}

/** Explains where the question and the answer go, or why no question can be sent. */
function AnswerNotice({ isMailOff, replyTo, email }: { isMailOff: boolean; replyTo: string | null; email: string }) {
	if (isMailOff) return <p>{NO_MAIL[1]}</p>
	if (replyTo === null)
		return (
			<p>
				Nobody would receive the answer yet: your emails have no reply address.{' '}
				<a className="link" href="/admin/settings#mail">
					Enter one under Mail in the settings
				</a>
				.
			</p>
		)
	return (
		<p>
			We email it to {email}. The answer arrives by email at {replyTo}, not on this screen. The application stays
			pending.
		</p>
	)
}
