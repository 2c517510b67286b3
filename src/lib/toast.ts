import { atom } from 'nanostores'
import { KEPT_TOAST_KEY, sessionStore, TOAST_EVENT } from './islands/toast-signal.ts'

/** Duration of a toast, in milliseconds (docs/product.md, Toasts). */
export const TOAST_DURATION_MS = 5000
/** Swipe distance to the right that dismisses a toast, in pixels. */
export const TOAST_SWIPE_THRESHOLD_PX = 50
/** Maximum age of a stored toast: it must not show up on a much later visit. */
export const KEPT_TOAST_MAX_AGE_MS = 60_000

export interface Toast {
	readonly id: number
	readonly title: string
	readonly description?: string | undefined
	readonly variant: 'default' | 'destructive'
}

export interface ToastOptions {
	title: string
	description?: string | undefined
	/** `destructive` for failures. */
	variant?: Toast['variant'] | undefined
	/** Shows the toast once on the next page instead, after a full page load. */
	afterNavigation?: boolean
}

let pressed: Element | null = null

function notePress({ target }: Event): void {
	if (target instanceof Element) pressed = target.closest('a, button, label')
}
if (typeof document !== 'undefined') document.addEventListener('click', notePress, true)

/** Returns the control that caused a toast, pressed or focused. Safari does not focus a pressed button. */
export function causeOfToast(): Element | undefined {
	const cause = pressed?.isConnected ? pressed : document.activeElement
	return cause && cause !== document.body ? cause : undefined
}

let latestId = 0

/** The current toast; a new one replaces it. */
export const $toast = atom<Toast | null>(null)

/** Shows a toast, replacing any other. Loads the toaster if needed. */
export function showToast({ title, description, variant = 'default', afterNavigation = false }: ToastOptions): void {
	const toast: Toast = { id: ++latestId, title, description, variant }
	if (afterNavigation) {
		keep(toast)
		return
	}
	$toast.set(toast)
	window.dispatchEvent(new CustomEvent(TOAST_EVENT))
}

/** Removes the toast. With an id, removes only that toast, so that a late call does not remove its successor. */
export function dismissToast(id?: number): void {
	if (id === undefined || $toast.get()?.id === id) $toast.set(null)
}

/** Shows the toast stored by the previous page, once: a reload does not repeat it. */
export function showSavedToast(): void {
	const store = sessionStore()
	const kept = store?.getItem(KEPT_TOAST_KEY)
	if (!kept) return
	store?.removeItem(KEPT_TOAST_KEY)
	const toast = parseKept(kept)
	// A toast already set on this page is newer.
	if (toast && $toast.get() === null) $toast.set(toast)
}

function keep(toast: Toast): void {
	try {
		sessionStore()?.setItem(KEPT_TOAST_KEY, JSON.stringify({ ...toast, keptAt: Date.now() }))
	} catch {
		// If storage is full, the toast is lost, but the page still changes.
	}
}

// Without zod: this runs on public pages, where a schema library would be larger than everything else.
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
		id: ++latestId,
		title,
		description: typeof description === 'string' ? description : undefined,
		variant: variant === 'destructive' ? 'destructive' : 'default',
	}
}
