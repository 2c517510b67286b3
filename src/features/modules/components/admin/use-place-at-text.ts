import { type RefObject, useLayoutEffect } from 'react'
import type { Editor } from './Toolbar.tsx'

/**
 * Puts an element below what is selected, within the box around the text, and keeps it there while the text changes.
 * Where the browser cannot tell where the text is, it stays where the style sheet has it.
 */
export function usePlaceAtText(element: RefObject<HTMLElement | null>, editor: Editor): void {
	useLayoutEffect(() => {
		function place(): void {
			const box = element.current?.parentElement?.getBoundingClientRect()
			if (!element.current || !box) return
			try {
				const { left, bottom } = editor.view.coordsAtPos(editor.state.selection.from)
				const room = box.width - element.current.offsetWidth - 8
				element.current.style.top = `${bottom - box.top + 6}px`
				element.current.style.left = `${Math.max(8, Math.min(left - box.left, room))}px`
			} catch {
				// No layout, or the text is gone.
			}
		}
		place()
		editor.on('transaction', place)
		window.addEventListener('resize', place)
		return () => {
			editor.off('transaction', place)
			window.removeEventListener('resize', place)
		}
	}, [element, editor])
}
