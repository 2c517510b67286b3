import { useEffect } from 'react'

/** Runs `onBack` when Back restores the page from the browser's cache while `isOver`. */
export function usePageBack(isOver: boolean, onBack: () => void): void {
	// biome-ignore lint/correctness/useExhaustiveDependencies: only `isOver` starts or ends listening
	useEffect(() => {
		if (!isOver) return
		const back = ({ persisted }: PageTransitionEvent) => persisted && onBack()
		window.addEventListener('pageshow', back)
		return () => window.removeEventListener('pageshow', back)
	}, [isOver])
}
