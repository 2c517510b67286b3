import { useEffect, useRef } from 'react'

/** Scrolls the selected tab of a row into view: phones have no room for all tabs. */
export function useChosenInView<E extends HTMLElement>() {
	const list = useRef<E>(null)
	useEffect(() => {
		const element = list.current
		if (!element) return
		const bring = () => {
			const chosen = element.querySelector('[data-state="active"], [aria-current]')?.getBoundingClientRect()
			const box = element.getBoundingClientRect()
			if (!chosen) return
			element.scrollLeft += Math.max(0, chosen.right - box.right) - Math.max(0, box.left - chosen.left)
		}
		const widths = new ResizeObserver(bring)
		const choices = new MutationObserver(bring)
		widths.observe(element)
		choices.observe(element, { attributeFilter: ['data-state', 'aria-current'], subtree: true })
		return () => {
			widths.disconnect()
			choices.disconnect()
		}
	}, [])
	return list
}
