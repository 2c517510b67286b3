import { useState } from 'react'

/**
 * Returns the failure, and keeps returning the last failure while its request is retried, so that the layout does not
 * shift under the pointer.
 */
export function useLastFailure<T extends { error: unknown }>(now: T | undefined, isPending: boolean): T | undefined {
	const [last, setLast] = useState(now)
	if (!isPending && last?.error !== now?.error) setLast(now)
	return isPending ? last : now
}
