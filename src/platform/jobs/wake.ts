/** Names of what can be woken: the publisher and jobs of this process. */
export type Sleeper = 'publisher' | 'outbox' | 'mailings' | 'imports' | 'trash' | 'search'

type Listener = () => unknown

const listeners = new Map<Sleeper, Set<Listener>>()

/** Makes a job look for work now instead of at its next poll. @returns what its listeners returned. */
export const wake = (name: Sleeper): unknown[] => [...(listeners.get(name) ?? [])].map((listener) => listener())

/** Calls `listener`, which must not throw or reject, on each `wake(name)`. @returns a function that removes it. */
export function onWake(name: Sleeper, listener: Listener): () => void {
	const own = listeners.get(name) ?? new Set()
	listeners.set(name, own.add(listener))
	return () => void own.delete(listener)
}
