import { CapitalsField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { spellOut } from '../attendance-text.ts'
import { type Attendance, enterCode } from '../contract.ts'
import { enterCodeMutation } from '../queries.ts'

type Props = { id: string; code: string; onEntered: (attendance: Attendance) => void; onClose: () => void }

/** Asks for the code on the screen. There is no time limit: the recording waits. */
export function CodeDialog({ id, code, onEntered, onClose }: Props) {
	const form = useContractForm(enterCode.body, enterCodeMutation(id), {
		defaultValues: { code: '' },
		labels: { code: 'Code' },
		draft: undefined,
		onDone: onEntered,
	})
	return (
		<FormDialog
			title="Are you still with us?"
			description={
				<>
					Type this code to go on. The recording is paused, so take the time you need.
					<span className="sr-only"> The code is {spellOut(code)}.</span>
				</>
			}
			of={form}
			action={{ label: 'Enter code', busy: 'Checking...' }}
			onClose={onClose}
		>
			{/* Screen readers read the spelled code in the description. */}
			<p aria-hidden="true" className="attendance-code">
				{code}
			</p>
			<CapitalsField
				maxLength={40}
				className="attendance-code-field"
				hint="Uppercase or lowercase letters."
				{...form.field('code')}
			/>
		</FormDialog>
	)
}
