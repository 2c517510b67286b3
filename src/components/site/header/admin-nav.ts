import { ADMIN_CHANGED } from '#src/lib/api/admin-change.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { waitingText } from './waiting-text.ts'

/** From here on the sections stand beside the screen; the same width as in admin-frame.css. */
const WIDE = '(width >= 75rem)'

const part = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector)

/**
 * The drawer: the browser's modal dialog, so that the focus stays in it, Escape closes it, and the focus goes back to the
 * button. There is one list of sections; it is moved into the drawer and back, so that nothing has to be kept equal.
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
		// Beside it, on its cross, or on a link of the page one is on, which leads nowhere else.
		if (target === drawer || (target instanceof Element && target.closest('[data-admin-close], a'))) drawer.close()
	})
	// A window that was widened, or a tablet that was turned, has room for them.
	window.matchMedia(WIDE).addEventListener('change', ({ matches }) => matches && drawer.close())
}

function show(waiting: Readonly<Record<string, number>>): void {
	for (const link of document.querySelectorAll<HTMLElement>('[data-waits]')) {
		const count = waiting[link.dataset.waits ?? ''] ?? 0
		link.querySelector('.admin-count')?.replaceChildren(count > 0 ? formatNumber(count) : '')
		link.querySelector('[data-waiting-words]')?.replaceChildren(waitingText(count))
	}
	const total = Object.values(waiting).reduce((sum, count) => sum + count, 0)
	part('[data-waiting-total]')?.replaceChildren(total > 0 ? formatNumber(total) : '')
	part('[data-waiting-total-words]')?.replaceChildren(waitingText(total))
}

/** Asks what waits. Where there is no answer, what was known stands. */
async function findWaiting(): Promise<void> {
	const answer = await fetch('/api/admin/waiting', { credentials: 'same-origin' }).catch(() => undefined)
	if (!answer?.ok) return
	const { waiting } = (await answer.json().catch(() => ({}))) as { waiting?: Record<string, number> }
	if (waiting) show(waiting)
}

/** Starts the drawer, and keeps what waits as it is after each change that this page makes, and after Back. */
export function startAdminNav(): void {
	const nav = part('#admin-nav')
	const drawer = part<HTMLDialogElement>('#admin-drawer')
	if (nav && drawer) startDrawer(nav, drawer)
	window.addEventListener(ADMIN_CHANGED, () => void findWaiting())
	window.addEventListener('pageshow', ({ persisted }) => persisted && void findWaiting())
}
