import { useEffect } from 'react'

/** Runs when the browser brings back the page as it was left, with something in it that is over. */
export function usePageBack(isOver: boolean, onBack: () => void): void {
	// biome-ignore lint/correctness/useExhaustiveDependencies: begins when it is over
	useEffect(() => {
		if (!isOver) return
		const back = ({ persisted }: PageTransitionEvent) => persisted && onBack()
		window.addEventListener('pageshow', back)
		return () => window.removeEventListener('pageshow', back)
	}, [isOver])
}
