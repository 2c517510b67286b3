import { messageOf } from './api/errors.ts'
import { showToast, type ToastOptions } from './toast.ts'

/** Creates a mutation's `onError`: a toast with what failed, and the message of the error, or else `fallback`. */
export const failureToast =
	(title: string, fallback = title, options: Pick<ToastOptions, 'afterNavigation'> = {}) =>
	(error: unknown): void =>
		showToast({ ...options, title, description: messageOf(error, fallback), variant: 'destructive' })
