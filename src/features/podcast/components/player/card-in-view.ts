import { atom } from 'nanostores'
import { useEffect, useRef } from 'react'

/** Id of the episode whose player on the page is in the window: the bar would be a second player of it. */
export const $cardInView = atom<string | null>(null)

/** Height of the sticky header and of the bar in pixels, which cover the page. */
const COVERED_PX = 64

/** Returns a ref for the page's own player of an episode. */
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
