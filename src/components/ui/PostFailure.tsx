import { isApiError, messageOf } from '#src/lib/errors.ts'
import { Alert } from './Alert.tsx'

/** Why something written could not be sent. Whose session ended signs in beside it, and sends it from here. */
export function PostFailure({ error, fallback }: { error: unknown; fallback: string }) {
	const isSignedOut = isApiError(error) && error.status === 401
	return (
		<Alert>
			{messageOf(error, fallback)}
			{isSignedOut && (
				<p>
					What you wrote stays here.{' '}
					<a className="link" href="/auth" target="_blank" rel="noopener">
						Sign in in a new tab
					</a>
					, then send it again.
				</p>
			)}
		</Alert>
	)
}
