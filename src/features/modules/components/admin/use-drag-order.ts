import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

interface Drag {
	from: number
	over: number | undefined
}

/**
 * Moves list items by drag and drop, with a mouse only. The list also has buttons, so the items themselves need no
 * interactive role.
 */
export function useDragOrder(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void) {
	const [drag, setDrag] = useState<Drag>()
	const onMove = useEffectEvent(move)
	useEffect(() => {
		const element = list.current
		if (!element) return
		let from: number | undefined
		const indexAt = ({ target }: DragEvent) => {
			const index = [...element.children].findIndex((item) => target instanceof Node && item.contains(target))
			return index < 0 ? undefined : index
		}
		const stop = () => {
			from = undefined
			setDrag(undefined)
		}
		const controller = new AbortController()
		const on = (name: 'dragstart' | 'dragover' | 'drop' | 'dragend', listener: (event: DragEvent) => void) =>
			element.addEventListener(name, listener, { signal: controller.signal })
		on('dragstart', (event) => {
			from = indexAt(event)
			if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move'
			if (from !== undefined) setDrag({ from, over: undefined })
		})
		on('dragover', (event) => {
			if (from === undefined) return
			event.preventDefault()
			// This event fires many times a second.
			const next = { from, over: indexAt(event) }
			setDrag((before) => (before?.over === next.over ? before : next))
		})
		on('drop', (event) => {
			event.preventDefault()
			const to = indexAt(event)
			if (from !== undefined && to !== undefined) onMove(from, to)
			stop()
		})
		on('dragend', stop)
		return () => controller.abort()
	}, [list])
	return drag
}
