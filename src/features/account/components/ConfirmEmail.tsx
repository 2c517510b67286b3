import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { Spinner } from '#src/components/ui/Spinner.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { useFragment } from '#src/lib/site/fragment.ts'
import { confirmEmail, EMAIL_LINKS, type EmailLinkKind } from '../address-contract.ts'
import { confirmEmailMutation } from '../address-queries.ts'

const texts: Record<EmailLinkKind, { about: string; button: string; done: (email: string) => string }> = {
	confirm: {
		about: 'Confirm that the address we sent this link to is yours.',
		button: 'Confirm this address',
		done: (email) => `Thank you. ${email} is confirmed.`,
	},
	change: {
		about: 'From now on, you sign in with the address we sent this link to, and our emails go there.',
		button: 'Use this address',
		done: (email) => `Your account now uses ${email}. Sign in with this address from now on.`,
	},
	undo: {
		about:
			'This restores your old address, signs out all devices, disables the password, and sends a link to choose a new one.',
		button: 'Undo the change',
		done: (email) =>
			`Your account uses ${email} again. All devices were signed out, and we sent you a link to choose a new password.`,
	},
}

/**
 * The page of an email address link. It waits for a click: mail scanners open every link and must not confirm an
 * address.
 */
export function ConfirmEmail() {
	const token = useFragment()
	const { mutate, isPending, data, error, fallback } = useMutation(confirmEmailMutation)
	if (token === undefined)
		return (
			<p role="status" className="flex items-center gap-3 text-muted">
				<Spinner /> Checking your link...
			</p>
		)
	const kind = EMAIL_LINKS[token.charAt(0) as keyof typeof EMAIL_LINKS]
	if (!kind) return <Alert>{confirmEmail.errors.unknown[1]}</Alert>
	const { about, button, done } = texts[kind]
	if (data)
		return (
			<div className="grid gap-5">
				<Alert tone="done">{done(data.email)}</Alert>
				<a href={kind === 'undo' ? '/auth' : '/account'} className={buttonClass({ variant: 'line', size: 'lg' })}>
					{kind === 'undo' ? 'Sign in' : 'Open your account'}
				</a>
			</div>
		)
	return (
		<div className="grid gap-5">
			{error && <Alert>{messageOf(error, fallback)}</Alert>}
			<p className="text-muted">{about}</p>
			<Button size="lg" loading={isPending} onClick={() => mutate(token)}>
				{button}
			</Button>
		</div>
	)
}
