import { useEffect } from 'react'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { Spinner } from '#src/components/ui/Spinner.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import type { ResponseOf } from '#src/lib/api/contract.ts'
import { useQuery } from '#src/lib/api/query.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { useFragment } from '#src/lib/site/fragment.ts'
import { type checkReset, resetPassword, resetPasswordForm } from '../password-contract.ts'
import { checkResetQuery, resetPasswordMutation } from '../password-queries.ts'
import { NewPasswordFields, newPasswordLabels } from './NewPasswordFields.tsx'

/** The token is in the fragment, which is never sent to the server or logged. */
const tokenFromUrl = () => window.location.hash.slice(1)

type Invitation = NonNullable<ResponseOf<typeof checkReset>['invitation']>

type LinkState = 'checking' | 'incomplete' | 'invalid' | 'valid'

/**
 * Checks the link before its owner chooses a password. If the check itself fails, the link is treated as valid:
 * submitting the form reports an invalid one.
 */
function useLink(): { state: LinkState; invitation?: Invitation | undefined } {
	const token = useFragment()
	const { data, isError } = useQuery(checkResetQuery(token ?? ''), { enabled: Boolean(token) })
	if (token === '') return { state: 'incomplete' }
	if (isError || data?.isValid) return { state: 'valid', invitation: data?.invitation }
	return { state: data ? 'invalid' : 'checking' }
}

const LINK_ERRORS = {
	incomplete: 'This link is incomplete. Open it from the email again, or copy all of it.',
	invalid: resetPassword.errors.invalid[1],
} as const

export function ResetPassword() {
	const { state, invitation } = useLink()
	if (state === 'valid') return <ResetPasswordForm invitation={invitation} />
	if (state === 'checking')
		return (
			<p role="status" className="flex items-center gap-3 text-muted">
				<Spinner /> Checking your link...
			</p>
		)
	return (
		<div className="grid gap-5">
			<Alert>{LINK_ERRORS[state]}</Alert>
			<a href="/forgot-password" className={buttonClass({ size: 'lg' })}>
				Ask for a new link
			</a>
		</div>
	)
}

/** Changes the heading for invited people, who have no password yet, once the link is checked. */
function useHeading(invitation: Invitation | undefined): void {
	useEffect(() => {
		if (invitation) document.getElementById('page-title')?.replaceChildren('Choose your password')
	}, [invitation])
}

function ResetPasswordForm({ invitation }: { invitation: Invitation | undefined }) {
	useHeading(invitation)
	const form = useContractForm(resetPasswordForm, resetPasswordMutation(Boolean(invitation)), {
		defaultValues: { newPassword: '', confirmPassword: '' },
		labels: newPasswordLabels,
		draft: undefined,
		toInput: ({ newPassword }) => ({ token: tokenFromUrl(), newPassword }),
	})
	const newLink = (
		<a className="link" href="/forgot-password">
			Ask for a new link
		</a>
	)
	return (
		<Form of={form} className="grid gap-5" failureNote={newLink}>
			{invitation ? (
				<InvitationText of={invitation} />
			) : (
				<p className="text-muted">The new password replaces the old one and signs you out everywhere.</p>
			)}
			<NewPasswordFields field={form.field} />
			<SubmitButton form={form} size="lg" busy="Saving...">
				Set password
			</SubmitButton>
		</Form>
	)
}

const InvitationText = ({ of: { name, email, by, to, about } }: { of: Invitation }) => (
	<div className="grid gap-3">
		<p>
			Hello {name}. {by} invites you to {to}.
		</p>
		<p className="text-muted">{about}</p>
		<p className="text-muted">
			Choose a password to activate your account. You sign in with <span className="breaks">{email}</span>.
		</p>
	</div>
)
