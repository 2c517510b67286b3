import { useDeferredValue, useEffect, useState } from 'react'

/** Pause after a keystroke before the server is asked, in milliseconds. */
const TYPING_MS = 250

/** What was typed, once typing rests. */
export function useSettled(value: string): string {
	const [settled, setSettled] = useState(value)
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), TYPING_MS)
		return () => clearTimeout(timer)
	}, [value])
	return useDeferredValue(settled)
}
