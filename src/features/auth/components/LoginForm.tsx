import { EmailField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { PasswordField } from '#src/components/ui/forms/PasswordField.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { login, loginBody } from '../contract.ts'
import { SIGN_IN_DRAFT } from '../form-drafts.ts'
import { loginMutation, requiredFactors } from '../queries.ts'

type Props = {
	/** Called after a correct password, with the second factors that the account can use. */
	onSecondFactor: (factors: string[]) => void
}

export function LoginForm({ onSecondFactor }: Props) {
	const form = useContractForm(loginBody, loginMutation, {
		defaultValues: { email: '', password: '' },
		labels: { email: 'Email', password: 'Password' },
		draft: { key: SIGN_IN_DRAFT, except: ['password'], place: 'tab' },
		onFailed(error) {
			const factors = requiredFactors(error)
			if (factors) onSecondFactor(factors)
		},
	})
	// Follows the server's message for a person who left.
	const undo = form.failure?.text.startsWith(login.errors.leaving[1]) && (
		<a className="link" href="/leave-undo">
			Undo it
		</a>
	)
	return (
		<Form of={form} className="grid gap-5" failureNote={undo}>
			<EmailField autoComplete="username webauthn" {...form.field('email')} />
			<PasswordField autoComplete="current-password" {...form.field('password')} />
			<SubmitButton form={form} size="lg" busy="Logging in...">
				Login
			</SubmitButton>
		</Form>
	)
}
