import type { BatchItem } from 'drizzle-orm/batch'
import { db } from './client.ts'

type Statement = BatchItem<'sqlite'>
type ResultOf<T> = T extends { _: { result: infer R } } ? R : unknown

type ResultsOf<T extends readonly unknown[]> = { -readonly [I in keyof T]: ResultOf<T[I]> }

/** Results by the names of their statements; a list of statements, or none, gives a list of results. */
type NamedResults<T> = { [K in keyof T]: T[K] extends readonly unknown[] ? ResultsOf<T[K]> : ResultOf<T[K]> }

/**
 * Writes statements in one transaction, in order, all or none. The only way to write more than one statement.
 * Express rules that must hold under concurrency as SQL conditions or unique indexes, never as a read before the
 * write.
 *
 * Pass an object to read results: `const { change } = await write({ audit, change, links: [...] })`. Its order is the
 * order of writing. Results have names instead of positions, so adding a statement changes none of them.
 */
export function write<T extends Record<string, Statement | readonly Statement[]>>(named: T): Promise<NamedResults<T>>
export function write(...statements: Statement[]): Promise<void>
export async function write(...given: unknown[]): Promise<unknown> {
	const [first] = given
	if (!isPlainObject(first)) return void (await runBatch(given as Statement[]))
	const named = Object.entries(first as Record<string, Statement | readonly Statement[]>)
	const results = await runBatch(named.flatMap(([, part]) => part))
	const next = results[Symbol.iterator]()
	return Object.fromEntries(
		named.map(([name, part]) => [name, Array.isArray(part) ? part.map(() => next.next().value) : next.next().value]),
	)
}

const isPlainObject = (value: unknown) => Object.getPrototypeOf(value ?? []) === Object.prototype

async function runBatch(statements: readonly Statement[]): Promise<unknown[]> {
	if (statements.length === 0) return []
	return await db().batch(statements as [Statement, ...Statement[]])
}
