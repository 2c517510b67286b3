import type { Client, InStatement } from '@libsql/client'
import type { SQL } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { database } from '#db/client.ts'

type Ran = { sql: string; args: never }

const given = (statement: InStatement | [string, unknown?], args?: unknown): Ran => {
	if (typeof statement === 'string') return { sql: statement, args: (args ?? []) as never }
	if (Array.isArray(statement)) return { sql: statement[0], args: (statement[1] ?? []) as never }
	return { sql: statement.sql, args: (statement.args ?? []) as never }
}

/** Returns the steps of a statement's query plan. */
export async function planOf(statement: { toSQL(): { sql: string; params: unknown[] } } | SQL): Promise<string[]> {
	const { sql, params } = 'toSQL' in statement ? statement.toSQL() : new SQLiteSyncDialect().sqlToQuery(statement)
	const { rows } = await database().client.execute({ sql: `explain query plan ${sql}`, args: params as never })
	return rows.map(({ detail }) => String(detail))
}

/**
 * Records the statements of a database.
 * @returns a function that runs `work` and returns the query plan steps of its statements, each with its statement.
 */
export function planReader(client: Client): (work: () => Promise<unknown>) => Promise<string[]> {
	const ran: Ran[] = []
	const { execute, batch } = client
	client.execute = ((statement: never, args?: never) => {
		ran.push(given(statement, args))
		return execute(statement, args as never)
	}) as typeof execute
	client.batch = ((statements: never[], mode: never) => {
		ran.push(...statements.map((statement) => given(statement)))
		return batch(statements, mode)
	}) as typeof batch
	return async (work) => {
		ran.length = 0
		await work()
		const seen = new Map(ran.map((one) => [one.sql, one]))
		const plans: string[] = []
		for (const { sql, args } of seen.values()) {
			if (!/^\s*(select|insert|update|delete|with)/i.test(sql)) continue
			const { rows } = await execute({ sql: `explain query plan ${sql}`, args })
			plans.push(...rows.map((row) => `${String(row.detail)}  <- ${sql.replaceAll(/\s+/g, ' ').slice(0, 200)}`))
		}
		return plans
	}
}

/** Returns whether a plan scans a whole table or sorts, except for rows that the statement created. */
export const isWholeTable = (plan: string) =>
	/^SCAN (?!.*USING (COVERING )?INDEX|CONSTANT ROW|json_each|.*VIRTUAL TABLE|\(|s\b|r\b|work\b|ends\b)/.test(plan) ||
	plan.startsWith('USE TEMP B-TREE FOR ORDER BY')
