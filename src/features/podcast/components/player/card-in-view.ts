import { atom } from 'nanostores'
import { useEffect, useRef } from 'react'

/** Id of the episode whose own player is in view. While it is set, the bar is hidden, to avoid a second player. */
export const $cardInView = atom<string | null>(null)

/** Height in pixels of the sticky header and of the bar, which cover the page. */
const COVERED_PX = 64

/** Returns a ref for an episode's own player on the page. */
export function useCardInView(episodeId: string | undefined) {
	const card = useRef<HTMLElement>(null)
	useEffect(() => {
		if (!card.current || episodeId === undefined) return
		const observer = new IntersectionObserver(
			(entries) => $cardInView.set(entries.at(-1)?.isIntersecting ? episodeId : null),
			{ rootMargin: `-${COVERED_PX}px 0px` },
		)
		observer.observe(card.current)
		return () => {
			observer.disconnect()
			$cardInView.set(null)
		}
	}, [episodeId])
	return card
}
