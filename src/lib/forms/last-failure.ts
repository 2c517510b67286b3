import { useState } from 'react'

/**
 * Returns the failure, and keeps returning the last failure while its request is retried, so that the layout does not
 * shift under the pointer.
 */
export function useLastFailure<T extends { error: unknown }>(latest: T | undefined, isPending: boolean): T | undefined {
	const [last, setLast] = useState(latest)
	if (!isPending && last?.error !== latest?.error) setLast(latest)
	return isPending ? last : latest
}
