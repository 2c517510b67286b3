import { messageOf } from './api/errors.ts'
import { showToast, type ToastOptions } from './toast.ts'

/**
 * A mutation's `onError`: the toast says what failed, and below it why, in the words of the error or, where it has
 * none, of `fallback`.
 */
export const failureToast =
	(title: string, fallback = title, options: Pick<ToastOptions, 'afterNavigation'> = {}) =>
	(error: unknown): void =>
		showToast({ ...options, title, description: messageOf(error, fallback), variant: 'destructive' })
