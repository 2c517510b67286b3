import type { BatchItem } from 'drizzle-orm/batch'
import { db } from './client.ts'

type Statement = BatchItem<'sqlite'>
type ResultOf<T> = T extends { _: { result: infer R } } ? R : unknown

type ResultsOf<T extends readonly unknown[]> = { -readonly [I in keyof T]: ResultOf<T[I]> }

/** Results by the names of the statements. A list of statements, even an empty one, gives a list of results. */
type NamedResults<T> = { [K in keyof T]: T[K] extends readonly unknown[] ? ResultsOf<T[K]> : ResultOf<T[K]> }

/**
 * Runs statements in one transaction, in order: all or none. The only way to run more than one write statement.
 * Express rules that must hold under concurrency as SQL conditions or unique indexes, never as a read before the
 * write.
 *
 * To read results, pass an object: `const { change } = await write({ audit, change, links: [...] })`. Statements run in
 * the object's order. Results have names, not positions, so adding a statement does not affect the others.
 */
export function write<T extends Record<string, Statement | readonly Statement[]>>(named: T): Promise<NamedResults<T>>
export function write(...statements: Statement[]): Promise<void>
export async function write(...args: unknown[]): Promise<unknown> {
	const [first] = args
	if (!isPlainObject(first)) return void (await runBatch(args as Statement[]))
	const named = Object.entries(first as Record<string, Statement | readonly Statement[]>)
	const results = await runBatch(named.flatMap(([, part]) => part))
	const iterator = results[Symbol.iterator]()
	return Object.fromEntries(
		named.map(([name, part]) => [
			name,
			Array.isArray(part) ? part.map(() => iterator.next().value) : iterator.next().value,
		]),
	)
}

const isPlainObject = (value: unknown) => Object.getPrototypeOf(value ?? []) === Object.prototype

async function runBatch(statements: readonly Statement[]): Promise<unknown[]> {
	if (statements.length === 0) return []
	return await db().batch(statements as [Statement, ...Statement[]])
}
