/** Sent to the window when a toast is shown, for whoever has to bring the toaster. */
export const TOAST_EVENT = 'second-chair:toast'

/** Where a toast waits in sessionStorage for the next page. */
export const KEPT_TOAST_KEY = 'second-chair:toast'

/** Storage throws where a reader forbids it: then nothing is kept. */
export function sessionStore(): Storage | undefined {
	try {
		return window.sessionStorage
	} catch {
		return undefined
	}
}
