import { useEffect, useState } from 'react'

/**
 * Returns the fragment of the address, where links from mails have their token: no server or log sees it. Undefined
 * during server rendering. Follows changes.
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
