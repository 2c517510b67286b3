import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { EmailField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { PasswordField } from '#src/components/ui/forms/PasswordField.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { loginBody } from '#src/features/auth/contract.ts'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { useFragment } from '#src/lib/site/fragment.ts'
import { undoLeaveMutation } from '../queries.ts'

const WelcomeBack = () => (
	<div className="grid gap-5">
		<Alert tone="done">Welcome back. Everything is as it was, and you can sign in again.</Alert>
		<a href="/auth" className={buttonClass({ size: 'lg' })}>
			Sign in
		</a>
	</div>
)

/** The form for members who arrive from the sign-in page, without the link. */
function UndoForm() {
	const form = useContractForm(loginBody, undoLeaveMutation, {
		defaultValues: { email: '', password: '' },
		labels: { email: 'Email', password: 'Password' },
		draft: undefined,
	})
	if (form.isSuccess) return <WelcomeBack />
	return (
		<Form of={form} className="grid gap-5">
			<EmailField autoComplete="username" {...form.field('email')} />
			<PasswordField autoComplete="current-password" {...form.field('password')} />
			<SubmitButton form={form} size="lg" busy="Undoing...">
				Undo, I stay
			</SubmitButton>
		</Form>
	)
}

/** Undoes a member's departure: with the link from the email, or with email and password. */
export function UndoLeave() {
	const token = useFragment()
	const { mutate, isPending, isSuccess, error, fallback } = useMutation(undoLeaveMutation)
	if (!token) return <UndoForm />
	if (isSuccess) return <WelcomeBack />
	return (
		<div className="grid gap-5">
			{error && <Alert>{messageOf(error, fallback)}</Alert>}
			<p className="text-muted">Your account is not erased, and everything is as it was.</p>
			<Button size="lg" loading={isPending} onClick={() => mutate({ token })}>
				Undo, I stay
			</Button>
		</div>
	)
}
