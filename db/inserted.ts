type Listener = (args: readonly unknown[]) => void

const listeners = new Map<string, Set<Listener>>()

/**
 * Calls `listener` with the values of each statement of this process that put rows into `table`, once they are
 * written, until the returned function is called. Also of those that a condition made write nothing.
 */
export function onInserted(table: string, listener: Listener): () => void {
	const all = listeners.get(table) ?? new Set()
	listeners.set(table, all.add(listener))
	return () => all.delete(listener)
}

const INSERT = /^\s*insert into ["`]?(\w+)/i

/** The connection says what it has written. */
export function noteWritten(sql: string, args: unknown): void {
	const all = listeners.get(INSERT.exec(sql)?.[1] ?? '')
	if (all) for (const listener of all) listener(Array.isArray(args) ? args : [])
}
