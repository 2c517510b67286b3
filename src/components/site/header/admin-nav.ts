import { ADMIN_CHANGED } from '#src/lib/api/admin-change.ts'
import { findWaiting } from './waiting.ts'

/** Width from which the sections are in a sidebar; must match admin-frame.css. */
const WIDE = '(width >= 75rem)'

const part = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector)

/**
 * Starts the drawer. It is a modal dialog, so the browser traps focus, handles Escape and returns focus. The list of
 * sections moves into the drawer and back, so there is no second list to sync.
 */
function startDrawer(nav: HTMLElement, drawer: HTMLDialogElement): void {
	const home = nav.parentElement
	part('[data-admin-open]')?.addEventListener('click', () => {
		drawer.append(nav)
		drawer.showModal()
		const current = nav.querySelector<HTMLElement>('[aria-current]')
		current?.focus()
	})
	drawer.addEventListener('close', () => home?.insertBefore(nav, drawer))
	drawer.addEventListener('click', ({ target }) => {
		// Close on a click outside, on the close button, or on a link: a link to the current page may not navigate.
		if (target === drawer || (target instanceof Element && target.closest('[data-admin-close], a'))) drawer.close()
	})
	// A wider window, or a rotated tablet, has room for the sidebar.
	window.matchMedia(WIDE).addEventListener('change', ({ matches }) => matches && drawer.close())
}

/** Starts the drawer and refreshes the counts after each change made on this page and after Back. */
export function startAdminNav(): void {
	const nav = part('#admin-nav')
	const drawer = part<HTMLDialogElement>('#admin-drawer')
	if (nav && drawer) startDrawer(nav, drawer)
	window.addEventListener(ADMIN_CHANGED, () => void findWaiting())
	window.addEventListener('pageshow', ({ persisted }) => persisted && void findWaiting())
}
