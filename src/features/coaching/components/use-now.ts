import { useEffect, useState } from 'react'
import { type Timed, untilNextMinute } from '../time-left.ts'

/**
 * The time, for words about sessions. It goes on by itself with each of their minutes and asks nobody; a tab that
 * slept, or that Back brought up again, catches up at once.
 * @param rendered when the page was made, for a first rendering that matches; milliseconds.
 */
export function useNow(sessions: readonly Timed[], rendered: number): number {
	const [now, setNow] = useState(rendered)
	// biome-ignore lint/correctness/useExhaustiveDependencies: each look sets the next one
	useEffect(() => {
		const look = () => setNow(Date.now())
		if (now === rendered) look()
		const timer = window.setTimeout(look, untilNextMinute(sessions, Date.now()))
		const onShow = () => document.visibilityState === 'visible' && look()
		document.addEventListener('visibilitychange', onShow)
		window.addEventListener('pageshow', onShow)
		return () => {
			window.clearTimeout(timer)
			document.removeEventListener('visibilitychange', onShow)
			window.removeEventListener('pageshow', onShow)
		}
	}, [now, rendered])
	return now
}
