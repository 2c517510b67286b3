import { useEffect, useRef } from 'react'

/** Scrolls the selected tab and the focused tab of a row into view, because phones have no room for all tabs. */
export function useChosenInView<E extends HTMLElement>() {
	const list = useRef<E>(null)
	useEffect(() => {
		const element = list.current
		if (!element) return
		const scrollToTab = (tab: Element | null) => {
			if (!tab) return
			const [{ left, right }, box] = [tab.getBoundingClientRect(), element.getBoundingClientRect()]
			element.scrollLeft += Math.max(0, right - box.right) - Math.max(0, box.left - left)
		}
		const scrollToSelected = () => scrollToTab(element.querySelector('[data-state="active"], [aria-current]'))
		const scrollFocused = ({ target }: FocusEvent) => scrollToTab(target instanceof Element ? target : null)
		const resizeObserver = new ResizeObserver(scrollToSelected)
		const selectionObserver = new MutationObserver(scrollToSelected)
		resizeObserver.observe(element)
		selectionObserver.observe(element, { attributeFilter: ['data-state', 'aria-current'], subtree: true })
		element.addEventListener('focusin', scrollFocused)
		return () => {
			element.removeEventListener('focusin', scrollFocused)
			resizeObserver.disconnect()
			selectionObserver.disconnect()
		}
	}, [])
	return list
}
