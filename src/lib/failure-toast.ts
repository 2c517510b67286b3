import { messageOf } from './errors.ts'
import { showToast } from './toast.ts'

/**
 * A mutation's `onError`: the toast says what failed, and below it why, in the words of the error or, where it has
 * none, of `fallback`.
 */
export const failureToast =
	(title: string, fallback = title) =>
	(error: unknown): void =>
		showToast({ title, description: messageOf(error, fallback), variant: 'destructive' })
