import { useEffect, useState } from 'react'

/**
 * Returns the fragment of the address, and follows its changes. Links in mails have their token there, which keeps it
 * out of requests and logs. Undefined during server rendering.
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
