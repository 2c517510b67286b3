import { createContext, useContext, useEffect, useState } from 'react'
import { $user } from '#src/lib/api/auth-state.ts'
import { SIGN_IN_ENDED } from '#src/lib/api/csrf.ts'
import { Alert } from './Alert.tsx'

/** What stands around says, or said, that the sign-in ended: below it nothing else has to. */
const IsSaid = createContext(false)
export const SaysSignInEnded = IsSaid.Provider
export const useIsSignInSaid = (): boolean => useContext(IsSaid)

/** What became of the sign-in of whose page this is: `again` once they signed in again in another tab. */
export function useSignInEnded(): 'ended' | 'again' | undefined {
	const [state, setState] = useState<'ended' | 'again'>()
	useEffect(() => {
		const end = () => $user.get() && setState('ended')
		const unlisten = $user.listen(() => setState((now) => now && 'again'))
		window.addEventListener(SIGN_IN_ENDED, end)
		return () => {
			unlisten()
			window.removeEventListener(SIGN_IN_ENDED, end)
		}
	}, [])
	return state
}

/** For what lies over the page: the notice of its head is behind it, and nobody gets there. */
export function SignInEnded() {
	return (
		<Alert>
			Your sign-in has ended. What you wrote stays here.{' '}
			<a className="link" href="/auth" target="_blank" rel="noopener">
				Sign in in a new tab
			</a>
			, then go on here.
		</Alert>
	)
}
