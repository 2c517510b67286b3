import { useEffect, useState } from 'react'
import { type Timed, untilNextMinute } from '../time-left.ts'

/**
 * Returns the current time for text about sessions. Ticks every minute without requests; catches up immediately
 * when a sleeping tab wakes or the page returns from the back/forward cache.
 * @param renderedAt when the server rendered the page, in milliseconds, so hydration matches.
 */
export function useNow(sessions: readonly Timed[], renderedAt: number): number {
	const [now, setNow] = useState(renderedAt)
	// biome-ignore lint/correctness/useExhaustiveDependencies: each tick sets the next one
	useEffect(() => {
		const update = () => setNow(Date.now())
		if (now === renderedAt) update()
		const timer = window.setTimeout(update, untilNextMinute(sessions, Date.now()))
		const onShow = () => document.visibilityState === 'visible' && update()
		document.addEventListener('visibilitychange', onShow)
		window.addEventListener('pageshow', onShow)
		return () => {
			window.clearTimeout(timer)
			document.removeEventListener('visibilitychange', onShow)
			window.removeEventListener('pageshow', onShow)
		}
	}, [now, renderedAt])
	return now
}
