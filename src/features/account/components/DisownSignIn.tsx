import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { useFragment } from '#src/lib/site/fragment.ts'
import { disownSignIn } from '../contract.ts'
import { disownSignInMutation } from '../queries.ts'

/** The page of the `This was not me` link. It waits for a click, because mail scanners open every link. */
export function DisownSignIn() {
	const token = useFragment()
	const { mutate, isPending, isSuccess, error, fallback } = useMutation(disownSignInMutation)
	if (token === '') return <Alert>{disownSignIn.errors.unknown[1]}</Alert>
	if (isSuccess)
		return (
			<Alert tone="done">
				<p>
					All devices are signed out of your account, and its password no longer works. We sent you a link to choose a
					new one.
				</p>
				<p>
					If we also told you about a passkey or an app that you did not add, ask an admin to remove it: a new password
					does not.
				</p>
			</Alert>
		)
	return (
		<div className="grid gap-5">
			{error && <Alert>{messageOf(error, fallback)}</Alert>}
			<p className="text-muted">
				Someone else knows your password, or used your browser. This signs out all devices, disables the password, and
				sends you a link to choose a new one.
			</p>
			<Button size="lg" loading={isPending} disabled={!token} onClick={() => token && mutate(token)}>
				Sign out all devices
			</Button>
		</div>
	)
}
