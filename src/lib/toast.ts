import { atom } from 'nanostores'
import { newId } from './ids.ts'
import { KEPT_TOAST_KEY, sessionStore, TOAST_EVENT } from './islands/toast-signal.ts'

/** How long a toast stays unless it is dismissed, in milliseconds (docs/product.md, Toasts). */
export const TOAST_DURATION_MS = 5000
/** How far a toast is swiped to the right to be dismissed, in pixels. */
export const TOAST_SWIPE_THRESHOLD_PX = 50
/** A toast that was kept for a page that never came is not shown to somebody who returns later. */
export const KEPT_TOAST_MAX_AGE_MS = 60_000

export interface Toast {
	readonly id: string
	readonly title: string
	readonly description?: string | undefined
	readonly variant: 'default' | 'destructive'
}

export interface ToastOptions {
	title: string
	description?: string | undefined
	/** `destructive` for failures. */
	variant?: Toast['variant'] | undefined
	/** Shows the toast on the next page instead, once: for a message that a full navigation follows. */
	afterNavigation?: boolean
}

/** The toast on the screen: one at most, a new one replaces it. */
export const $toast = atom<Toast | null>(null)

/** Shows a toast in place of any other. Brings the toaster where the page has not loaded it yet. */
export function showToast({ title, description, variant = 'default', afterNavigation = false }: ToastOptions): void {
	const toast: Toast = { id: newId(), title, description, variant }
	if (afterNavigation) {
		keep(toast)
		return
	}
	$toast.set(toast)
	window.dispatchEvent(new CustomEvent(TOAST_EVENT))
}

/** Takes the toast away; with an id only that one, so that a late call does not hit its successor. */
export function dismissToast(id?: string): void {
	if (id === undefined || $toast.get()?.id === id) $toast.set(null)
}

/** Shows the toast that the page before left, if there is one. It is shown once: a reload does not repeat it. */
export function showSavedToast(): void {
	const store = sessionStore()
	const kept = store?.getItem(KEPT_TOAST_KEY)
	if (!kept) return
	store?.removeItem(KEPT_TOAST_KEY)
	const toast = parseKept(kept)
	// What this page itself has to say is newer.
	if (toast && $toast.get() === null) $toast.set(toast)
}

function keep(toast: Toast): void {
	try {
		sessionStore()?.setItem(KEPT_TOAST_KEY, JSON.stringify({ ...toast, keptAt: Date.now() }))
	} catch {
		// A full storage costs the message, not the navigation.
	}
}

// By hand: this runs on public pages, where a schema library would weigh more than all else.
function parseKept(text: string): Toast | null {
	let value: unknown
	try {
		value = JSON.parse(text)
	} catch {
		return null
	}
	if (typeof value !== 'object' || value === null) return null
	const { title, description, variant, keptAt } = value as Record<string, unknown>
	if (typeof title !== 'string' || typeof keptAt !== 'number') return null
	const age = Date.now() - keptAt
	if (age < 0 || age > KEPT_TOAST_MAX_AGE_MS) return null
	return {
		id: newId(),
		title,
		description: typeof description === 'string' ? description : undefined,
		variant: variant === 'destructive' ? 'destructive' : 'default',
	}
}
