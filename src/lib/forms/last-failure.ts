import { useState } from 'react'

/** Returns the failure, and the last one while its request is sent again: nothing may move under the pointer. */
export function useLastFailure<T extends { error: unknown }>(now: T | undefined, isPending: boolean): T | undefined {
	const [last, setLast] = useState(now)
	if (!isPending && last?.error !== now?.error) setLast(now)
	return isPending ? last : now
}
