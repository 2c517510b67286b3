import { EmailField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { PasswordField } from '#src/components/ui/forms/PasswordField.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { login, loginBody } from '../contract.ts'
import { SIGN_IN_DRAFT } from '../form-drafts.ts'
import { loginMutation } from '../queries.ts'

export function LoginForm() {
	const form = useContractForm(loginBody, loginMutation, {
		defaultValues: { email: '', password: '' },
		labels: { email: 'Email', password: 'Password' },
		draft: { key: SIGN_IN_DRAFT, except: ['password'], place: 'tab' },
	})
	// Ends the sentence of the server about a person who left.
	const undo = form.failure?.text.startsWith(login.errors.leaving[1]) && (
		<a className="link" href="/leave-undo">
			Undo it
		</a>
	)
	return (
		<Form of={form} className="grid gap-5" failureNote={undo}>
			<EmailField autoComplete="username" {...form.field('email')} />
			<PasswordField autoComplete="current-password" {...form.field('password')} />
			<SubmitButton form={form} size="lg" busy="Logging in...">
				Login
			</SubmitButton>
		</Form>
	)
}
