import { useEffect, useState } from 'react'

/**
 * Returns the URL fragment and keeps it current. Links in emails carry their token there, which keeps the token out of
 * requests and logs. Undefined during server rendering.
 */
export function useFragment(): string | undefined {
	const [fragment, setFragment] = useState<string>()
	useEffect(() => {
		const update = () => setFragment(window.location.hash.slice(1))
		update()
		window.addEventListener('hashchange', update)
		return () => window.removeEventListener('hashchange', update)
	}, [])
	return fragment
}
