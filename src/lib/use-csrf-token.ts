import { useEffect, useState } from 'react'
import { csrfToken } from './api-client.ts'
import { CSRF_COOKIE, readCookie } from './csrf.ts'

/** How often the cookie is looked at again (docs/product.md, Calls and their errors). */
const POLL_MS = 5_000

/**
 * The security token for a form's hidden field, and whether it is still being fetched. Follows the cookie, which
 * changes when somebody signs in or out in another tab.
 */
export function useCsrfToken(): { token: string | null; isLoading: boolean } {
	const [state, setState] = useState<{ token: string | null; isLoading: boolean }>({ token: null, isLoading: true })
	useEffect(() => {
		let current = true
		// The same one renders nothing anew.
		const keep = (token: string | null) =>
			setState((now) => (now.token === token && !now.isLoading ? now : { token, isLoading: false }))
		const look = () =>
			csrfToken().then(
				(token) => current && keep(token),
				// A form without a token can still be sent: the call itself asks for one again.
				() => current && keep(null),
			)
		void look()
		const timer = setInterval(() => {
			const token = readCookie(CSRF_COOKIE)
			if (token) keep(token)
			else void look()
		}, POLL_MS)
		return () => {
			current = false
			clearInterval(timer)
		}
	}, [])
	return state
}
