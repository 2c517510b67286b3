import { useEffect } from 'react'

/** After the instant itself: the job of the server opens within a second. In milliseconds. */
const LATE_MS = 2_000
/** Between two questions while it has not opened yet, and the longest wait for a timer, in milliseconds. */
const AGAIN_MS = 10_000
const LONGEST_MS = 10 * 60_000

/**
 * Asks anew when something opens, so that a page that stays open need not be loaded again: at its time, then until it is
 * gone from the list, and when a tab that was away is shown.
 * @param instants when, as ISO-8601.
 */
export function useRelease(instants: readonly string[], ask: () => void): void {
	const next = instants.toSorted()[0]
	// biome-ignore lint/correctness/useExhaustiveDependencies: `ask` is another one at each rendering, and the same question
	useEffect(() => {
		if (next === undefined) return
		const at = Date.parse(next) + LATE_MS
		let timer = 0
		const look = () => {
			window.clearTimeout(timer)
			const left = at - Date.now()
			// A far instant is come near to in steps: a computer that slept, or a clock that was set, is noticed.
			if (left > 0) timer = window.setTimeout(look, Math.min(left, LONGEST_MS))
			else {
				if (document.visibilityState === 'visible') ask()
				timer = window.setTimeout(look, AGAIN_MS)
			}
		}
		look()
		const onShow = () => document.visibilityState === 'visible' && look()
		document.addEventListener('visibilitychange', onShow)
		return () => {
			window.clearTimeout(timer)
			document.removeEventListener('visibilitychange', onShow)
		}
	}, [next])
}
