import { useEffect, useState } from 'react'

/** Name in the state of the history entry: it comes back with the entry, whether the page was kept or loaded anew. */
const NAME = 'postedQuestion'

/** Notes in this entry of the history that its form was posted, before the page is left for the question. */
export function rememberPosted(id: string): void {
	window.history.replaceState({ ...window.history.state, [NAME]: id }, '')
}

/** The question that was posted from this entry of the history; undefined where none was. */
export function usePosted() {
	const [posted, setPosted] = useState<string>()
	useEffect(() => {
		const id: unknown = window.history.state?.[NAME]
		if (typeof id === 'string') setPosted(id)
	}, [])
	return [posted, setPosted] as const
}
