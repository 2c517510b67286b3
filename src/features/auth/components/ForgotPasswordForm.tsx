import { Alert } from '#src/components/ui/Alert.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { EmailField } from '#src/components/ui/Field.tsx'
import { HiddenToken } from '#src/components/ui/HiddenToken.tsx'
import { messageOf } from '#src/lib/errors.ts'
import { useMutation } from '#src/lib/query.ts'
import { useSchemaForm } from '#src/lib/schema-form.ts'
import { useCsrfToken } from '#src/lib/use-csrf-token.ts'
import { requestReset } from '../password-contract.ts'
import { requestResetMutation } from '../password-queries.ts'

/** Asks for a link by mail. The answer is the same for every address. */
export function ForgotPasswordForm() {
	const form = useSchemaForm(requestReset.body, { defaultValues: { email: '' } })
	const mutation = useMutation(requestResetMutation)
	const csrf = useCsrfToken()
	if (mutation.isSuccess)
		return (
			<Alert tone="done">
				If an account has this address, a mail with a link is on its way. The link works for one hour. Look into the
				spam folder if it does not arrive.
			</Alert>
		)
	return (
		<form method="post" noValidate className="grid gap-5" onSubmit={form.handleSubmit((body) => mutation.mutate(body))}>
			{mutation.isError && <Alert>{messageOf(mutation.error, mutation.fallback)}</Alert>}
			<HiddenToken />
			<EmailField
				label="Email"
				autoComplete="username"
				error={form.formState.errors.email?.message}
				{...form.register('email')}
			/>
			<Button type="submit" size="lg" loading={mutation.isPending} disabled={csrf.isLoading}>
				{mutation.isPending ? 'Sending...' : 'Send me a link'}
			</Button>
		</form>
	)
}
