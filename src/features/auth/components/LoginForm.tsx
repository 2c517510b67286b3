import { Alert } from '#src/components/ui/Alert.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { EmailField, PasswordField } from '#src/components/ui/Field.tsx'
import { HiddenToken } from '#src/components/ui/HiddenToken.tsx'
import { messageOf } from '#src/lib/errors.ts'
import { useContractForm } from '#src/lib/forms.ts'
import { useMutation } from '#src/lib/query.ts'
import { useCsrfToken } from '#src/lib/use-csrf-token.ts'
import { loginBody } from '../contract.ts'
import { loginMutation } from '../queries.ts'

export function LoginForm() {
	const form = useContractForm(loginBody, { defaultValues: { email: '', password: '' } })
	const mutation = useMutation(loginMutation)
	const csrf = useCsrfToken()
	const { errors } = form.formState
	// After success the page is being left: the button stays busy until the next one is there.
	const isSubmitting = mutation.isPending || mutation.isSuccess

	return (
		// POST, so that a click before the page is ready cannot put a password into an address.
		<form method="post" noValidate className="grid gap-5" onSubmit={form.handleSubmit((body) => mutation.mutate(body))}>
			{mutation.isError && <Alert>{messageOf(mutation.error, mutation.fallback)}</Alert>}
			<HiddenToken />
			<EmailField label="Email" autoComplete="username" error={errors.email?.message} {...form.register('email')} />
			<PasswordField
				label="Password"
				autoComplete="current-password"
				error={errors.password?.message}
				{...form.register('password')}
			/>
			<Button type="submit" size="lg" loading={isSubmitting} disabled={csrf.isLoading}>
				{isSubmitting ? 'Logging in...' : 'Login'}
			</Button>
		</form>
	)
}
