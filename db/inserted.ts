type Listener = (args: readonly unknown[]) => void

const listeners = new Map<string, Set<Listener>>()

function listen(name: string, listener: Listener): () => void {
	const all = listeners.get(name) ?? new Set()
	listeners.set(name, all.add(listener))
	return () => all.delete(listener)
}

/**
 * Calls `listener` with the values of each statement of this process that put rows into `table`, once they are
 * written, until the returned function is called. Also of those that a condition made write nothing.
 */
export const onInserted = (table: string, listener: Listener) => listen(`insert into ${table}`, listener)

/** The same for statements that change rows of `table`. */
export const onUpdated = (table: string, listener: Listener) => listen(`update ${table}`, listener)

const WRITES = /^\s*(insert into|update) ["`]?(\w+)/i

/** The connection says what it has written. */
export function noteWritten(sql: string, args: unknown): void {
	const [, verb = '', table] = WRITES.exec(sql) ?? []
	const all = listeners.get(`${verb.toLowerCase()} ${table}`)
	if (all) for (const listener of all) listener(Array.isArray(args) ? args : [])
}
