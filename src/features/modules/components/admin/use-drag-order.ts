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
		const placeOf = ({ target }: DragEvent) => {
			const place = [...element.children].findIndex((item) => target instanceof Node && item.contains(target))
			return place < 0 ? undefined : place
		}
		const stop = () => {
			from = undefined
			setDrag(undefined)
		}
		const ended = new AbortController()
		const on = (name: 'dragstart' | 'dragover' | 'drop' | 'dragend', listener: (event: DragEvent) => void) =>
			element.addEventListener(name, listener, { signal: ended.signal })
		on('dragstart', (event) => {
			from = placeOf(event)
			if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move'
			if (from !== undefined) setDrag({ from, over: undefined })
		})
		on('dragover', (event) => {
			if (from === undefined) return
			event.preventDefault()
			// This event fires many times a second.
			const next = { from, over: placeOf(event) }
			setDrag((before) => (before?.over === next.over ? before : next))
		})
		on('drop', (event) => {
			event.preventDefault()
			const to = placeOf(event)
			if (from !== undefined && to !== undefined) onMove(from, to)
			stop()
		})
		on('dragend', stop)
		return () => ended.abort()
	}, [list])
	return drag
}
