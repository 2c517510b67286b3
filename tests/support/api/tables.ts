import type { Client, Row } from '@libsql/client'

/** Returns the names of all ordinary tables. Excludes full-text indexes and their shadow tables. */
async function tableNames(client: Client): Promise<string[]> {
	const { rows } = await client.execute(
		"select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%' order by name",
	)
	return rows.map(({ name }) => String(name))
}

/** Returns all rows of every table, keyed by table name. */
export async function allRows(client: Client): Promise<Map<string, Row[]>> {
	const names = await tableNames(client)
	const results = await client.batch(names.map((name) => `select * from "${name}" order by rowid`))
	return new Map(names.map((name, at) => [name, (results[at]?.rows ?? []).map((row) => ({ ...row }) as Row)]))
}
