import { createContext, useContext, useEffect, useState } from 'react'
import { $user } from '#src/lib/auth-state.ts'
import { SIGN_IN_ENDED } from '#src/lib/csrf.ts'
import { Alert } from './Alert.tsx'

/** What stands around says already where one signs in again. */
const IsSaid = createContext(false)
export const SaysSignInEnded = IsSaid.Provider
export const useIsSignInSaid = (): boolean => useContext(IsSaid)

/** Whether the sign-in of whose page this is ended; not any more once they signed in again in another tab. */
export function useSignInEnded(): boolean {
	const [hasEnded, setHasEnded] = useState(false)
	useEffect(() => {
		const end = () => $user.get() && setHasEnded(true)
		const unlisten = $user.listen(() => setHasEnded(false))
		window.addEventListener(SIGN_IN_ENDED, end)
		return () => {
			unlisten()
			window.removeEventListener(SIGN_IN_ENDED, end)
		}
	}, [])
	return hasEnded
}

/** For what lies over the page: the notice of its head is behind it, and nobody gets there. */
export function SignInEnded() {
	return (
		<Alert>
			Your sign-in has ended.{' '}
			<a className="link" href="/auth" target="_blank" rel="noopener">
				Sign in in a new tab
			</a>
			, then go on here. What you did stays as it is.
		</Alert>
	)
}
