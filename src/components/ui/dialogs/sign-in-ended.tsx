import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { $user } from '#src/lib/api/auth-state.ts'
import { SIGN_IN_ENDED } from '#src/lib/api/csrf.ts'
import { Alert } from './Alert.tsx'

/** Whether an ancestor already shows the expired session, so that descendants do not repeat it. */
const SignInNoticeContext = createContext(false)
export const SignInNoticeProvider = SignInNoticeContext.Provider
export const useIsSignInNoticeShown = (): boolean => useContext(SignInNoticeContext)

/** Returns the state of an expired session: `again` after a sign-in in another tab. */
export function useSessionExpired(): 'ended' | 'again' | undefined {
	const [state, setState] = useState<'ended' | 'again'>()
	useEffect(() => {
		const onEnded = () => $user.get() && setState('ended')
		const unlisten = $user.listen(() => setState((current) => current && 'again'))
		window.addEventListener(SIGN_IN_ENDED, onEnded)
		return () => {
			unlisten()
			window.removeEventListener(SIGN_IN_ENDED, onEnded)
		}
	}, [])
	return state
}

/** Shows the notice of an expired session inside a dialog, which covers the page's own notice. */
export function SignInEnded() {
	const box = useRef<HTMLDivElement>(null)
	useEffect(() => {
		// The pressed button may be far below. Another press scrolls to the notice again.
		const show = () => box.current?.scrollIntoView?.({ block: 'nearest' })
		show()
		window.addEventListener(SIGN_IN_ENDED, show)
		return () => window.removeEventListener(SIGN_IN_ENDED, show)
	}, [])
	return (
		<div ref={box} className="scroll-my-24">
			<Alert>
				You have been signed out. Your text stays here.{' '}
				<a className="link" href="/auth" target="_blank" rel="noopener">
					Sign in in a new tab
				</a>
				, then continue here.
			</Alert>
		</div>
	)
}
