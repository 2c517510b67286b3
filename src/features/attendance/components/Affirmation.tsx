import { TextField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { type Attendance, completeAttendance } from '../contract.ts'
import { completeAttendanceMutation } from '../queries.ts'

/** Asks for the last step: the member reads the affirmation and types their name. */
export function Affirmation({ attendance }: { attendance: Attendance }) {
	const form = useContractForm(completeAttendance.body, completeAttendanceMutation(attendance.id), {
		defaultValues: { name: '' },
		labels: { name: 'Your name' },
		draft: undefined,
	})
	return (
		<Form of={form} className="attendance-form">
			<p className="font-label">{attendance.affirmation}</p>
			<TextField
				autoComplete="name"
				hint="Type your name as in your profile. It serves as your signature."
				{...form.field('name')}
			/>
			<SubmitButton form={form} busy="Finishing...">
				Finish and get credit
			</SubmitButton>
		</Form>
	)
}
