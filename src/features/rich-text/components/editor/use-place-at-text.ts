import { type RefObject, useLayoutEffect } from 'react'
import type { Editor } from './Toolbar.tsx'

/** What stands at the foot of the window, in pixels: the bar that saves, at most two rows of it. */
const BAR = 136

/**
 * Puts an element below what is selected, or above where it would lie under the bar that saves, within the box around the
 * text, and keeps it there while the text changes.
 * Where the browser cannot tell where the text is, it stays where the style sheet has it.
 */
export function usePlaceAtText(element: RefObject<HTMLElement | null>, editor: Editor): void {
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
				// No layout, or the text is gone.
			}
		}
		place()
		// In the first line of a text that begins at the foot of the window there is room neither above nor below.
		element.current?.scrollIntoView?.({ block: 'nearest', behavior: 'instant' })
		editor.on('transaction', place)
		window.addEventListener('resize', place)
		// Where there is room for it changes while the page moves, also by itself.
		window.addEventListener('scroll', place, { passive: true })
		return () => {
			editor.off('transaction', place)
			window.removeEventListener('resize', place)
			window.removeEventListener('scroll', place)
		}
	}, [element, editor])
}
