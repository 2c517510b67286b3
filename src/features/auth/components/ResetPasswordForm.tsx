import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '#src/components/ui/Alert.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { HiddenToken } from '#src/components/ui/HiddenToken.tsx'
import { messageOf } from '#src/lib/errors.ts'
import { useContractForm } from '#src/lib/forms.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { useCsrfToken } from '#src/lib/use-csrf-token.ts'
import { resetPasswordForm } from '../password-contract.ts'
import { PASSWORD_FALLBACK, resetPasswordMutation } from '../password-queries.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'

/** Sets a password by the link of a mail. The token stands behind the #, which no server and no log ever sees. */
export function ResetPasswordForm() {
	const form = useContractForm(resetPasswordForm, { defaultValues: { newPassword: '', confirmPassword: '' } })
	const mutation = useMutation(resetPasswordMutation, queryClient)
	const csrf = useCsrfToken()
	const [isIncomplete, setIncomplete] = useState(false)
	const { errors } = form.formState
	const isBusy = mutation.isPending || mutation.isSuccess
	const submit = form.handleSubmit(({ newPassword }) => {
		const token = window.location.hash.slice(1)
		setIncomplete(token === '')
		if (token) mutation.mutate({ token, newPassword })
	})
	return (
		<form method="post" noValidate className="grid gap-5" onSubmit={submit}>
			{isIncomplete && <Alert>This link is not complete. Open it from the mail once more, or copy all of it.</Alert>}
			{mutation.isError && (
				<Alert>
					{messageOf(mutation.error, PASSWORD_FALLBACK)}{' '}
					<a className="link" href="/forgot-password">
						Ask for a new link
					</a>
				</Alert>
			)}
			<HiddenToken />
			<NewPasswordFields errors={errors} register={form.register} />
			<Button type="submit" size="lg" loading={isBusy} disabled={csrf.isLoading}>
				{isBusy ? 'Saving...' : 'Set password'}
			</Button>
		</form>
	)
}
