import { isApiError, messageOf } from '#src/lib/errors.ts'
import { Alert } from './Alert.tsx'

type Props = {
	/** What failed, where the form says it before the reason. */
	title?: string
	error: unknown
	fallback: string
}

/** Why something written could not be sent. Whose sign-in ended signs in beside it, and sends it from here. */
export function PostFailure({ title, error, fallback }: Props) {
	const isSignedOut = isApiError(error) && error.status === 401
	return (
		<Alert>
			{title && `${title}: `}
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
