import { Button } from '#src/components/ui/Button.tsx'
import { PasswordField } from '#src/components/ui/Field.tsx'
import { HiddenToken } from '#src/components/ui/HiddenToken.tsx'
import { PostFailure } from '#src/components/ui/PostFailure.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { useMutation } from '#src/lib/query.ts'
import { useSchemaForm } from '#src/lib/schema-form.ts'
import { useCsrfToken } from '#src/lib/use-csrf-token.ts'
import { changePasswordForm } from '../password-contract.ts'
import { changePasswordMutation } from '../password-queries.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'

/** `email` lets a password manager know whose password is changed. */
export function ChangePasswordForm({ email }: { email: string }) {
	const form = useSchemaForm(changePasswordForm, {
		defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
	})
	const mutation = useMutation(changePasswordMutation)
	const csrf = useCsrfToken()
	const { errors } = form.formState
	const isBusy = mutation.isPending || mutation.isSuccess
	const submit = form.handleSubmit(({ currentPassword, newPassword }) =>
		mutation.mutate({ currentPassword, newPassword }),
	)
	return (
		<form method="post" noValidate className="grid gap-5" onSubmit={submit}>
			{mutation.isError && <PostFailure error={mutation.error} fallback={mutation.fallback} />}
			<HiddenToken />
			<input type="hidden" name="username" autoComplete="username" value={email} readOnly />
			<PasswordField
				label="Current Password"
				autoComplete="current-password"
				error={errors.currentPassword?.message}
				{...form.register('currentPassword')}
			/>
			<NewPasswordFields errors={errors} register={form.register} />
			<div className="flex flex-wrap gap-3 max-sm:*:grow">
				<Button type="submit" size="lg" loading={isBusy} disabled={csrf.isLoading}>
					{isBusy ? 'Changing...' : 'Change Password'}
				</Button>
				<a href="/dashboard" className={buttonClass({ variant: 'line', size: 'lg' })}>
					Cancel
				</a>
			</div>
		</form>
	)
}
