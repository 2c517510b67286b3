type Listener = (args: readonly unknown[]) => void

const listeners = new Map<string, Set<Listener>>()

function listen(name: string, listener: Listener): () => void {
	const all = listeners.get(name) ?? new Set()
	listeners.set(name, all.add(listener))
	return () => all.delete(listener)
}

/**
 * Calls `listener` after each insert into `table` by this process, with the values of the statement. Also calls it if
 * the statement's condition was false and nothing was written.
 * @returns a function that removes the listener.
 */
export const onInserted = (table: string, listener: Listener) => listen(`insert into ${table}`, listener)

/** Like `onInserted`, for statements that update rows of `table`. */
export const onUpdated = (table: string, listener: Listener) => listen(`update ${table}`, listener)

const WRITES = /^\s*(insert into|update) ["`]?(\w+)/i

/** Notifies the listeners of a write statement. Called by the connection after the write. */
export function notifyWritten(sql: string, args: unknown): void {
	const [, verb = '', table] = WRITES.exec(sql) ?? []
	const all = listeners.get(`${verb.toLowerCase()} ${table}`)
	if (all) for (const listener of all) listener(Array.isArray(args) ? args : [])
}
