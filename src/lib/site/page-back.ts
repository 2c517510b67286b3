import { useEffect } from 'react'

/** Runs when Back restores the page with a completed state. */
export function usePageBack(isOver: boolean, onBack: () => void): void {
	// biome-ignore lint/correctness/useExhaustiveDependencies: only `isOver` starts or ends listening
	useEffect(() => {
		if (!isOver) return
		const back = ({ persisted }: PageTransitionEvent) => persisted && onBack()
		window.addEventListener('pageshow', back)
		return () => window.removeEventListener('pageshow', back)
	}, [isOver])
}
