import { useEffect, useState } from 'react'

/** Key in the history entry's state, which survives both the back/forward cache and a reload. */
const STATE_KEY = 'postedQuestion'

/** Records in this history entry that its form was posted, before navigating to the question. */
export function rememberPosted(id: string): void {
	window.history.replaceState({ ...window.history.state, [STATE_KEY]: id }, '')
}

/** Returns the question posted from this history entry, or undefined. */
export function usePosted() {
	const [posted, setPosted] = useState<string>()
	useEffect(() => {
		const id: unknown = window.history.state?.[STATE_KEY]
		if (typeof id === 'string') setPosted(id)
	}, [])
	return [posted, setPosted] as const
}
