import { useEffect, useState } from 'react'

/**
 * Returns the current time for labels such as `2 h`. Ticks every minute, and when the page is shown again.
 * @param rendered when the server rendered the page, in milliseconds: the initial value, so that hydration matches.
 */
export function useMinute(rendered: number): number {
	const [now, setNow] = useState(rendered)
	useEffect(() => {
		const update = () => setNow(Date.now())
		const timer = window.setInterval(update, 60_000)
		window.addEventListener('pageshow', update)
		return () => {
			window.clearInterval(timer)
			window.removeEventListener('pageshow', update)
		}
	}, [])
	return now
}
