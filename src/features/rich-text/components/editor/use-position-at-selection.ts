import { type RefObject, useLayoutEffect } from 'react'
import type { Editor } from './Toolbar.tsx'

/** Height of the save bar with at most two rows, in pixels. */
const BAR = 136

/**
 * Positions an element below the selection, or above it if the save bar would cover it, within the editor's box, and
 * updates the position while the text changes. If there is no layout, the style sheet's position stays.
 */
export function usePositionAtSelection(element: RefObject<HTMLElement | null>, editor: Editor): void {
	useLayoutEffect(() => {
		function place(): void {
			const box = element.current?.parentElement?.getBoundingClientRect()
			if (!element.current || !box) return
			try {
				const { left, top, bottom } = editor.view.coordsAtPos(editor.state.selection.from)
				const { offsetWidth, offsetHeight } = element.current
				const room = box.width - offsetWidth - 8
				const isBelow = bottom + offsetHeight + BAR <= window.innerHeight || top - box.top < offsetHeight
				element.current.style.top = `${isBelow ? bottom - box.top + 6 : top - box.top - offsetHeight - 6}px`
				element.current.style.left = `${Math.max(8, Math.min(left - box.left, room))}px`
			} catch {
				// There is no layout, or the text was removed.
			}
		}
		place()
		// If the first line is at the bottom of the window, there is no space above or below.
		element.current?.scrollIntoView?.({ block: 'nearest', behavior: 'instant' })
		editor.on('transaction', place)
		window.addEventListener('resize', place)
		// Scrolling changes where there is space.
		window.addEventListener('scroll', place, { passive: true })
		return () => {
			editor.off('transaction', place)
			window.removeEventListener('resize', place)
			window.removeEventListener('scroll', place)
		}
	}, [element, editor])
}
