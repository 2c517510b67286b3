import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { EmailField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { RESET_DRAFT } from '../form-drafts.ts'
import { requestReset } from '../password-contract.ts'
import { requestResetMutation } from '../password-queries.ts'

/** Requests a reset link by mail. The response is the same for every address. */
export function ForgotPasswordForm() {
	const form = useContractForm(requestReset.body, requestResetMutation, {
		defaultValues: { email: '' },
		labels: { email: 'Email' },
		draft: { key: RESET_DRAFT, place: 'tab' },
	})
	if (form.isSuccess)
		return (
			<div className="mt-4">
				<Alert tone="done">
					If an account has this address, we sent it a link. The link works for one hour. Check your spam folder if it
					does not arrive.
				</Alert>
			</div>
		)
	return (
		<>
			<p className="mb-6 text-muted">Enter your email address. We send you a link to set a new password.</p>
			<Form of={form} className="grid gap-5">
				<EmailField autoComplete="username" {...form.field('email')} />
				<SubmitButton form={form} size="lg" busy="Sending...">
					Send me a link
				</SubmitButton>
			</Form>
		</>
	)
}
