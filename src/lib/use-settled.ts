import { useDeferredValue, useEffect, useState } from 'react'

/** Debounce of typing, in milliseconds. */
const TYPING_MS = 250

export function useDebounced(value: string): string {
	const [settled, setSettled] = useState(value)
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), TYPING_MS)
		return () => clearTimeout(timer)
	}, [value])
	return useDeferredValue(settled)
}
