import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Keeps focus on an element while it is disabled. Browsers remove focus from disabled elements, and keyboard and screen
 * reader users would have to start over at the top of the page. If the element is removed, as with a deleted row, focus
 * moves to the closest remaining ancestor.
 */
export function useFocusWhileDisabled<E extends HTMLElement>(isDisabled: boolean) {
	const element = useRef<E>(null)
	const focusPath = useRef<Element[]>([])
	// Some browsers remove focus as soon as an element is disabled, before any React effect. So record focus when the
	// element receives it, and forget it when it leaves for another reason.
	useLayoutEffect(() => {
		const root = element.current
		if (!root) return
		const recordFocus = () => {
			focusPath.current = pathOf(document.activeElement)
		}
		const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
			const isBecauseDisabled = relatedTarget === null && target instanceof Element && target.matches(':disabled')
			if (!isBecauseDisabled) focusPath.current = []
		}
		// The element may have received focus before hydration.
		if (root.contains(document.activeElement)) recordFocus()
		root.addEventListener('focusin', recordFocus)
		root.addEventListener('focusout', onFocusOut)
		return () => {
			root.removeEventListener('focusin', recordFocus)
			root.removeEventListener('focusout', onFocusOut)
		}
	}, [])
	useLayoutEffect(() => {
		if (isDisabled) return
		if (document.activeElement === document.body) focusFirstRemaining(focusPath.current)
		else if (!element.current?.contains(document.activeElement)) focusPath.current = []
	}, [isDisabled])
	// A fast response can remove the element before it was ever disabled. At this point it is still on the page.
	useLayoutEffect(
		() => () => {
			const active = document.activeElement
			if (element.current?.contains(active)) focusPath.current = pathOf(active)
		},
		[],
	)
	useEffect(
		() => () => {
			if (document.activeElement === document.body) focusFirstRemaining(focusPath.current)
		},
		[],
	)
	return element
}

/**
 * Returns focus to the button that opened an inline form when the form closes, unless the user moved to another field
 * while the request was pending.
 */
export function useReturnFocus<E extends HTMLElement>(isOpen: boolean) {
	const opener = useRef<E>(null)
	const wasOpen = useRef(isOpen)
	useEffect(() => {
		const isWriting = document.activeElement?.matches('input, textarea, select, [contenteditable="true"]')
		if (wasOpen.current && !isOpen && !isWriting) opener.current?.focus()
		wasOpen.current = isOpen
	}, [isOpen])
	return opener
}

/** Returns an element and its ancestors, innermost first. */
function pathOf(element: Element | null): Element[] {
	return element ? [element, ...pathOf(element.parentElement)] : []
}

/**
 * Returns the opener of a dialog and its ancestors. For a menu item, which disappears, the opener is the menu's button.
 */
export function pathOfOpener(): Element[] {
	const active = document.activeElement
	const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
	return pathOf(button ? document.getElementById(button) : active)
}

/**
 * Focuses the first element of `path` that is still on the page: the opener of a dialog, or its closest remaining
 * ancestor if the opener was removed, such as the list of a deleted item.
 */
export function focusFirstRemaining(path: readonly Element[]): void {
	for (const element of path) {
		if (element === document.body) return
		if (!(element instanceof HTMLElement && element.isConnected)) continue
		const isAncestor = element !== path[0]
		if (isAncestor && !element.hasAttribute('tabindex')) element.tabIndex = -1
		// Do not scroll: focusing a sticky save bar or a whole list would move the page unexpectedly.
		element.focus({ preventScroll: true })
		// An island element has no box, so it cannot take focus.
		if (!isAncestor || document.activeElement === element) return
	}
}
