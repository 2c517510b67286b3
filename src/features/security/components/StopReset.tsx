import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { stopFactorResetMutation } from '../queries.ts'

/** Stops a reset through a mailed link. The token is in the fragment, which is never sent to the server or logged. */
export function StopReset() {
	const stop = useMutation(stopFactorResetMutation)
	if (stop.isSuccess)
		return (
			<Alert tone="done">
				<p>Your second factor stays.</p>
				<p>
					If you did not ask for the reset, someone may know your password:{' '}
					<a className="link" href="/forgot-password">
						set a new one
					</a>
					.
				</p>
			</Alert>
		)
	return (
		<div className="grid gap-5">
			<p>Someone asked to remove the second factor of your account. Stop this if you still have it.</p>
			{stop.isError && <Alert>{messageOf(stop.error, stop.fallback)}</Alert>}
			<Button size="lg" loading={stop.isPending} onClick={() => stop.mutate(window.location.hash.slice(1))}>
				Keep my second factor
			</Button>
		</div>
	)
}
