import { useEffect } from 'react'

/** Delay after the release, in milliseconds: the server's job opens modules within a second. */
const RELEASE_DELAY_MS = 2_000
/** Pause between two refetches until the module is open, and the longest timer, in milliseconds. */
const REFETCH_INTERVAL_MS = 10_000
const MAX_TIMER_MS = 10 * 60_000

/**
 * Calls `refetch` at the next release, so that an open page needs no reload. Repeats the call until the release is gone
 * from the list. A hidden tab waits until it is shown.
 * @param instants times of the releases, in ISO 8601.
 */
export function useRelease(instants: readonly string[], refetch: () => void): void {
	const next = instants.toSorted()[0]
	// biome-ignore lint/correctness/useExhaustiveDependencies: `refetch` changes on each render but does the same
	useEffect(() => {
		if (next === undefined) return
		const at = Date.parse(next) + RELEASE_DELAY_MS
		let timer = 0
		const update = () => {
			window.clearTimeout(timer)
			const left = at - Date.now()
			// Long waits are split, which tolerates a suspended computer or a changed clock.
			if (left > 0) timer = window.setTimeout(update, Math.min(left, MAX_TIMER_MS))
			else {
				if (document.visibilityState === 'visible') refetch()
				timer = window.setTimeout(update, REFETCH_INTERVAL_MS)
			}
		}
		update()
		const onShow = () => document.visibilityState === 'visible' && update()
		document.addEventListener('visibilitychange', onShow)
		return () => {
			window.clearTimeout(timer)
			document.removeEventListener('visibilitychange', onShow)
		}
	}, [next])
}
