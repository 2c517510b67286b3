import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import { PasswordField } from '#src/components/ui/Field.tsx'

interface Fields {
	newPassword: string
	confirmPassword: string
}

type Props = {
	errors: FieldErrors<Fields>
	/** The form's own `register`, for these two names. */
	register: (name: keyof Fields, options?: { deps: keyof Fields }) => UseFormRegisterReturn
}

/** A new password, twice: of whoever changes it and of whoever forgot it. */
export function NewPasswordFields({ errors, register }: Props) {
	return (
		<>
			<PasswordField
				label="New Password"
				autoComplete="new-password"
				hint="At least 8 characters. A few words in a row are easy to keep and hard to guess."
				error={errors.newPassword?.message}
				// Whether they match is judged again when either changes.
				{...register('newPassword', { deps: 'confirmPassword' })}
			/>
			<PasswordField
				label="Confirm New Password"
				autoComplete="new-password"
				error={errors.confirmPassword?.message}
				{...register('confirmPassword')}
			/>
		</>
	)
}
