import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { PasswordField } from '#src/components/ui/forms/PasswordField.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { changePasswordForm } from '../password-contract.ts'
import { changePasswordMutation } from '../password-queries.ts'
import { NewPasswordFields, newPasswordLabels } from './NewPasswordFields.tsx'

/** `email` lets a password manager recognize the account whose password changes. */
export function ChangePasswordForm({ email }: { email: string }) {
	const form = useContractForm(changePasswordForm, changePasswordMutation, {
		defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
		labels: { currentPassword: 'Current Password', ...newPasswordLabels },
		draft: undefined,
		toInput: ({ currentPassword, newPassword }) => ({ currentPassword, newPassword }),
	})
	return (
		<Form of={form} className="grid gap-5">
			<input type="hidden" name="username" autoComplete="username" value={email} readOnly />
			<PasswordField autoComplete="current-password" {...form.field('currentPassword')} />
			<NewPasswordFields field={form.field} />
			<div className="flex flex-wrap gap-3 max-sm:*:grow">
				<SubmitButton form={form} size="lg" busy="Changing...">
					Change Password
				</SubmitButton>
				<a href="/dashboard" className={buttonClass({ variant: 'line', size: 'lg' })}>
					Cancel
				</a>
			</div>
		</Form>
	)
}
