type Listener = () => unknown

const listeners = new Map<string, Set<Listener>>()

/**
 * Makes a job in this process check for work now instead of at the next poll.
 * @param name a job's name, or `publisher`.
 * @returns the results of the listeners.
 */
export const wake = (name: string): unknown[] => [...(listeners.get(name) ?? [])].map((listener) => listener())

/** Calls `listener`, which must not throw or reject, on each `wake(name)`. @returns a function that removes it. */
export function onWake(name: string, listener: Listener): () => void {
	const own = listeners.get(name) ?? new Set()
	listeners.set(name, own.add(listener))
	return () => void own.delete(listener)
}
