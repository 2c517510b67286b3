import { PasswordField } from '#src/components/ui/forms/PasswordField.tsx'
import type { FieldProps } from '#src/lib/forms/forms.ts'

type Name = 'newPassword' | 'confirmPassword'

export const newPasswordLabels: Record<Name, string> = {
	newPassword: 'New Password',
	confirmPassword: 'Confirm New Password',
}

type Props = {
	/** The form's `field`, narrowed to these two names. */
	field: (name: Name, rules?: { deps: Name }) => FieldProps
}

export const NewPasswordFields = ({ field }: Props) => (
	<>
		<PasswordField
			autoComplete="new-password"
			hint="At least 8 characters. A few words in a row are easy to remember and hard to guess."
			// Check again whether they match when either one changes.
			{...field('newPassword', { deps: 'confirmPassword' })}
		/>
		<PasswordField autoComplete="new-password" {...field('confirmPassword')} />
	</>
)
