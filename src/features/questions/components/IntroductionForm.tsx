import { TextAreaField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { FormReminder } from '#src/features/confidentiality/components/FormReminder.tsx'
import { useReminder } from '#src/features/confidentiality/components/use-reminder.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { introductionBody } from '../introduction-contract.ts'
import { createIntroductionMutation } from '../queries.ts'

const openQuestion = ({ id }: { id: string }) => window.location.replace(`/questions/${id}`)

/** Shows three prompts. The answers become a question in the category `Introductions`. */
export function IntroductionForm({ userId }: { userId: string }) {
	const reminder = useReminder()
	const form = useContractForm(introductionBody, createIntroductionMutation, {
		defaultValues: { practice: '', work: '', help: '' },
		labels: {
			practice: 'What do you practice, and where?',
			work: 'What are you working on in your practice?',
			help: 'What can colleagues ask you about?',
		},
		draft: { key: `introduction:${userId}` },
		async before(body, send) {
			if (await reminder.check(body)) send(body)
		},
		onDone: openQuestion,
		onBack: openQuestion,
	})
	return (
		<Form of={form} autoComplete="off" className="grid gap-5">
			<TextAreaField rows={2} maxLength={2000} {...form.field('practice')} />
			<TextAreaField rows={2} maxLength={2000} optional {...form.field('work')} />
			<TextAreaField rows={2} maxLength={2000} optional {...form.field('help')} />
			<FormReminder form={form} reminder={reminder} />
			<div>
				<SubmitButton
					form={form}
					size="lg"
					loading={reminder.isChecking}
					busy={reminder.isChecking ? 'Checking...' : 'Posting...'}
				>
					Post Introduction
				</SubmitButton>
			</div>
		</Form>
	)
}
