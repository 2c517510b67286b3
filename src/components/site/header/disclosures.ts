const SELECTOR = '[data-disclosure]'

const isOpen = (button: Element) => button.getAttribute('aria-expanded') === 'true'
const panelOf = (button: Element) => document.getElementById(button.getAttribute('aria-controls') ?? '')
const openButtons = () => [...document.querySelectorAll<HTMLElement>(SELECTOR)].filter(isOpen)

const setOpen = (button: Element, open: boolean) => button.setAttribute('aria-expanded', String(open))

/** Closes all disclosures except those that contain `inside`. */
function closeOutside(inside: Node | null): void {
	for (const button of openButtons())
		if (!button.contains(inside) && !panelOf(button)?.contains(inside)) setOpen(button, false)
}

/**
 * Starts the buttons that toggle the element they control, by click, Enter and Space. Escape, a click outside, losing
 * focus and following one of its links close the element. The style sheet shows it while the button is expanded.
 */
export function startDisclosures(): void {
	document.addEventListener('click', (event) => {
		const target = event.target instanceof Element ? event.target : null
		const button = target?.closest(SELECTOR)
		if (button) setOpen(button, !isOpen(button))
		// Close the menu on any link: one to an anchor of this page would otherwise leave it open.
		closeOutside(button ?? (target?.closest('a') ? null : target))
	})
	document.addEventListener('focusin', (event) => closeOutside(event.target as Node))
	document.addEventListener('keydown', (event) => {
		const [button] = openButtons()
		if (event.key !== 'Escape' || !button) return
		const hadFocus = panelOf(button)?.contains(document.activeElement)
		setOpen(button, false)
		// Otherwise focus would be lost with the closed panel.
		if (hadFocus) button.focus()
	})
}
