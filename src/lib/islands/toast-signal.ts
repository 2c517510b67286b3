/** Event on the window when a toast is shown, which loads the toaster. */
export const TOAST_EVENT = 'second-chair:toast'

/** Key in sessionStorage of a toast for the next page. */
export const KEPT_TOAST_KEY = 'second-chair:toast'

/** Returns the storage, or undefined if it is blocked and access throws. */
export function sessionStore(): Storage | undefined {
	try {
		return window.sessionStorage
	} catch {
		return undefined
	}
}
