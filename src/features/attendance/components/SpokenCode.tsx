import { CapitalsField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { enterCode } from '../contract.ts'
import { enterCodeMutation } from '../queries.ts'

/** Asks for a code that is spoken in a recording or a live session. */
export function SpokenCode({ id, hint }: { id: string; hint: string }) {
	const form = useContractForm(enterCode.body, enterCodeMutation(id), {
		defaultValues: { code: '' },
		labels: { code: 'Spoken code' },
		draft: undefined,
		afterSending: 'empties',
	})
	return (
		<Form of={form} className="attendance-form">
			<CapitalsField maxLength={40} hint={hint} {...form.field('code')} />
			<SubmitButton form={form} variant="line" busy="Checking...">
				Enter code
			</SubmitButton>
		</Form>
	)
}
