import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus within an element through a time in which it is disabled. Browsers drop the focus of what is
 * disabled, and whoever works by keyboard or screen reader would begin again at the top of the page. Where the element
 * goes meanwhile, as with the row that it deletes, the focus goes to what is left around it.
 */
export function useFocusThrough<E extends HTMLElement>(isDisabled: boolean) {
	const element = useRef<E>(null)
	const held = useRef<Element[]>([])
	// Some browsers drop the focus at the very moment something is disabled, before any effect of React: what had it is
	// noted as it gets it, and forgotten when the focus goes for another reason.
	useLayoutEffect(() => {
		const root = element.current
		if (!root) return
		const note = () => {
			held.current = pathOf(document.activeElement)
		}
		const forget = ({ target, relatedTarget }: FocusEvent) => {
			const isDropped = relatedTarget === null && target instanceof Element && target.matches(':disabled')
			if (!isDropped) held.current = []
		}
		// It may have the focus since before the page woke.
		if (root.contains(document.activeElement)) note()
		root.addEventListener('focusin', note)
		root.addEventListener('focusout', forget)
		return () => {
			root.removeEventListener('focusin', note)
			root.removeEventListener('focusout', forget)
		}
	}, [])
	useLayoutEffect(() => {
		if (isDisabled) return
		if (document.activeElement === document.body) focusWhatIsLeft(held.current)
		else if (!element.current?.contains(document.activeElement)) held.current = []
	}, [isDisabled])
	// It may go without having been disabled, when the answer was quick. At this moment it is still in the page.
	useLayoutEffect(
		() => () => {
			const active = document.activeElement
			if (element.current?.contains(active)) held.current = pathOf(active)
		},
		[],
	)
	useEffect(
		() => () => {
			if (document.activeElement === document.body) focusWhatIsLeft(held.current)
		},
		[],
	)
	return element
}

/**
 * For the button that opens something in its own place, as a form: it gets the focus back once that is closed, unless
 * one went on to write elsewhere while an answer was awaited.
 */
export function useFocusBack<E extends HTMLElement>(isOpen: boolean) {
	const opener = useRef<E>(null)
	const wasOpen = useRef(isOpen)
	useEffect(() => {
		const isWriting = document.activeElement?.matches('input, textarea, select, [contenteditable="true"]')
		if (wasOpen.current && !isOpen && !isWriting) opener.current?.focus()
		wasOpen.current = isOpen
	}, [isOpen])
	return opener
}

/** An element and all around it, from the inside out. */
export function pathOf(element: Element | null): Element[] {
	return element ? [element, ...pathOf(element.parentElement)] : []
}

/** What opened a dialog, and all around it. A menu goes as something in it is chosen: its button opened the dialog. */
export function pathOfOpener(): Element[] {
	const active = document.activeElement
	const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
	return pathOf(button ? document.getElementById(button) : active)
}

/**
 * Focuses the first of `path` that is still in the page: the button that opened a dialog, or what is left around it
 * when the dialog took the button away, as the list from which something was deleted.
 */
export function focusWhatIsLeft(path: readonly Element[]): void {
	for (const element of path) {
		if (element === document.body) return
		if (!(element instanceof HTMLElement && element.isConnected)) continue
		const isOther = element !== path[0]
		if (isOther && !element.hasAttribute('tabindex')) element.tabIndex = -1
		// A whole list would be scrolled to its beginning.
		element.focus({ preventScroll: isOther })
		// An island has no box of its own, so that it cannot have the focus.
		if (!isOther || document.activeElement === element) return
	}
}
